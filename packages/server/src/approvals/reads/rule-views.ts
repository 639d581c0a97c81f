import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listActingUsers, listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listLevels, namespaceIsVisible, type ProjectAccess, todayOf } from '../../projects/index.ts';
import { listProtectionRules, type ProtectionRule } from '../../repositories/index.ts';
import { type ApproverGroup, groupMembers, listGroups } from '../store/approvers.ts';
import { listRules } from '../store/rules.ts';
import type { StoredRule } from '../tables.ts';
import type { RuleState } from './approval-state.ts';

const DEVELOPER = 30;

/** Users and groups of a rule, as far as the reader may know of them. */
export type RuleMembers = {
  users: UserView[];
  eligible: UserView[];
  groups: ApproverGroup[];
  hasHiddenGroups: boolean;
};
export type RequestRuleView = RuleMembers & { rule: RuleState; approvedBy: UserView[] };
export type ProjectRuleView = RuleMembers & { rule: StoredRule; branches: ProtectionRule[] };

type Named = { userIds: number[]; groupIds: number[]; eligible: readonly number[] };

async function peopleOf<R extends Named>(
  ctx: Context,
  rules: readonly R[],
  further: readonly number[] = [],
): Promise<{ of: (rule: R) => RuleMembers; users: Map<number, UserView> }> {
  const ids = [...rules.flatMap((rule) => [...rule.userIds, ...rule.eligible]), ...further];
  const users = new Map((await listUsersByIds(ctx, [...new Set(ids)])).map((user) => [user.id, user]));
  const groups = await listGroups(
    ctx.db,
    rules.flatMap((rule) => rule.groupIds),
    namespaceIsVisible(ctx.actor, todayOf(ctx)),
  );
  const of = (rule: R): RuleMembers => {
    const mine = groups.filter((group) => rule.groupIds.includes(group.id));
    return {
      users: usersOf(users, rule.userIds),
      eligible: usersOf(users, rule.eligible),
      groups: mine.filter((group) => group.is_visible),
      hasHiddenGroups: mine.some((group) => !group.is_visible),
    };
  };
  return { of, users };
}

function usersOf(users: ReadonlyMap<number, UserView>, ids: readonly number[]): UserView[] {
  return ids.flatMap((id) => users.get(id) ?? []);
}

export async function requestRuleViews(ctx: Context, rules: readonly RuleState[]): Promise<RequestRuleView[]> {
  const named = rules.map((rule) => ({ ...rule, eligible: rule.eligible ?? [], rule }));
  const people = await peopleOf(
    ctx,
    named,
    rules.flatMap((rule) => rule.approvedBy),
  );
  return named.map((each) => ({
    rule: each.rule,
    ...people.of(each),
    approvedBy: usersOf(people.users, each.rule.approvedBy),
  }));
}

export async function projectRuleViews(ctx: Context, access: ProjectAccess): Promise<ProjectRuleView[]> {
  const projectId = access.project.id;
  const rules = await listRules(ctx.db, { projectIds: [projectId] });
  const members = await groupMembers(
    ctx.db,
    rules.flatMap((rule) => rule.groupIds),
    todayOf(ctx),
  );
  const everybody = [...rules.flatMap((rule) => rule.userIds), ...[...members.values()].flat()];
  const active = (await listActingUsers(ctx, everybody)).map((user) => user.id);
  const levels = await listLevels(ctx, { kind: 'project', id: projectId }, active);
  const protection = await listProtectionRules(ctx.db, projectId);
  const named = rules.map((rule) => {
    const ids = new Set([...rule.userIds, ...rule.groupIds.flatMap((id) => members.get(id) ?? [])]);
    return { ...rule, rule, eligible: [...ids].filter((id) => (levels.get(id) ?? 0) >= DEVELOPER) };
  });
  const people = await peopleOf(ctx, named);
  return named.map((each) => ({
    rule: each.rule,
    ...people.of(each),
    branches: each.applies_to_all_protected_branches
      ? protection
      : protection.filter((branch) => each.branchIds.includes(branch.id)),
  }));
}

export async function projectRuleView(
  ctx: Context,
  access: ProjectAccess,
  id: number,
): Promise<ProjectRuleView | undefined> {
  return (await projectRuleViews(ctx, access)).find(({ rule }) => rule.id === id);
}
