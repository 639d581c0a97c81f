import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  createNote,
  type CreateNoteInput,
  type EventBatch,
  type Noteable,
  readCommands,
  renderText,
  resolveDiscussion,
  type WrittenCommand,
} from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { DraftRow } from '../../store/drafts.ts';
import type { PublishedDraft } from '../../tables.ts';

export type Published = { result: PublishedDraft; commands: readonly WrittenCommand[] };

/**
 * Writes one pending comment as a note, without the commands in it, which are done once all is written. Nothing that
 * happened to its place since can keep it back: without its thread it begins one, without its line it stands on the overview.
 */
export async function publishDraft(
  ctx: Context,
  { noteable, projectPath }: { noteable: Noteable; projectPath: string },
  draft: DraftRow,
  batch: EventBatch,
): Promise<Published> {
  const { text, commands } = readCommands(noteable.type, draft.body);
  if (text.trim() === '' && commands.length > 0) return { result: await withoutNote(ctx, noteable, draft), commands };
  const place = { projectId: noteable.access.project.id, projectPath };
  const rendered =
    text === draft.body ? { html: draft.body_html, version: draft.html_version } : await renderText(ctx, place, text);
  const { made, isThreadGone } = await write(ctx, draft, { noteable, body: text, batch, rendered });
  const isResolveRefused =
    draft.reply_to !== null && !isThreadGone && draft.resolve_discussion !== null
      ? !(await resolved(ctx, noteable, made.discussion.id, draft.resolve_discussion))
      : false;
  const { discussion } = made;
  const lost = { on: 'overview', confidence: 'lost', path: null, file_hash: null, version: 0 } as const;
  const isUnplaced = draft.position !== null && discussion.position === null;
  const placement = isUnplaced ? lost : discussion.placement;
  const ids = { draftId: draft.id, noteId: made.note.id, discussionId: discussion.id };
  return { result: { ...ids, placement, isThreadGone, isResolveRefused }, commands };
}

/** Commands alone leave no note; the wish to resolve the thread is done all the same. */
async function withoutNote(ctx: Context, noteable: Noteable, draft: DraftRow): Promise<PublishedDraft> {
  const { reply_to: thread, resolve_discussion: wanted } = draft;
  const isResolved = thread === null || wanted === null || (await resolved(ctx, noteable, thread, wanted));
  const ids = { draftId: draft.id, noteId: null, discussionId: null };
  return { ...ids, placement: null, isThreadGone: false, isResolveRefused: !isResolved };
}

async function write(
  ctx: Context,
  draft: DraftRow,
  text: Pick<CreateNoteInput, 'noteable' | 'body' | 'batch' | 'rendered'>,
) {
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
    const isRefusal =
      error instanceof AppError &&
      (error.kind === 'forbidden' || error.kind === 'invalid' || error.kind === 'not_found');
    if (isRefusal) return false;
    throw error;
  }
}
