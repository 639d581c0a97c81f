import type { ApprovalData, PageUndo, ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { canCreateNote } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, concurrently } from '../../platform/context.ts';
import { cachedPart, type MergeRequestAccess, pathOf, noteableOf } from '../../merge-requests/index.ts';
import { toPageUser } from '../../planning/index.ts';
import { listDrafts } from '../store/drafts.ts';
import { findReviewerState, findUndoableReview, type ReviewRow } from '../store/reviews.ts';
import { canApprove } from '../../approvals/index.ts';
import { canRequestChanges } from '../abilities.ts';
import { reviewTopic } from '../load-reviewing.ts';
import { approvalsOf } from './approvals.ts';

/** Addresses and rights for reviewing; null for those who cannot write here at all. */
export async function reviewData(ctx: Context, found: MergeRequestAccess): Promise<ReviewData | null> {
  const authorId = actorId(ctx.actor);
  if (authorId === undefined) return null;
  const key = { mergeRequestId: found.row.id, authorId };
  const page = pathOf(found.access.project.full_path, found.row.iid);
  const state = concurrently(ctx, () =>
    cachedPart(ctx, key.mergeRequestId, `reviewer_state:${key.authorId}`, () => findReviewerState(ctx.db, key)),
  );
  const undo = concurrently(ctx, () => undoOf(ctx, found));
  const comment = canCreateNote(ctx.actor, noteableOf(found)) === null;
  return {
    draftsPath: `${page}/drafts`,
    publishPath: `${page}/drafts/publish`,
    discardPath: `${page}/drafts/discard`,
    undoPath: `${page}/reviews/undoable`,
    undo: await undo(),
    topic: reviewTopic(key),
    showsPending: comment || (await listDrafts(ctx.db, key)).length > 0,
    can: {
      comment,
      approve: (await canApprove(ctx, found)) === null,
      requestChanges: canRequestChanges(ctx.actor, found, await state()) === null,
    },
  };
}

/** The reader's newest review that can be taken back at this moment. */
export async function undoOf(ctx: Context, found: MergeRequestAccess): Promise<PageUndo | null> {
  const authorId = actorId(ctx.actor);
  if (authorId === undefined) return null;
  const row = await findUndoableReview(ctx.db, { mergeRequestId: found.row.id, authorId }, ctx.clock.now());
  return row ? toPageUndo(ctx, found, row) : null;
}

/** Null when it cannot be taken back any more. */
export function toPageUndo(
  ctx: Context,
  found: MergeRequestAccess,
  row: Pick<ReviewRow, 'id' | 'undo_until' | 'undone_at'>,
): PageUndo | null {
  const leftMs = (row.undo_until?.getTime() ?? 0) - ctx.clock.now().getTime();
  if (row.undone_at !== null || leftMs <= 0) return null;
  const path = `${pathOf(found.access.project.full_path, found.row.iid)}/reviews/${row.id}/undo`;
  return { reviewId: row.id, leftMs, path };
}

export async function approvalData(ctx: Context, found: MergeRequestAccess): Promise<ApprovalData> {
  const view = await approvalsOf(ctx, found);
  const page = pathOf(found.access.project.full_path, found.row.iid);
  return {
    approvals: view.approvals.map(({ row, user, isCurrent, ended }) => ({
      user: toPageUser(user),
      approvedAt: row.created_at.toISOString(),
      isCurrent,
      ended,
    })),
    hasApproved: view.hasApproved,
    canApprove: view.canApprove,
    refusal: view.refusal?.code === 'approve_refused' ? view.refusal.reason : null,
    path: `${page}/approvals.json`,
    approvePath: `${page}/approve`,
    unapprovePath: `${page}/unapprove`,
  };
}
