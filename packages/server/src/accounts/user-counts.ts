import type { Context } from '../platform/context.ts';

/** Numbers beside a person's own things. Slices give those of what they own; the rest stays 0. */
export type UserCounts = {
  merge_requests: number;
  assigned_merge_requests: number;
  review_requested_merge_requests: number;
  assigned_issues: number;
  todos: number;
};

type Contribution = (ctx: Context, userId: number) => Promise<Partial<UserCounts>>;

const contributions: Contribution[] = [];

/** Registers a source of counts; called when a page is shown, so it must be one cheap query. */
export function contributeUserCounts(contribution: Contribution): void {
  contributions.push(contribution);
}

export async function countForUser(ctx: Context, userId: number): Promise<UserCounts> {
  const counts: UserCounts = {
    merge_requests: 0,
    assigned_merge_requests: 0,
    review_requested_merge_requests: 0,
    assigned_issues: 0,
    todos: 0,
  };
  for (const part of await Promise.all(contributions.map((contribution) => contribution(ctx, userId)))) {
    Object.assign(counts, part);
  }
  return counts;
}
