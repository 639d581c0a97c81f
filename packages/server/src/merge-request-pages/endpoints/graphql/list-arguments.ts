import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { sortsOf } from '../../../planning/index.ts';
import { filterOfInput, type MergeRequestFilter, type MergeRequestOrder } from '../../../merge-requests/index.ts';

export const SORTS = sortsOf({
  CREATED: 'created_at',
  UPDATED: 'updated_at',
  TITLE: 'title',
  MERGED_AT: 'merged_at',
  POPULARITY: 'popularity',
  MILESTONE_DUE: 'milestone_due',
  LABEL_PRIORITY: 'label_priority',
  PRIORITY: 'label_priority',
} as const);

export type MergeRequestSort = (typeof SORTS.values)[number];

type Given<T> = T | null | undefined;
export type ListArguments = {
  iids?: Given<string[]>;
  sourceBranches?: Given<string[]>;
  targetBranches?: Given<string[]>;
  labels?: Given<string[]>;
  milestoneTitle?: Given<string>;
  authorUsername?: Given<string>;
  assigneeUsername?: Given<string>;
  reviewerUsername?: Given<string>;
  draft?: Given<boolean>;
  search?: Given<string>;
  createdAfter?: Given<Date>;
  createdBefore?: Given<Date>;
  updatedAfter?: Given<Date>;
  updatedBefore?: Given<Date>;
  mergedAfter?: Given<Date>;
  mergedBefore?: Given<Date>;
  state?: Given<'opened' | 'closed' | 'merged' | 'locked' | 'all'>;
  sort?: Given<MergeRequestSort>;
};

/** The filter and the order that a list of a place asks for. */
export async function listedBy(
  ctx: Context,
  { sort, sourceBranches, targetBranches, iids, assigneeUsername, milestoneTitle, ...wanted }: ListArguments,
): Promise<{ filter: MergeRequestFilter; order: MergeRequestOrder }> {
  if (iids?.some((iid) => !/^\d{1,15}$/.test(iid))) fail('bad_parameter', { name: 'iids' });
  const filter = await filterOfInput(ctx, {
    state: wanted.state ?? undefined,
    iids: iids?.map(Number),
    labels: wanted.labels ?? undefined,
    milestone: milestoneTitle ?? undefined,
    author_username: wanted.authorUsername ?? undefined,
    assignee_username: assigneeUsername == null ? undefined : [assigneeUsername],
    reviewer_username: wanted.reviewerUsername ?? undefined,
    draft: wanted.draft ?? undefined,
    search: wanted.search ?? undefined,
    created_after: wanted.createdAfter ?? undefined,
    created_before: wanted.createdBefore ?? undefined,
    updated_after: wanted.updatedAfter ?? undefined,
    updated_before: wanted.updatedBefore ?? undefined,
    merged_after: wanted.mergedAfter ?? undefined,
    merged_before: wanted.mergedBefore ?? undefined,
  });
  return {
    filter: {
      ...filter,
      ...(sourceBranches && { sourceBranches }),
      ...(targetBranches && { targetBranches }),
    },
    order: SORTS.orderOf(sort ?? 'CREATED_DESC'),
  };
}
