import type { ListMergeRequestsInput } from '@tributary/contract/merge-requests/inputs.ts';
import {
  commonFacets,
  commonFilter,
  idMatcher,
  idsByName,
  userIdsOf,
  listOf,
  type Matcher,
  negatedFacets,
  NOBODY,
  scopeFilter,
  withoutUndefined,
} from '../../planning/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestFilter, MergeRequestOrder, NegatableFilter } from '../store/listing.ts';

type Input = Partial<Omit<ListMergeRequestsInput, 'page' | 'per_page' | 'order_by' | 'sort'>>;

/** The filter behind the parameters of a list, names of users looked up. */
export async function filterOfInput(ctx: Context, input: Input): Promise<MergeRequestFilter> {
  return {
    ...scopeFilter(ctx, input.scope),
    ...(await facetsOf(ctx, input)),
    ...commonFilter(input),
    ...(asksForMissing(input) && { iids: [] }),
    deployed: deployedFilter(input),
    isApproved: input.approved === undefined ? undefined : input.approved === 'yes',
    isDraft: input.wip === undefined ? input.draft : input.wip === 'yes',
    sourceProjectId: input.source_project_id,
    mergedByIds: await userIdsOf(ctx, input.merge_user_id, listOf(input.merge_user_username)),
    mergedAfter: input.merged_after,
    mergedBefore: input.merged_before,
    not: input.not && (await negatedFilter(ctx, input.not)),
  };
}

/** Eligible approvers, of which there are none. */
function asksForMissing({ approver_ids: approvers }: Input): boolean {
  return approvers !== undefined && String(approvers).toLowerCase() !== 'none';
}

function deployedFilter({ environment, deployed_after: after, deployed_before: before }: Input) {
  const isAsked = [environment, after, before].some((value) => value !== undefined);
  return isAsked ? { environment, after, before } : undefined;
}

async function facetsOf(ctx: Context, input: Input): Promise<NegatableFilter> {
  const reviewers = await idsByName(ctx, listOf(input.reviewer_username));
  return withoutUndefined({
    ...(await commonFacets(ctx, input)),
    reviewerIds: idMatcher(input.reviewer_id) ?? reviewers,
    approvedByIds: approversOf(input.approved_by_ids) ?? (await allIdsByName(ctx, input.approved_by_usernames)),
    sourceBranches: listOf(input.source_branch),
    targetBranches: listOf(input.target_branch),
  });
}

async function negatedFilter(ctx: Context, not: NonNullable<Input['not']>): Promise<NegatableFilter> {
  return {
    ...(await negatedFacets(ctx, not)),
    reviewerIds: await userIdsOf(ctx, not.reviewer_id, not.reviewer_username),
    approvedByIds: not.approved_by_ids ?? (await idsByName(ctx, not.approved_by_usernames)),
    milestone: not.milestone === undefined ? undefined : [not.milestone],
    sourceBranches: listOf(not.source_branch),
    targetBranches: listOf(not.target_branch),
  };
}

function approversOf(input: Input['approved_by_ids']): Matcher<number> | undefined {
  if (input === undefined) return undefined;
  const [first] = input;
  return typeof first === 'string' ? idMatcher(first) : input.filter((id) => typeof id === 'number');
}

/** All of them are asked for: one whom nobody is finds nothing. */
async function allIdsByName(ctx: Context, names: readonly string[] | undefined): Promise<number[] | undefined> {
  const ids = await idsByName(ctx, names);
  return ids !== undefined && ids.length < new Set(names).size ? [NOBODY] : ids;
}

const ORDERS: Record<ListMergeRequestsInput['order_by'], MergeRequestOrder['by']> = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title',
  merged_at: 'merged_at',
  popularity: 'popularity',
  milestone_due: 'milestone_due',
  label_priority: 'label_priority',
  priority: 'label_priority',
};

export function orderOfInput(input: Pick<ListMergeRequestsInput, 'order_by' | 'sort'>): MergeRequestOrder {
  return { by: ORDERS[input.order_by], direction: input.sort };
}
