import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { ruleActor } from '../branch-rights.ts';
import { mayCreateTag, rulesFor } from '../rules/protection-rule.ts';
import { listTagRules } from './tag-store.ts';

/** What is to be done to a tag. A git client deletes no protected tag at all; the product lets maintainers do it. */
export type TagChange = 'create' | 'update' | 'delete' | 'delete_by_git';

/** The rules for tags of one project as one actor meets them; load once, ask for many tags. */
export type TagRights = {
  /** Why this may not happen, or null. The one decision for every interface. */
  refusal(tag: string, change: TagChange): Refusal | null;
  isProtected(tag: string): boolean;
};

export async function loadTagRights(ctx: Context, access: ProjectAccess): Promise<TagRights> {
  const rules = await listTagRules(ctx.db, access.project.id);
  const actor = await ruleActor(
    ctx,
    access,
    rules.flatMap((rule) => rule.create),
  );
  const base = can(ctx.actor, 'push_code', featureOf(access, 'repository'));
  const isSystem = ctx.actor.kind === 'system';
  return {
    isProtected: (tag) => rulesFor(rules, tag).length > 0,
    refusal(tag, change) {
      if (isSystem) return null;
      if (base) return base;
      const matching = rulesFor(rules, tag);
      if (matching.length === 0) return null;
      if (change === 'create')
        return mayCreateTag(matching, actor) ? null : refuse('tag_create_refused', { name: tag });
      if (change === 'update') return refuse('tag_update_refused', { name: tag });
      if (change === 'delete_by_git') return refuse('tag_delete_by_git_refused', { name: tag });
      // Taking away what is protected is for those who could take the protection away first.
      return can(ctx.actor, 'admin_protected_refs', access.policy) && refuse('tag_delete_refused', { name: tag });
    },
  };
}

/** Why the actor may not do this to the tag now, or null. */
export async function canChangeTag(
  ctx: Context,
  access: ProjectAccess,
  tag: string,
  change: TagChange,
): Promise<Refusal | null> {
  return (await loadTagRights(ctx, access)).refusal(tag, change);
}

/** Why what belongs to a protected tag, such as its release, is not for the actor: it is for those who may create the tag. */
export async function protectedTagRefusal(ctx: Context, access: ProjectAccess, tag: string): Promise<Refusal | null> {
  const matching = rulesFor(await listTagRules(ctx.db, access.project.id), tag);
  if (matching.length === 0 || ctx.actor.kind === 'system') return null;
  const entries = matching.flatMap((rule) => rule.create);
  return mayCreateTag(matching, await ruleActor(ctx, access, entries))
    ? null
    : refuse('tag_create_refused', { name: tag });
}
