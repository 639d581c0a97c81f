import type { ListMergeRequestsInput } from '@tributary/contract/merge-requests/inputs.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import { idMatcher, labelMatcher, type Matcher, milestoneMatcher, reactionMatcher } from '../../planning/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestFilter, MergeRequestOrder, NegatableFilter } from '../store/listing.ts';

type Input = Partial<Omit<ListMergeRequestsInput, 'page' | 'per_page' | 'order_by' | 'sort'>>;

/** Nobody has this id: a filter for an unknown name finds nothing instead of everything. */
const NOBODY = -1;

/** The filter behind the parameters of a list, names of users looked up. */
export async function filterOfInput(ctx: Context, input: Input): Promise<MergeRequestFilter> {
  const idsOf = (names: readonly string[] | undefined) => idsByName(ctx, names);
  return {
    ...scopeFilter(ctx, input),
    ...(await peopleFilter(input, idsOf)),
    states: input.state === undefined || input.state === 'all' ? undefined : [input.state],
    iids: asksForMissing(input) ? [] : input.iids,
    deployed: deployedFilter(input),
    isApproved: input.approved === undefined ? undefined : input.approved === 'yes',
    isDraft: input.wip === undefined ? input.draft : input.wip === 'yes',
    search: searchOf(input),
    sourceProjectId: input.source_project_id,
    mergedByIds:
      input.merge_user_id === undefined ? await idsOf(listOf(input.merge_user_username)) : [input.merge_user_id],
    createdAfter: input.created_after,
    createdBefore: input.created_before,
    updatedAfter: input.updated_after,
    updatedBefore: input.updated_before,
    mergedAfter: input.merged_after,
    mergedBefore: input.merged_before,
    isArchived: input.non_archived === true ? false : undefined,
    not: input.not && (await negatedFilter(input.not, idsOf)),
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

type IdsOf = (names: readonly string[] | undefined) => Promise<number[] | undefined>;

async function peopleFilter(input: Input, idsOf: IdsOf): Promise<NegatableFilter> {
  const named = <T>(matcher: Matcher<T> | undefined, ids: T[] | undefined): Matcher<T> | undefined => matcher ?? ids;
  const filter: NegatableFilter = {
    assigneeIds: named(idMatcher(input.assignee_id), await idsOf(input.assignee_username)),
    reviewerIds: named(idMatcher(input.reviewer_id), await idsOf(listOf(input.reviewer_username))),
    approvedByIds: approversOf(input.approved_by_ids) ?? (await allIdsByName(idsOf, input.approved_by_usernames)),
    labels: input.labels && labelMatcher(input.labels),
    milestone: input.milestone === undefined ? undefined : milestoneMatcher(input.milestone),
    sourceBranches: listOf(input.source_branch),
    targetBranches: listOf(input.target_branch),
    reactions: input.my_reaction_emoji === undefined ? undefined : reactionMatcher(input.my_reaction_emoji),
  };
  const authorIds = input.author_id === undefined ? await idsOf(listOf(input.author_username)) : [input.author_id];
  return withoutUndefined({ ...filter, authorIds });
}

/** What the scope says is overruled by nothing that was asked for itself. */
function withoutUndefined(filter: NegatableFilter): NegatableFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

async function negatedFilter(not: NonNullable<Input['not']>, idsOf: IdsOf): Promise<NegatableFilter> {
  const ids = async (id: number | undefined, names: string[] | undefined) =>
    id === undefined ? await idsOf(names) : [id];
  return {
    authorIds: await ids(not.author_id, not.author_username),
    assigneeIds: await ids(not.assignee_id, not.assignee_username),
    reviewerIds: await ids(not.reviewer_id, not.reviewer_username),
    approvedByIds: not.approved_by_ids ?? (await idsOf(not.approved_by_usernames)),
    labels: not.labels,
    milestone: not.milestone === undefined ? undefined : [not.milestone],
    sourceBranches: listOf(not.source_branch),
    targetBranches: listOf(not.target_branch),
    reactions: not.my_reaction_emoji === undefined ? undefined : reactionMatcher(not.my_reaction_emoji),
  };
}

function approversOf(input: Input['approved_by_ids']): Matcher<number> | undefined {
  if (input === undefined) return undefined;
  const [first] = input;
  return typeof first === 'string' ? idMatcher(first) : input.filter((id) => typeof id === 'number');
}

/** All of them are asked for: one whom nobody is finds nothing. */
async function allIdsByName(idsOf: IdsOf, names: readonly string[] | undefined): Promise<number[] | undefined> {
  const ids = await idsOf(names);
  return ids !== undefined && ids.length < new Set(names).size ? [NOBODY] : ids;
}

function scopeFilter(ctx: Context, input: Input): MergeRequestFilter {
  const scope = input.scope?.replaceAll('-', '_');
  if (scope === undefined || scope === 'all') return {};
  const self = actorId(ctx.actor) ?? fail('unauthenticated');
  if (scope === 'created_by_me') return { authorIds: [self] };
  return scope === 'assigned_to_me' ? { assigneeIds: [self] } : { reviewerIds: [self] };
}

function searchOf(input: Input): MergeRequestFilter['search'] {
  if (input.search === undefined || input.search.trim() === '') return undefined;
  const places = (input.in ?? 'title,description').split(',');
  return {
    text: input.search,
    inTitle: places.includes('title'),
    inDescription: places.includes('description'),
  };
}

function listOf(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}

async function idsByName(ctx: Context, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (names === undefined) return undefined;
  const ids = (await listUsersByNames(ctx, names)).map((user) => user.id);
  return ids.length === 0 ? [NOBODY] : ids;
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
