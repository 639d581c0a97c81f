import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  type ApprovalState,
  approvalStates,
  commentersOf,
  type RequestRuleView,
  requestRuleViews,
  updateRequestRule,
} from '../../../approvals/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type ConnectionArgs, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import type { MergeRequestRow } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { namespaceViewsByIds } from '../../../projects/index.ts';
import { requestMutations } from './found.ts';

type ApprovalRule = RequestRuleView & { mergeRequestId: number };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    ApprovalProjectRule: { id: number; approvalsRequired: number };
    ApprovalRule: ApprovalRule;
    MergeRequestApprovalState: { state: ApprovalState; row: MergeRequestRow };
  }
}

const stateOfRow = inOneGo<MergeRequestRow, ApprovalState>(async (ctx, rows) => {
  const states = await approvalStates(ctx, rows);
  return rows.map((row) => {
    const state = states.get(row.id);
    if (!state) throw new AppError('not_found', { resource: 'Merge Request' });
    return state;
  });
});

async function rulesOf(
  ctx: Context,
  { state, row }: { state: ApprovalState; row: MergeRequestRow },
  isListed: (rule: ApprovalState['rules'][number]) => boolean = () => true,
): Promise<ApprovalRule[]> {
  const views = await requestRuleViews(ctx, state.rules.filter(isListed));
  return views.map((view) => ({ ...view, mergeRequestId: row.id }));
}

function addRule(builder: GraphqlBuilder): void {
  const people = (users: readonly UserView[], args: ConnectionArgs) => sliceConnection([...users], args);
  builder.objectType('ApprovalProjectRule', {
    description: 'An approval rule of a project.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('ApprovalProjectRule', id) }),
      approvalsRequired: t.exposeInt('approvalsRequired', { nullable: true }),
    }),
  });
  builder.objectType('ApprovalRule', {
    description: 'An approval rule that applies to a merge request.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ rule }) => toGlobalId('ApprovalMergeRequestRule', rule.id) }),
      name: t.string({ nullable: true, resolve: ({ rule }) => rule.name }),
      type: t.string({ nullable: true, resolve: ({ rule }) => rule.type.toUpperCase() }),
      section: t.string({ nullable: true, resolve: ({ rule }) => rule.section }),
      approvalsRequired: t.int({ nullable: true, resolve: ({ rule }) => rule.approvalsRequired }),
      approved: t.boolean({ nullable: true, resolve: ({ rule }) => rule.isApproved }),
      overridden: t.boolean({ nullable: true, resolve: ({ rule }) => rule.isOverridden }),
      invalid: t.boolean({ nullable: true, resolve: ({ rule }) => rule.isInvalid }),
      fallback: t.boolean({
        nullable: true,
        description: 'Any user who may approve can meet the rule.',
        resolve: ({ rule }) => rule.type === 'any_approver',
      }),
      sourceRule: t.field({
        type: 'ApprovalProjectRule',
        nullable: true,
        description: 'The rule of the project that this one is for.',
        resolve: ({ rule }) => rule.source,
      }),
      groups: t.field({
        type: ['Group'],
        nullable: true,
        description: 'Groups of the rule that the current user can see.',
        resolve: async ({ groups }, _args, { ctx }) => {
          const views = await namespaceViewsByIds(ctx, groups.map(({ id }) => id)); // prettier-ignore
          return [...views.values()];
        },
      }),
      allowMergeWhenInvalid: t.boolean({
        nullable: true,
        description: 'An invalid rule asks for as many approvals as there are users who can approve.',
        resolve: ({ rule }) => rule.isInvalid && rule.isApproved,
      }),
      containsHiddenGroups: t.boolean({ nullable: true, resolve: ({ hasHiddenGroups }) => hasHiddenGroups }),
      eligibleApprovers: t.field({ type: ['User'], nullable: true, resolve: ({ eligible }) => eligible }),
      users: t.field({
        type: 'UserConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ users }, args) => people(users, args),
      }),
      approvedBy: t.field({
        type: 'UserConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ approvedBy }, args) => people(approvedBy, args),
      }),
      commentedBy: t.field({
        type: 'UserConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: async ({ rule, mergeRequestId }, args, { ctx }) => {
          const users = await commentersOf(ctx, mergeRequestId);
          const { eligible } = rule;
          return people(eligible === null ? users : users.filter((user) => eligible.includes(user.id)), args);
        },
      }),
    }),
  });
}

function addUpdate(builder: GraphqlBuilder): void {
  const idsIn = (ids: readonly string[] | null | undefined, model: string) =>
    ids?.map((id) => (/^\d{1,15}$/.test(id) ? Number(id) : parseNumericId(id, model)));
  requestMutations(builder)('mergeRequestUpdateApprovalRule', {
    description: 'Changes an approval rule of a merge request.',
    fields: (t) => ({
      approvalRuleId: t.int({ required: true }),
      approvalsRequired: t.int({ required: true }),
      name: t.string({ required: true }),
      groupIds: t.stringList(),
      userIds: t.stringList(),
      removeHiddenGroups: t.boolean(),
    }),
    change: (ctx, { row }, given) =>
      updateRequestRule(ctx, {
        mergeRequestId: row.id,
        ruleId: given.approvalRuleId,
        name: given.name,
        approvals_required: given.approvalsRequired,
        user_ids: idsIn(given.userIds, 'User'),
        group_ids: idsIn(given.groupIds, 'Group'),
        remove_hidden_groups: given.removeHiddenGroups ?? undefined,
      }),
  });
}

/** Approvals of merge requests: how many are required and left, and by which rules. */
export function addApprovalFields(builder: GraphqlBuilder): void {
  addRule(builder);
  builder.objectType('MergeRequestApprovalState', {
    fields: (t) => ({
      approvalRulesOverwritten: t.boolean({ nullable: false, resolve: ({ state }) => state.isOverwritten }),
      rules: t.field({ type: ['ApprovalRule'], nullable: false, resolve: (one, _args, { ctx }) => rulesOf(ctx, one) }),
      invalidApproversRules: t.field({
        type: ['ApprovalRule'],
        nullable: false,
        resolve: (one, _args, { ctx }) => rulesOf(ctx, one, (rule) => rule.isInvalid),
      }),
    }),
  });
  builder.objectFields('MergeRequest', (t) => ({
    approved: t.boolean({
      nullable: false,
      description: 'All rules are met. Where nothing is required, at least one user has approved.',
      resolve: async ({ view }, _args, { ctx }) => {
        const state = await stateOfRow(ctx, view.row);
        return state.isMet && (state.required > 0 || state.approvals.length > 0);
      },
    }),
    approvalsRequired: t.int({
      nullable: true,
      resolve: async ({ view }, _args, { ctx }) => (await stateOfRow(ctx, view.row)).required,
    }),
    approvalsLeft: t.int({
      nullable: true,
      resolve: async ({ view }, _args, { ctx }) => (await stateOfRow(ctx, view.row)).left,
    }),
    approvalState: t.field({
      type: 'MergeRequestApprovalState',
      nullable: false,
      resolve: async ({ view }, _args, { ctx }) => ({ row: view.row, state: await stateOfRow(ctx, view.row) }),
    }),
  }));
  addUpdate(builder);
}
