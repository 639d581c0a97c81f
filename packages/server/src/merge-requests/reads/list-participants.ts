import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { listReviewers } from '../store/assignees-and-reviewers.ts';
import { participantIds } from './merge-request-detail.ts';
import { buildMergeRequestView, type MergeRequestView, type ReviewerView } from './merge-request-views.ts';

/** Author, assignees, reviewers and everyone who commented, in that order. `view` is what is known of the request already. */
export async function listParticipants(
  ctx: Context,
  found: MergeRequestAccess,
  view?: MergeRequestView,
): Promise<UserView[]> {
  const shown = view ?? (await buildMergeRequestView(ctx, found.row, found.access));
  const ids = await participantIds(ctx, found, shown);
  const known = new Map(peopleIn(shown).map((user) => [user.id, user]));
  const others = await listUsersByIds(
    ctx,
    ids.filter((id) => !known.has(id)),
  );
  for (const user of others) known.set(user.id, user);
  return ids.flatMap((id) => known.get(id) ?? []);
}

function peopleIn({ author, assignees, reviewers, mergedBy }: MergeRequestView): UserView[] {
  const reviewing = reviewers.map((reviewer) => reviewer.user);
  return [author, ...assignees, ...reviewing, mergedBy].filter((user) => user !== null);
}

export async function listReviewerViews(ctx: Context, row: MergeRequestRow): Promise<ReviewerView[]> {
  const rows = await listReviewers(ctx.db, [row.id]);
  const users = await listUsersByIds(
    ctx,
    rows.map((each) => each.userId),
  );
  return rows.flatMap((each) => {
    const user = users.find(({ id }) => id === each.userId);
    return user ? [{ ...each, user }] : [];
  });
}
