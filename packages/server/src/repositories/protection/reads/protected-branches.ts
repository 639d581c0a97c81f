import { AppError } from '@tributary/contract/errors/app-error.ts';
import { PROTECTION_LEVELS } from '@tributary/contract/core/access-levels.ts';
import { type Page, slicePage } from '@tributary/contract/core/paging.ts';
import type {
  BranchProtectionData,
  ProtectedBranchesPageData,
  ProtectedBranchView,
} from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listRefNames } from '@tributary/git';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { type NamespaceAccess, type ProjectAccess, repositoryOf, todayOf } from '../../../projects/index.ts';
import { userChip } from '../../views/commit-views.ts';
import { levelText } from '../rules/level-text.ts';
import { isWildcard, matchRefName } from '../rules/match-ref-name.ts';
import type { AccessEntry, ProtectionRule } from '../rules/protection-rule.ts';
import { listEffectiveRules, listRules, listRulesOfGroups, pushersOf, pushersOfGroup } from '../store.ts';
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

/** The rule of this name that counts in the project: its own, or that of a group. */
export async function getProtectedBranch(ctx: Context, { project }: ProjectAccess, name: string): Promise<NamedRule> {
  const rules = (await listEffectiveRules(ctx.db, project.id)).filter((rule) => rule.name === name);
  const rule = rules.find(({ owner }) => owner.kind === 'project') ?? rules[0];
  const [named] = rule ? await nameRules(ctx, [rule]) : [];
  if (!named) throw new AppError('not_found', { resource: 'Protected Branch' });
  return named;
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

/** Rules of the project or group, with those above it, as its page has them. */
async function protectionData(
  ctx: Context,
  {
    rules,
    pushers,
    ...data
  }: Omit<BranchProtectionData, 'rules' | 'levels' | 'people'> & { rules: ProtectionRule[]; pushers: number[] },
  viewOf: (rule: ProtectionRule) => Pick<ProtectedBranchView, 'isDefault' | 'matchingBranches' | 'isInherited'>,
): Promise<BranchProtectionData> {
  const names = await namesIn(ctx, rules);
  const people = await listUsersByIds(ctx, pushers);
  return {
    ...data,
    rules: rules.map((rule) => ({
      id: rule.id,
      name: rule.name,
      isWildcard: isWildcard(rule.name),
      pushLevels: rule.push.map((entry) => entryView(entry, names)),
      mergeLevels: rule.merge.map((entry) => entryView(entry, names)),
      allowForcePush: rule.allowForcePush,
      needsCodeOwners: rule.needsCodeOwners,
      ...viewOf(rule),
    })),
    levels: PROTECTION_LEVELS.map((value) => ({ value, text: levelText(value) })),
    people: people.map(userChip),
  };
}

/** The settings of a project's repository. */
export async function loadProtectedBranchesPage(
  ctx: Context,
  access: ProjectAccess,
): Promise<ProtectedBranchesPageData> {
  const { project } = access;
  const branches =
    project.repository_state === 'ready'
      ? (await listRefNames(repositoryOf(ctx, access), HEADS)).map(({ ref }) => ref.slice(HEADS.length))
      : [];
  const refsPath = repositoryPaths.refs(project.full_path);
  const data = await protectionData(
    ctx,
    {
      api: `/api/v4/projects/${project.id}`,
      project: { fullPath: project.full_path, refsPath },
      rules: await listEffectiveRules(ctx.db, project.id),
      pushers: await pushersOf(ctx.db, project.id, todayOf(ctx), MAX_PEOPLE),
      can: { manage: isAllowed(ctx.actor, 'admin_protected_refs', access.policy) },
    },
    (rule) => ({
      isDefault: rule.name === project.default_branch,
      matchingBranches: branches.filter((branch) => matchRefName(rule.name, branch)).length,
      isInherited: rule.owner.kind === 'group',
    }),
  );
  return {
    ...data,
    projectId: project.id,
    projectPath: project.full_path,
    defaultBranch: project.default_branch,
    tagRules: await protectedTagViews(ctx, access),
    refsPath,
  };
}

/** Repository settings of a group: its rules, and those of the groups above it, which count here too. */
export async function loadGroupProtectedBranches(
  ctx: Context,
  { namespace, policy }: NamespaceAccess,
): Promise<BranchProtectionData> {
  return protectionData(
    ctx,
    {
      api: `/api/v4/groups/${namespace.id}`,
      project: null,
      rules: await listRulesOfGroups(ctx.db, namespace.traversal_ids),
      pushers: await pushersOfGroup(ctx.db, namespace.id, todayOf(ctx), MAX_PEOPLE),
      can: { manage: isAllowed(ctx.actor, 'admin_group_protected_refs', policy) },
    },
    (rule) => ({ isDefault: false, matchingBranches: null, isInherited: rule.owner.id !== namespace.id }),
  );
}
