import type { ProtectedTagView } from '@tributary/contract/projects/repository-page.ts';
import { listRefNames, TAG_PREFIX } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../../projects/index.ts';
import { isWildcard, matchRefName } from '../rules/match-ref-name.ts';
import type { AccessEntry, TagRule } from '../rules/protection-rule.ts';
import { listTagRules } from '../tags/tag-store.ts';
import { describeEntry, entryView, namesOf } from './access-names.ts';

export type NamedTagRule = { rule: TagRule; nameOf: (entry: AccessEntry) => string };

/** Rules with the names of those they name, for the API. */
export async function nameTagRules(ctx: Context, rules: readonly TagRule[]): Promise<NamedTagRule[]> {
  const names = await namesOf(
    ctx,
    rules.flatMap((rule) => rule.create),
  );
  return rules.map((rule) => ({ rule, nameOf: (entry) => describeEntry(entry, names) }));
}

export async function listProtectedTags(ctx: Context, access: ProjectAccess): Promise<NamedTagRule[]> {
  return nameTagRules(ctx, await listTagRules(ctx.db, access.project.id));
}

/** For the settings of a project's repository. */
export async function protectedTagViews(ctx: Context, access: ProjectAccess): Promise<ProtectedTagView[]> {
  const rules = await listTagRules(ctx.db, access.project.id);
  const names = await namesOf(
    ctx,
    rules.flatMap((rule) => rule.create),
  );
  const tags =
    rules.length > 0 && access.project.repository_state === 'ready'
      ? (await listRefNames(repositoryOf(ctx, access), TAG_PREFIX)).map(({ ref }) => ref.slice(TAG_PREFIX.length))
      : [];
  return rules.map((rule) => ({
    id: rule.id,
    name: rule.name,
    isWildcard: isWildcard(rule.name),
    matchingTags: tags.filter((tag) => matchRefName(rule.name, tag)).length,
    createLevels: rule.create.map((entry) => entryView(entry, names)),
  }));
}
