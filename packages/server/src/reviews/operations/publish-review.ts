import { randomUUID } from 'node:crypto';
import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import { REVIEW_UNDO_MS, type ReviewOutcome } from '@tributary/contract/merge-requests/reviews.ts';
import {
  asSeen,
  canCreateNote,
  checkBody,
  type CommandOutcome,
  lockDiscussions,
  readCommands,
  renderText,
  retryWhileBusy,
  runCommandsOnce,
  runWritten,
  type SentForm,
  type StoredHtml,
  takeSentText,
  textScopeOf,
  writeCommands,
  type WrittenCommand,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { emit } from '../../platform/events.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { defineOperation } from '../../platform/operation.ts';
import { keyOfVersion, openDiff } from '../../changes/index.ts';
import {
  RESOURCE,
  NOTEABLE_TYPE,
  noteableOf,
  lockMergeRequest,
  findMergeRequestById,
  findVersionById,
} from '../../merge-requests/index.ts';
import { type DraftRow, markDraftsPublished, lockDrafts } from '../store/drafts.ts';
import {
  findReviewByKey,
  findReviewerState,
  holdReviewing,
  insertReview,
  nextReviewId,
  type ReviewRow,
} from '../store/reviews.ts';
import { confirmApprover } from '../../approvals/index.ts';
import { canSubmitReviewOutcome } from '../abilities.ts';
import { draftsChanged, loadReviewing, type Reviewing } from '../load-reviewing.ts';
import type { PublishedDraft } from '../tables.ts';
import { DRAFT_RESOURCE } from './change-draft.ts';
import { submitReviewOutcome } from './submit-review-outcome.ts';
import { deletedDraftResult, publishDrafts } from './publish-drafts.ts';
import { batchOf, commandsKey, rememberAfter, rememberBefore } from './review-before.ts';

export type PublishInput = {
  mergeRequestId: number;
  /** Only these drafts, of which one at least must be there still; all when left out. */
  draftIds?: readonly number[] | undefined;
  /** Only for some to see: refused where there is no such thing. */
  isInternal?: boolean | undefined;
  /** A comment on the whole. */
  summary?: string | undefined;
  verdict?: ReviewOutcome | undefined;
  /** The head the reviewer looked at: agreement is given to no other, and commands are about it. */
  sha?: string | undefined;
  /** Of the approver, where the settings ask for it. */
  approvalPassword?: string | undefined;
  /** Not that head, but those which the comments were written at are the ones that commands in them act on. */
  actsAsWritten?: boolean;
  idempotencyKey?: string | undefined;
  /** The form of a page that the summary was written in. */
  form?: SentForm | undefined;
};

export type PublishedReview = {
  published: PublishedDraft[];
  summaryNoteId: number | null;
  verdict: ReviewOutcome | null;
  isRepeat: boolean;
  /** Undefined when nothing was written. */
  row: Pick<ReviewRow, 'id' | 'undo_until' | 'undone_at'> | undefined;
  /** That were written in the comments, and what they came to. */
  commands: readonly WrittenCommand[];
  outcome: CommandOutcome | undefined;
};

type Loaded = Reviewing & { before: ReviewRow | undefined };

/** `commands`: those of the summary. */
type Prepared = PublishInput & { rendered: StoredHtml | undefined; commands: readonly WrittenCommand[] };

const operation = defineOperation<Prepared, Loaded, PublishedReview>({
  name: 'review.publish',
  load: async (ctx, input) => {
    const reviewing = await loadReviewing(ctx, input.mergeRequestId);
    await holdReviewing(ctx.db, reviewing.key);
    const before =
      input.idempotencyKey === undefined
        ? undefined
        : await findReviewByKey(ctx.db, reviewing.key, input.idempotencyKey);
    return { ...reviewing, before };
  },
  check: async (ctx, { found, noteable, key, before }, input) => {
    if (before) return null;
    const state = await findReviewerState(ctx.db, key);
    return (
      canCreateNote(ctx.actor, noteable, input.isInternal) ??
      (await canSubmitReviewOutcome(ctx, found, input.verdict, state))
    );
  },
  run: async (ctx, { before, ...reviewing }, input) => {
    const { key } = reviewing;
    if (before) return repeated(before);
    const drafts = await lockDrafts(ctx.db, key, input.draftIds);
    const there = new Set(drafts.map(({ id }) => id));
    const gone = [...new Set(input.draftIds)].filter((id) => !there.has(id));
    if (gone.length > 0 && there.size === 0) fail('not_found', { resource: DRAFT_RESOURCE });
    await holdPlaces(ctx, key.mergeRequestId, drafts);
    // The row is held now: what is agreed to is the head that stays.
    const held = await asHeld(ctx, reviewing);
    const head = held.found.row.head_sha;
    if (input.verdict === 'approved' && input.sha !== undefined && input.sha !== head) {
      throw new AppError('merge_branch_moved', { sha: head ?? '' });
    }
    return writeReview(ctx, held, { drafts, gone }, input);
  },
});

/**
 * Turns pending comments into notes, all of them or none, with a summary and an outcome if given. Sent again with the same
 * key it answers the same and does nothing. Places that moved since are looked for first; the answer says where each went.
 */
export async function publishReview(ctx: Context, input: PublishInput): Promise<PublishedReview> {
  const summary = input.summary?.trim() ? input.summary : undefined;
  if (summary !== undefined) checkBody(summary);
  const { found, noteable } = await loadReviewing(ctx, input.mergeRequestId);
  const { project } = found.access;
  if (input.verdict === 'approved') await confirmApprover(ctx, found, input.approvalPassword);
  const place = textScopeOf(project);
  const written = readCommands(noteable.type, summary ?? '');
  const text = written.text.trim() === '' ? undefined : written.text;
  const rendered = text === undefined ? undefined : await renderText(ctx, place, text);
  await prepareTracing(ctx, found.row.latest_version_id, project.id);
  const review = await retryWhileBusy(ctx, () =>
    operation(ctx, { ...input, summary: text, rendered, commands: written.commands }),
  );
  if (!review.row) {
    // Nothing was said: they stand alone, as in a comment.
    if (written.commands.length === 0) return review;
    const key = input.idempotencyKey ?? randomUUID();
    const outcome = await runCommandsOnce(ctx, asSeen(noteable, input.sha), written.commands, key);
    // Where none of them was done, the text goes back to its form.
    if (input.form && outcome && outcome.messages.length > 0) await takeSentText(ctx, input.form);
    return { ...review, outcome };
  }
  if (!review.isRepeat && review.commands.length === 0) return review;
  failpoint('review.committed');
  // Each is an act of its own, as in a comment: what fails takes nothing back.
  return { ...review, outcome: await runWritten(ctx, asSeen(noteable, input.sha), commandsKey(review.row.id)) };
}

/** The index is made before rows are held, since that may take a while. */
async function prepareTracing(ctx: Context, versionId: number | null, projectId: number): Promise<void> {
  const version = versionId === null ? undefined : await findVersionById(ctx.db, versionId);
  if (version) await openDiff(ctx, keyOfVersion(projectId, version));
}

/** The rights were asked for in this transaction; the request may have moved before it was held. */
async function asHeld(ctx: Context, { key, found }: Reviewing): Promise<Reviewing> {
  const row = await findMergeRequestById(ctx.db, key.mergeRequestId);
  if (!row) fail('not_found', { resource: RESOURCE });
  const now = { ...found, row };
  return { found: now, noteable: noteableOf(now), key };
}

/** Threads first and in one order, then the request: as everyone else holds them. */
async function holdPlaces(ctx: Context, mergeRequestId: number, drafts: readonly DraftRow[]): Promise<void> {
  const threads = drafts.flatMap((draft) => draft.reply_to ?? []);
  await lockDiscussions(ctx.db, { noteableType: NOTEABLE_TYPE, noteableId: mergeRequestId }, threads);
  await lockMergeRequest(ctx.db, mergeRequestId);
}

async function writeReview(
  ctx: Context,
  reviewing: Reviewing,
  { drafts, gone }: { drafts: readonly DraftRow[]; gone: readonly number[] },
  input: Prepared,
): Promise<PublishedReview> {
  const { key, noteable, found } = reviewing;
  const verdict = input.verdict ?? null;
  if (drafts.length === 0 && !input.rendered && verdict === null) {
    return {
      published: [],
      summaryNoteId: null,
      verdict,
      isRepeat: false,
      row: undefined,
      commands: [],
      outcome: undefined,
    };
  }
  const reviewId = await nextReviewId(ctx.db);
  const undoUntil = new Date(ctx.clock.now().getTime() + REVIEW_UNDO_MS);
  const batch = batchOf(reviewId, undoUntil);
  const before = await rememberBefore(ctx, key, drafts);
  const summary = input.rendered && { text: input.summary ?? '', rendered: input.rendered };
  const { results, summaryNoteId, ...said } = await publishDrafts(ctx, noteable, {
    drafts,
    summary,
    batch,
    seenHeadSha: input.actsAsWritten ? undefined : input.sha,
  });
  const published = [...results, ...gone.map((id) => deletedDraftResult(id))];
  const commands = [...said.commands, ...input.commands];
  await writeCommands(ctx, asSeen(noteable, input.sha), { commands, idempotencyKey: commandsKey(reviewId) });
  const told = await submitReviewOutcome(ctx, reviewing, verdict ?? 'reviewed', batch);
  const systemNoteIds = [...said.systemNoteIds, ...told.systemNoteIds];
  const undo = await rememberAfter(ctx, key, before, { systemNoteIds, summary: input.summary ?? null });
  await insertReview(ctx.db, {
    id: reviewId,
    merge_request_id: key.mergeRequestId,
    author_id: key.authorId,
    verdict,
    head_sha: found.row.head_sha,
    summary_note_id: summaryNoteId,
    results: JSON.stringify(published),
    idempotency_key: input.idempotencyKey ?? null,
    undo_until: undoUntil,
    undo: JSON.stringify(undo),
  });
  await markDraftsPublished(
    ctx.db,
    drafts.map((draft) => draft.id),
    reviewId,
  );
  await emit(ctx, 'merge_request.review_published', {
    mergeRequestId: key.mergeRequestId,
    projectId: found.row.target_project_id,
    reviewId,
    noteIds: [...published.map((each) => each.noteId), summaryNoteId].filter((id) => id !== null),
    verdict,
    batch,
  });
  if (input.form) await takeSentText(ctx, input.form);
  await draftsChanged(ctx, key, 'review.changed');
  failpoint('review.published');
  const row = { id: reviewId, undo_until: undoUntil, undone_at: null };
  return { published, summaryNoteId, verdict, isRepeat: false, row, commands, outcome: undefined };
}

function repeated(row: ReviewRow): PublishedReview {
  const { results: published, summary_note_id: summaryNoteId, verdict } = row;
  return { published, summaryNoteId, verdict, isRepeat: true, row, commands: [], outcome: undefined };
}
