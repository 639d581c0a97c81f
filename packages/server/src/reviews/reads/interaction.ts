import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import { findActingUser, listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { findMergeRequestAccess, type MergeRequestAccess } from '../../merge-requests/index.ts';
import { listValidApprovals } from '../../approvals/index.ts';
import { findReviewerState } from '../store/reviews.ts';

/** A user as part of one merge request. */
export type Interaction = { mergeRequestId: number; userId: number };

/** Asks something of the request as that user meets it; false for those who may not. */
export async function evaluateAsUser(
  ctx: Context,
  { mergeRequestId, userId }: Interaction,
  question: (ctx: Context, found: MergeRequestAccess) => boolean | Promise<boolean>,
): Promise<boolean> {
  const actor = await findActingUser(ctx, userId);
  const theirs: Context | undefined = actor && { ...ctx, actor };
  const found = theirs && (await findMergeRequestAccess(theirs, mergeRequestId));
  return theirs && found ? question(theirs, found) : false;
}

/** Null for someone who is no reviewer. */
export async function reviewStateOf(
  ctx: Context,
  { mergeRequestId, userId: authorId }: Interaction,
): Promise<ReviewerState | null> {
  return (await findReviewerState(ctx.db, { mergeRequestId, authorId })) ?? null;
}

/** First come first. */
export async function approversOf(ctx: Context, mergeRequestId: number): Promise<UserView[]> {
  const rows = await listValidApprovals(ctx.db, mergeRequestId);
  const users = await listUsersByIds(
    ctx,
    rows.map((row) => row.user_id),
  );
  return rows.flatMap((row) => users.find((user) => user.id === row.user_id) ?? []);
}
