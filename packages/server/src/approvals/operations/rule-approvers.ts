import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { namespaceIsVisible, type ProjectAccess, todayOf, usersWhoCan } from '../../projects/index.ts';
import { listProtectionRules } from '../../repositories/index.ts';
import { listGroups } from '../store/approvers.ts';
import { putRuleBranches, putRuleGroups, putRuleUsers } from '../store/rules.ts';
import type { StoredRule } from '../tables.ts';

export type ApproversInput = {
  user_ids?: number[] | undefined;
  users?: number[] | undefined;
  usernames?: string[] | undefined;
  group_ids?: number[] | undefined;
  groups?: number[] | undefined;
  remove_hidden_groups?: boolean | undefined;
};

/**
 * Of the named users, those who may approve in the project; undefined when none are named. A rule never ends up without the
 * approvers that were named for it: with none left it would count as met.
 */
async function approverIds(ctx: Context, access: ProjectAccess, input: ApproversInput): Promise<number[] | undefined> {
  const { user_ids: ids, users, usernames } = input;
  if (ids === undefined && users === undefined && usernames === undefined) return undefined;
  const named = usernames && usernames.length > 0 ? await listUsersByNames(ctx, usernames) : [];
  const wanted = [...(ids ?? []), ...(users ?? []), ...named.map((user) => user.id)];
  const feature = { ability: 'approve_merge_request', feature: 'merge_requests' } as const;
  const able = await usersWhoCan(ctx, access, feature, wanted);
  if (wanted.length > 0 && able.length === 0) {
    throw new AppError('validation_failed', {}, { fields: { approvers: ['must be members who can approve'] } });
  }
  return able;
}

/** Groups that the actor cannot see stay, unless they are to go. */
async function groupIds(ctx: Context, before: readonly number[], input: ApproversInput): Promise<number[] | undefined> {
  const wanted = input.group_ids ?? input.groups;
  if (wanted === undefined && input.remove_hidden_groups !== true) return undefined;
  const groups = await listGroups(ctx.db, [...before, ...(wanted ?? [])], namespaceIsVisible(ctx.actor, todayOf(ctx)));
  const visible = new Set(groups.filter((group) => group.is_visible).map((group) => group.id));
  const hidden = input.remove_hidden_groups ? [] : before.filter((id) => !visible.has(id));
  return [...hidden, ...(wanted ?? before).filter((id) => visible.has(id))];
}

/** Writes the users and groups that are named; others stay as they are. */
export async function writeApprovers(
  ctx: Context,
  access: ProjectAccess,
  ruleId: number,
  input: ApproversInput,
  before: Pick<StoredRule, 'groupIds'> = { groupIds: [] },
): Promise<void> {
  const users = await approverIds(ctx, access, input);
  if (users) await putRuleUsers(ctx.db, ruleId, users);
  const groups = await groupIds(ctx, before.groupIds, input);
  if (groups) await putRuleGroups(ctx.db, ruleId, groups);
}

export async function writeBranches(
  ctx: Context,
  projectId: number,
  ruleId: number,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (ids === undefined) return;
  const known = new Set((await listProtectionRules(ctx.db, projectId)).map((rule) => rule.id));
  if (ids.some((id) => !known.has(id))) {
    throw new AppError(
      'validation_failed',
      {},
      {
        fields: { protected_branch_ids: ['Please select a valid target branch'] },
      },
    );
  }
  await putRuleBranches(ctx.db, ruleId, ids);
}
