import { inOneGo } from '../../../../endpoints/graphql/in-one-go.ts';
import { findIssueAccesses, type IssueAccess } from '../../issue-access.ts';
import { followedAmong } from '../../reads/issue-participants.ts';

/** What the rows of a list ask for one by one, found for all of them at once. */

/** An issue by its id as the actor meets it; undefined when it is gone or hidden. */
export const accessOfRow = inOneGo<number, IssueAccess | undefined>(async (ctx, ids) => {
  const found = await findIssueAccesses(ctx, ids);
  return ids.map((id) => found.get(id));
});

export const isRowFollowed = inOneGo<number, boolean>(async (ctx, ids) => {
  const found = await findIssueAccesses(ctx, ids);
  const followed = await followedAmong(ctx, [...found.values()]);
  return ids.map((id) => followed.has(id));
});
