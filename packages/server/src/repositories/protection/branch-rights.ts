import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { ACCESS, projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { featureOf, type ProjectAccess, todayOf } from '../../projects/index.ts';
import { grantedBranches } from './branch-grants.ts';
import { isWildcard } from './rules/match-ref-name.ts';
import {
  type AccessEntry,
  mayForcePush,
  mayMerge,
  mayPush,
  type ProtectionRule,
  type RuleActor,
  rulesFor,
} from './rules/protection-rule.ts';
import { groupsOf, insertDefaultRule, listEffectiveRules } from './store.ts';

/**
 * What is to be done to a branch. `push` moves it forward, `force` anywhere else, `merge` forward by the product itself on
 * someone's request, `create` and `delete` as they say.
 */
export type BranchChange = 'push' | 'force' | 'delete' | 'create' | 'merge';

/** The rules of one project as one actor meets them; load once, ask for many branches. */
export type BranchRights = {
  rules: readonly ProtectionRule[];
  /** Why this may not happen, or null. The one decision for every interface: git, web, REST, merges. */
  refusal(branch: string, change: BranchChange): Refusal | null;
  /** Why refs that are neither branch nor tag (notes) may not be pushed, or null: no rule names those. */
  otherRefsRefusal: Refusal | null;
  isProtected(branch: string): boolean;
  /** For lists of branches, as clients read them: what developers as such may do. */
  developersMay(branch: string): { push: boolean; merge: boolean };
};

export async function loadBranchRights(
  ctx: Context,
  access: ProjectAccess,
  options: { withGrants?: boolean } = {},
): Promise<BranchRights> {
  const rules = await rulesOf(ctx, access.project.id);
  const entries = rules.flatMap((rule) => [...rule.push, ...rule.merge]);
  const actor = await ruleActor(ctx, access, entries);
  const base = can(ctx.actor, 'push_code', featureOf(access, 'repository'));
  const isSystem = ctx.actor.kind === 'system';
  const asksGrants = options.withGrants !== false && base?.code === 'forbidden';
  const granted = asksGrants ? await grantedBranches(ctx, access) : undefined;
  return {
    rules,
    otherRefsRefusal: isSystem ? null : base,
    isProtected: (branch) => rulesFor(rules, branch).length > 0,
    refusal(branch, change) {
      if (change === 'delete' && branch === access.project.default_branch) {
        return base ?? refuse('default_branch_delete_refused', { name: branch });
      }
      const matching = rulesFor(rules, branch);
      if (change === 'delete' && matching.length > 0) return base ?? refuse('branch_delete_refused', { name: branch });
      if (isSystem) return null;
      const isGranted = granted?.has(branch) === true && matching.length === 0;
      if (isGranted && (change === 'push' || change === 'force')) return null;
      // Merging is the one change a rule may give to someone who has no right to push.
      if (base && !(change === 'merge' && base.code === 'forbidden' && matching.length > 0)) return base;
      if (matching.length === 0) return null;
      if (change === 'merge')
        return mayMerge(matching, actor) ? null : refuse('branch_merge_refused', { name: branch });
      if (!mayPush(matching, actor)) return refuse('branch_push_refused', { name: branch });
      if (change === 'force' && !mayForcePush(matching, actor))
        return refuse('branch_force_push_refused', { name: branch });
      return null;
    },
    developersMay(branch) {
      const matching = rulesFor(rules, branch);
      if (matching.length === 0) return { push: true, merge: true };
      const developer: RuleActor = { userId: undefined, level: 30, isAdmin: false, groupIds: new Set() };
      return { push: mayPush(matching, developer), merge: mayMerge(matching, developer) };
    },
  };
}

async function rulesOf(ctx: Context, projectId: number): Promise<readonly ProtectionRule[]> {
  const rules = await readCached(ctx, {
    key: `branch_rules:${projectId}`,
    marks: () => [ACCESS, projectCacheVersion(projectId)],
    load: () => listEffectiveRules(ctx.db, projectId),
    sizeBytes: ({ length }) => 1_000 * length,
  });
  return rules ?? [];
}

/** Who asks, as these entries see them. */
export async function ruleActor(
  ctx: Context,
  access: ProjectAccess,
  entries: readonly AccessEntry[],
): Promise<RuleActor> {
  const userId = actorId(ctx.actor);
  const groupIds = entries.flatMap((entry) => (entry.groupId === null ? [] : [entry.groupId]));
  return {
    userId,
    level: access.level,
    isAdmin: ctx.actor.kind === 'user' && ctx.actor.isAdmin,
    groupIds: userId === undefined ? new Set() : await groupsOf(ctx.db, userId, groupIds, todayOf(ctx)),
  };
}

/** Why the actor may not do this to the branch now, or null. */
export async function canPushToBranch(
  ctx: Context,
  access: ProjectAccess,
  branch: string,
  change: BranchChange = 'push',
): Promise<Refusal | null> {
  // Whoever asks about merging may be asked for a grant: that question must not lead back to this one.
  const withGrants = change === 'push' || change === 'force';
  return (await loadBranchRights(ctx, access, { withGrants })).refusal(branch, change);
}

/** May the actor merge into this branch, as far as its protection says? */
export async function mergeLevelAllows(ctx: Context, access: ProjectAccess, branch: string): Promise<boolean> {
  return (await canPushToBranch(ctx, access, branch, 'merge')) === null;
}

/** Protects a project's default branch as new projects have it: maintainers push and merge. Joins the caller's transaction. */
export async function protectDefaultBranch(ctx: Context, projectId: number, branch: string): Promise<void> {
  if (!isWildcard(branch)) await insertDefaultRule(ctx.db, projectId, branch);
}
