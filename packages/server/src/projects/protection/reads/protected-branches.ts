import { PROTECTION_LEVELS } from '@tributary/contract/core/access-levels.ts';
import { type Page, slicePage } from '@tributary/contract/core/paging.ts';
import type { ProtectedBranchesPageData, ProtectedBranchView } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listRefNames } from '@tributary/git';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { type ProjectAccess, todayOf } from '../../access/project-access.ts';
import { repositoryOf } from '../../repository/repository-access.ts';
import { userChip } from '../../repository/views/commit-views.ts';
import { levelText } from '../rules/level-text.ts';
import { isWildcard, matchRefName } from '../rules/match-ref-name.ts';
import type { AccessEntry, ProtectionRule } from '../rules/protection-rule.ts';
import { listEffectiveRules, listRules, pushersOf } from '../store.ts';
import { describeEntry, entryView, namesOf } from './access-names.ts';
import { protectedTagViews } from './protected-tags.ts';

const MAX_PEOPLE = 500;
const HEADS = 'refs/heads/';

export type NamedRule = { rule: ProtectionRule; nameOf: (entry: AccessEntry) => string };

function namesIn(ctx: Context, rules: readonly ProtectionRule[]) {
  return namesOf(
    ctx,
    rules.flatMap((rule) => [...rule.push, ...rule.merge]),
  );
}

/** Rules with the names of those they name, for the API. */
export async function nameRules(ctx: Context, rules: readonly ProtectionRule[]): Promise<NamedRule[]> {
  const names = await namesIn(ctx, rules);
  return rules.map((rule) => ({ rule, nameOf: (entry) => describeEntry(entry, names) }));
}

export async function listProtectedBranches(
  ctx: Context,
  access: ProjectAccess,
  request: { page: number; perPage: number; search: string | undefined },
): Promise<Page<NamedRule>> {
  const wanted = (request.search ?? '').toLowerCase();
  const rules = (await listEffectiveRules(ctx.db, access.project.id)).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
  return slicePage(await nameRules(ctx, rules), request);
}

/** The rules of a group itself. */
export async function listGroupProtectedBranches(
  ctx: Context,
  groupId: number,
  request: { page: number; perPage: number; search: string | undefined },
): Promise<Page<NamedRule>> {
  const wanted = (request.search ?? '').toLowerCase();
  const rules = await listRules(ctx.db, { kind: 'group', id: groupId });
  const found = rules.filter(({ name }) => name.toLowerCase().includes(wanted));
  return slicePage(await nameRules(ctx, found), request);
}

/** The settings of a project's repository. */
export async function loadProtectedBranchesPage(
  ctx: Context,
  access: ProjectAccess,
): Promise<ProtectedBranchesPageData> {
  const { project } = access;
  const rules = await listEffectiveRules(ctx.db, project.id);
  const names = await namesIn(ctx, rules);
  const branches =
    project.repository_state === 'ready'
      ? (await listRefNames(repositoryOf(ctx, access), HEADS)).map(({ ref }) => ref.slice(HEADS.length))
      : [];
  const people = await listUsersByIds(ctx, await pushersOf(ctx.db, project.id, todayOf(ctx), MAX_PEOPLE));
  return {
    projectId: project.id,
    projectPath: project.full_path,
    defaultBranch: project.default_branch,
    rules: rules.map((rule): ProtectedBranchView => ({
      id: rule.id,
      name: rule.name,
      isWildcard: isWildcard(rule.name),
      isDefault: rule.name === project.default_branch,
      matchingBranches: branches.filter((branch) => matchRefName(rule.name, branch)).length,
      pushLevels: rule.push.map((entry) => entryView(entry, names)),
      mergeLevels: rule.merge.map((entry) => entryView(entry, names)),
      allowForcePush: rule.allowForcePush,
      needsCodeOwners: rule.needsCodeOwners,
      isInherited: rule.owner.kind === 'group',
    })),
    tagRules: await protectedTagViews(ctx, access),
    levels: PROTECTION_LEVELS.map((value) => ({ value, text: levelText(value) })),
    refsPath: repositoryPaths.refs(project.full_path),
    people: people.map(userChip),
    can: { manage: isAllowed(ctx.actor, 'admin_protected_refs', access.policy) },
  };
}
