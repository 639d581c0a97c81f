import type { Extension } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';

/** Numbers beside a user's own things. Slices give those of what they own; the rest stays 0. */
export type UserCounts = {
  merge_requests: number;
  assigned_merge_requests: number;
  review_requested_merge_requests: number;
  assigned_issues: number;
  todos: number;
};

type CountName = keyof UserCounts;
type Contribution = {
  names: readonly CountName[];
  count: (ctx: Context, userId: number) => Promise<Partial<UserCounts>>;
};

const contributions: Contribution[] = [];

/** Registers a source of the counts it names; asked only when one of them is wanted. */
export function contributeUserCounts(names: Contribution['names'], count: Contribution['count']): Extension {
  return () => {
    contributions.push({ names, count });
  };
}

/** The counts that are wanted, all unless some are named; the others are 0. */
export async function countForUser(ctx: Context, userId: number, wanted?: readonly CountName[]): Promise<UserCounts> {
  const counts: UserCounts = {
    merge_requests: 0,
    assigned_merge_requests: 0,
    review_requested_merge_requests: 0,
    assigned_issues: 0,
    todos: 0,
  };
  const asked = contributions.filter(({ names }) => !wanted || names.some((name) => wanted.includes(name)));
  for (const part of await Promise.all(asked.map(({ count }) => count(ctx, userId)))) Object.assign(counts, part);
  return counts;
}
