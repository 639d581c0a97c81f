import { type EventBatch, threadStates } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { findApproval } from '../../approvals/index.ts';
import type { DraftRow, DraftsKey } from '../store/drafts.ts';
import { findReviewer, findReviewerState } from '../store/reviews.ts';
import type { ReviewUndo } from '../tables.ts';

/** What is told of a review is told together, once it can not be taken back any more. */
export function batchOf(reviewId: number, undoUntil: Date): EventBatch {
  return { id: `review:${reviewId}`, heldUntil: undoUntil.toISOString() };
}

/** What its commands are written down by. */
export function commandsKey(reviewId: number): string {
  return `review:${reviewId}`;
}

type Before = Awaited<ReturnType<typeof rememberBefore>>;

/** What a review is about to change, for the way back. */
export async function rememberBefore(ctx: Context, key: DraftsKey, drafts: readonly DraftRow[]) {
  const approval = await findApproval(ctx.db, key.mergeRequestId, key.authorId);
  const reviewer = await findReviewer(ctx.db, key);
  return {
    reviewer: reviewer ? { state: reviewer.state, at: reviewer.state_at.toISOString() } : null,
    approval: approval ? { createdAt: approval.created_at.toISOString() } : null,
    threads: await threadStates(ctx, [...new Set(drafts.flatMap((draft) => draft.reply_to ?? []))]),
  };
}

/** The same with what it came to, so that a later act is told from the review's own. */
export async function rememberAfter(
  ctx: Context,
  key: DraftsKey,
  before: Before,
  rest: Pick<ReviewUndo, 'systemNoteIds' | 'summary'>,
): Promise<ReviewUndo> {
  const approval = await findApproval(ctx.db, key.mergeRequestId, key.authorId);
  const after = await threadStates(
    ctx,
    before.threads.map((thread) => thread.id),
  );
  return {
    ...rest,
    reviewer: {
      before: before.reviewer?.state ?? null,
      beforeAt: before.reviewer?.at ?? null,
      after: (await findReviewerState(ctx.db, key)) ?? null,
    },
    approval: { before: before.approval, after: approval?.created_at.toISOString() ?? null },
    threads: before.threads.map((thread) => ({
      ...thread,
      isResolvedAfter: after.find((each) => each.id === thread.id)?.isResolvedAfter ?? thread.isResolvedAfter,
    })),
  };
}
