import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import {
  canCreateNote,
  forgetCommands,
  restoreAutosave,
  retryWhileBusy,
  type NoteRow,
  withdrawNotes,
} from '../../discussions/index.ts';
import { retractNotifications } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit, retractEvents } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { defineOperation } from '../../platform/operation.ts';
import { removeActivity } from '../../projects/index.ts';
import { lockMergeRequest, forgetApproval } from '../../merge-requests/index.ts';
import { endApprovalOf, findApproval, restoreApproval } from '../../approvals/index.ts';
import { bringDraftRowsBack, deletePublishedDraftRows, updateDraftRow } from '../store/drafts.ts';
import {
  findReviewerState,
  holdReviewing,
  lockReview,
  markUndone,
  putReviewer,
  removeReviewer,
  type ReviewRow,
} from '../store/reviews.ts';
import { listSuggestionsOfNotes } from '../store/suggestions.ts';
import type { PublishedDraft, ReviewUndo } from '../tables.ts';
import { draftsChanged, loadReviewing, type Reviewing } from '../load-reviewing.ts';
import { idsOf, publishReviewerChange } from './submit-review-outcome.ts';
import { batchOf, commandsKey } from './review-before.ts';

const REVIEW_RESOURCE = 'Review';

type UndoneReview = { drafts: number; summary: string | null };

type Loaded = Reviewing & { review: ReviewRow };

const operation = defineOperation<{ mergeRequestId: number; reviewId: number }, Loaded, UndoneReview>({
  name: 'review.undo',
  load: async (ctx, { mergeRequestId, reviewId }) => {
    const reviewing = await loadReviewing(ctx, mergeRequestId);
    await holdReviewing(ctx.db, reviewing.key);
    const review = await lockReview(ctx.db, reviewing.key, reviewId);
    return { ...reviewing, review: review ?? fail('not_found', { resource: REVIEW_RESOURCE }) };
  },
  check: (ctx, { noteable }) => canCreateNote(ctx.actor, noteable),
  run: async (ctx, { review, key }) => {
    // Sent again: it is done.
    if (review.undone_at !== null) return { drafts: 0, summary: null };
    await retractNotifications(ctx, batchOf(review.id, review.undo_until ?? review.created_at).id);
    if (!review.undo || !review.undo_until || ctx.clock.now() >= review.undo_until)
      throw new AppError('review_undo_late');
    return takeBack(ctx, await loadReviewing(ctx, key.mergeRequestId), review, review.undo);
  },
});

/**
 * Makes the notes of a review pending comments again and puts back what it changed, as long as nobody has gone on from it:
 * fails with `review_undo_late`, `note_acted_on` and `review_verdict_moved`, and then nothing has changed. Sent again it
 * does nothing.
 */
export function undoReview(ctx: Context, input: { mergeRequestId: number; reviewId: number }): Promise<UndoneReview> {
  return retryWhileBusy(ctx, () => operation(ctx, input));
}

async function takeBack(
  ctx: Context,
  reviewing: Reviewing,
  review: ReviewRow,
  undo: ReviewUndo,
): Promise<UndoneReview> {
  const { key, noteable } = reviewing;
  const summaryIds = review.summary_note_id === null ? [] : [review.summary_note_id];
  const noteIds = [...review.results.flatMap((each) => each.noteId ?? []), ...summaryIds];
  await refuseApplied(ctx, noteIds);
  // Commands before everything they change, as they hold it themselves.
  await forgetCommands(ctx, noteable, commandsKey(review.id));
  // Threads are held before the request, as everyone does.
  const withdrawn = await withdrawNotes(ctx, noteable, { noteIds, threads: undo.threads });
  await lockMergeRequest(ctx.db, key.mergeRequestId);
  const held = await loadReviewing(ctx, key.mergeRequestId);
  await putVerdictBack(ctx, held, review, undo);
  await withdrawNotes(ctx, noteable, { noteIds: undo.systemNoteIds, threads: [] });
  for (const id of withdrawn.keys()) {
    await removeActivity(ctx, { projectId: noteable.place.id, path: `${noteable.path}#note_${id}` });
  }
  failpoint('review.notes_withdrawn');
  const drafts = await bringDraftsBack(ctx, review, withdrawn);
  const summaryNote = withdrawn.get(review.summary_note_id ?? 0);
  if (summaryNote) {
    const field = { place: `${noteable.type}:${noteable.id}`, field: 'review-summary' };
    await restoreAutosave(ctx, field, summaryNote.body);
  }
  await markUndone(ctx.db, review.id, ctx.clock.now());
  await retractEvents(ctx, batchOf(review.id, review.undo_until ?? review.created_at).id);
  await draftsChanged(ctx, key, 'review.changed');
  await publishReviewerChange(ctx, held);
  failpoint('review.undone');
  return { drafts, summary: summaryNote?.body ?? null };
}

