import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { MAX_DRAFTS } from '@tributary/contract/merge-requests/reviews.ts';
import {
  canCreateNote,
  checkBody,
  checkCommands,
  commitLookedAt,
  discussionById,
  positionOfNote,
  renderText,
  type SentForm,
  type StoredHtml,
  takeSentText,
  textScopeOf,
} from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { resolvePosition } from '../../changes/index.ts';
import { type DraftRow, findDraftByKey, insertDraft, listDrafts } from '../store/drafts.ts';
import { holdReviewing } from '../store/reviews.ts';
import { beginReview } from './begin-review.ts';
import { draftsChanged, loadReviewing, type Reviewing } from '../load-reviewing.ts';

export type CreateDraftInput = {
  mergeRequestId: number;
  body: string;
  position?: DiffPosition | undefined;
  /** Instead of a position, as older clients name a line. */
  lineCode?: string | null | undefined;
  /** The one commit that was looked at; an answer is about what its thread is about. */
  commitId?: string | undefined;
  /** Id of the thread it answers. */
  replyTo?: string | undefined;
  /** When published: resolve (true) or reopen (false) that thread; null leaves it as it is. */
  resolve?: boolean | null | undefined;
  /** The head that was looked at; the present one when left out. Commands act on that. */
  seenHeadSha?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

const operation = defineOperation<CreateDraftInput & { rendered: StoredHtml }, Reviewing, DraftRow>({
  name: 'draft.create',
  load: (ctx, input) => loadReviewing(ctx, input.mergeRequestId),
  check: (ctx, { noteable }) => canCreateNote(ctx.actor, noteable),
  run: async (ctx, reviewing, input) => {
    const { noteable, key } = reviewing;
    await holdReviewing(ctx.db, key);
    if (input.form) await takeSentText(ctx, input.form);
    const known = input.idempotencyKey && (await findDraftByKey(ctx.db, key, input.idempotencyKey));
    if (known) return known;
    if ((await listDrafts(ctx.db, key)).length >= MAX_DRAFTS) fail('too_many_drafts', { max: MAX_DRAFTS });
    const isReply = input.replyTo !== undefined;
    if (input.replyTo !== undefined) await discussionById(ctx, noteable, input.replyTo);
    const position = isReply ? undefined : await positionOfNote(ctx, noteable, input);
    const place = position && (await resolvePosition(ctx, noteable, position));
    const row = await insertDraft(ctx.db, {
      merge_request_id: key.mergeRequestId,
      author_id: key.authorId,
      body: input.body,
      body_html: input.rendered.html,
      html_version: input.rendered.version,
      reply_to: input.replyTo ?? null,
      resolve_discussion: isReply ? (input.resolve ?? null) : null,
      position: place ? JSON.stringify(place.position) : null,
      line_code: place?.lineCode ?? null,
      commit_id: isReply ? null : await commitLookedAt(ctx, noteable, { ...input, position }),
      snapshot: place?.snapshot ? JSON.stringify(place.snapshot) : null,
      current: place?.current ? JSON.stringify(place.current) : null,
      head_sha: input.seenHeadSha ?? noteable.headSha,
      idempotency_key: input.idempotencyKey ?? null,
    });
    await beginReview(ctx, reviewing);
    await draftsChanged(ctx, key);
    return row ?? fail('conflict');
  },
});

/**
 * Keeps a comment that nobody else sees until it is published. A repeated request with the same key gives the one that is
 * there. Fails with the texts of notes, `position_invalid`, `too_many_drafts`, and not_found for a thread that is gone.
 */
export async function createDraft(ctx: Context, input: CreateDraftInput): Promise<DraftRow> {
  checkBody(input.body);
  checkCommands('MergeRequest', input.body);
  const { found } = await loadReviewing(ctx, input.mergeRequestId);
  const { project } = found.access;
  const rendered = await renderText(ctx, textScopeOf(project), input.body);
  return operation(ctx, { ...input, rendered });
}
