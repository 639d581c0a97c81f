import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { EventBatch } from '../events.ts';
import { renderText, type StoredHtml } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { retryWhileBusy } from '../../platform/retry-while-busy.ts';
import type { SentForm } from '../autosave/save-autosave.ts';
import { checkBody } from '../rules/note-text.ts';
import { type CreatedNote, createNotes } from './create-notes.ts';

export type { CreatedNote } from './create-notes.ts';

export type CreateNoteInput = {
  noteable: Noteable;
  body: string;
  /** `comment` stands alone, `thread` takes replies; a position makes it a thread on the diff. */
  kind?: 'comment' | 'thread';
  position?: DiffPosition;
  /** It came with the type `LegacyDiffNote`, and is answered with it. */
  isLegacy?: boolean;
  /** The one commit that was looked at. */
  commitId?: string | undefined;
  replyTo?: string;
  isInternal?: boolean;
  /** Resolving or reopening the thread goes with it (see writeNote): nothing is said when that may not be done. */
  resolve?: boolean;
  idempotencyKey?: string;
  /** The form of a page that it was written in. */
  form?: SentForm;
  /** What it is published with, so that users hear of all of it at once. */
  batch?: EventBatch;
  /** When it was written, for those who bring notes from elsewhere; of others it changes nothing. */
  createdAt?: Date | undefined;
  rendered?: StoredHtml;
};

/** A text for `createNote` as it is kept, made ahead of a transaction. Fails with the texts of notes refused. */
export async function renderNote(ctx: Context, { place }: Noteable, body: string): Promise<StoredHtml> {
  checkBody(body);
  return renderText(ctx, place, body);
}

/** One comment, with the rules of `createNotes`. Fails also with the texts of notes refused. */
export async function createNote(ctx: Context, input: CreateNoteInput): Promise<CreatedNote> {
  const { noteable, batch, rendered: known, ...words } = input;
  const rendered = known ?? (await renderNote(ctx, noteable, input.body));
  const notes = [{ ...words, rendered }];
  const [created] = await retryWhileBusy(ctx, () => createNotes(ctx, { noteable, notes, batch }));
  return created ?? fail('conflict');
}