async function refuseApplied(ctx: Context, noteIds: readonly number[]): Promise<void> {
  const suggestions = await listSuggestionsOfNotes(ctx.db, noteIds);
  if (suggestions.some((each) => each.applied_at !== null)) {
    fail('review_verdict_moved', { what: 'a suggestion was applied' });
  }
}

/** What was done since by another way stays where the review itself gave no outcome, and is in the way where it did. */
async function putVerdictBack(
  ctx: Context,
  { key, found }: Reviewing,
  review: ReviewRow,
  undo: ReviewUndo,
): Promise<void> {
  const approval = await findApproval(ctx.db, key.mergeRequestId, key.authorId);
  const approvedAt = approval?.created_at.toISOString() ?? null;
  const state = (await findReviewerState(ctx.db, key)) ?? null;
  const { before } = undo.approval;
  const isApprovalOther = (before?.createdAt ?? null) !== undo.approval.after;
  const { before: stateBefore, beforeAt } = undo.reviewer;
  const since = typeof beforeAt === 'string' ? new Date(beforeAt) : undefined;
  if (stateBefore === undo.reviewer.after && !isApprovalOther) {
    // The same, but of what was there before.
    if (stateBefore !== null && stateBefore === state) await putReviewer(ctx.db, key, stateBefore, since);
    return;
  }
  if (state !== undo.reviewer.after || approvedAt !== undo.approval.after) {
    if (review.verdict === null || review.verdict === 'reviewed') return;
    fail('review_verdict_moved', { what: 'your decision has changed' });
  }
  if (found.row.state === 'merged') fail('review_verdict_moved', { what: 'the merge request was merged' });
  if (stateBefore === null) await removeReviewer(ctx.db, key);
  else await putReviewer(ctx.db, key, stateBefore, since);
  if (!isApprovalOther) return;
  const { mergeRequestId, authorId: userId } = key;
  if (approval) await forgetApproval(ctx, mergeRequestId, userId);
  if (before) {
    const isBack = await restoreApproval(ctx.db, { mergeRequestId, userId, createdAt: new Date(before.createdAt) });
    // An approval of other commits does not count any more: its author is to look again.
    if (!isBack && stateBefore === 'approved') await putReviewer(ctx.db, key, 'unapproved');
  } else if (await endApprovalOf(ctx.db, { mergeRequestId, userId }, 'undone')) {
    await emit(ctx, 'merge_request.unapproved', { ...idsOf(found), isUndone: true });
  }
}

/** Those whose notes stood until now, with the words they had in the end. */
async function bringDraftsBack(
  ctx: Context,
  review: ReviewRow,
  withdrawn: ReadonlyMap<number, NoteRow>,
): Promise<number> {
  const noteOf = new Map(review.results.map((each: PublishedDraft) => [each.draftId, withdrawn.get(each.noteId ?? 0)]));
  const ids = [...noteOf].flatMap(([draftId, note]) => (note ? [draftId] : []));
  const rows = await bringDraftRowsBack(ctx.db, review.id, ids);
  await deletePublishedDraftRows(ctx.db, review.id);
  for (const row of rows) {
    const note = noteOf.get(row.id);
    if (!note || note.body === row.body) continue;
    const text = { body: note.body, body_html: note.body_html, html_version: note.html_version };
    await updateDraftRow(ctx.db, row.id, row.lock_version, text);
  }
  return rows.length;
}
