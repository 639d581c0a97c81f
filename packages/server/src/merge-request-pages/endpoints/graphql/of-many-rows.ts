import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import {
  findMergeRequestAccesses,
  type MergeRequestAccess,
  type BranchPermissions,
  branchPermissionsOf,
  subscribedAmong,
  type MergeRequestView,
} from '../../../merge-requests/index.ts';

/** What the rows of a list ask for one by one, found for all of them at once. */

/** A request by its id as the actor meets it; undefined when it is gone or hidden. */
export const accessOfRow = inOneGo<number, MergeRequestAccess | undefined>(async (ctx, ids) => {
  const found = await findMergeRequestAccesses(ctx, ids);
  return ids.map((id) => found.get(id));
});

export const isRowSubscribed = inOneGo<MergeRequestView, boolean>(async (ctx, views) => {
  const accesses = await findMergeRequestAccesses(
    ctx,
    views.map(({ row }) => row.id),
  );
  const shown = views.flatMap((view) => {
    const found = accesses.get(view.row.id);
    return found ? [{ found, view }] : [];
  });
  const subscribed = await subscribedAmong(ctx, shown);
  return views.map(({ row }) => subscribed.has(row.id));
});

export const branchPermissionsOfRow = inOneGo<MergeRequestAccess, BranchPermissions>(branchPermissionsOf);
