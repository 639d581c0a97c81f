import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createNote, type Noteable, resolveDiscussion } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { DraftRow } from '../../store/drafts.ts';
import type { PublishedDraft } from '../../tables.ts';

/**
 * Writes one pending comment as a note. Nothing that happened to its place since can keep it back: without its thread it
 * begins one, without its line it stands on the overview.
 */
export async function publishDraft(
  ctx: Context,
  noteable: Noteable,
  draft: DraftRow,
  reviewId: number,
): Promise<PublishedDraft> {
  const { made, isThreadGone } = await write(ctx, noteable, draft, reviewId);
  const isResolveRefused =
    draft.reply_to !== null && !isThreadGone && draft.resolve_discussion !== null
      ? !(await resolved(ctx, noteable, made.discussion.id, draft.resolve_discussion))
      : false;
  const { discussion } = made;
  const lost = { on: 'overview', confidence: 'lost', path: null, file_hash: null, version: 0 } as const;
  const isUnplaced = draft.position !== null && discussion.position === null;
  return {
    draftId: draft.id,
    noteId: made.note.id,
    discussionId: discussion.id,
    placement: isUnplaced ? lost : discussion.placement,
    isThreadGone,
    isResolveRefused,
  };
}

async function write(ctx: Context, noteable: Noteable, draft: DraftRow, reviewId: number) {
  const text = {
    noteable,
    body: draft.body,
    reviewId,
    rendered: { html: draft.body_html, version: draft.html_version },
  };
  if (draft.reply_to !== null) {
    try {
      return { made: await createNote(ctx, { ...text, replyTo: draft.reply_to }), isThreadGone: false };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
      return { made: await createNote(ctx, { ...text, kind: 'thread' }), isThreadGone: true };
    }
  }
  if (draft.position === null) return { made: await createNote(ctx, { ...text, kind: 'thread' }), isThreadGone: false };
  try {
    return { made: await createNote(ctx, { ...text, kind: 'thread', position: draft.position }), isThreadGone: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'position_invalid') throw error;
    return { made: await createNote(ctx, { ...text, kind: 'thread' }), isThreadGone: false };
  }
}

/** False when the right to do so is gone; the comment is worth more than the flag. */
async function resolved(ctx: Context, noteable: Noteable, discussionId: string, isResolved: boolean): Promise<boolean> {
  try {
    await resolveDiscussion(ctx, { noteable, discussionId, isResolved });
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'invalid')) return false;
    throw error;
  }
}
