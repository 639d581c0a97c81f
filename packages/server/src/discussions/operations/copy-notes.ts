import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { canReadInternal } from '../abilities.ts';
import { renderText } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { copyAwardsOfNotes } from '../awards/copy-awards.ts';
import { type DiscussionRow, listDiscussions, NEW_DISCUSSION_WITHOUT_POSITION } from '../store/discussions.ts';
import { type CopiedNote, insertCopiedNotes, insertThreads } from '../store/new-notes.ts';
import { listNotesOf, type NoteRow } from '../store/notes.ts';
import type { CarryText } from './carry-texts.ts';
import { newDiscussionId } from './create-notes.ts';
import { keyOf } from '../noteable-now.ts';

const THREADS_AT_ONCE = 200;

/**
 * What users said about one thing, said of another as well: same authors, times and reactions, new texts rendered in the
 * other place after `carry` made them mean the same there. No events: nobody said anything new.
 */
export async function copyNotes(ctx: Context, from: Noteable, to: Noteable, carry: CarryText): Promise<void> {
  for await (const page of threadsToCopy(ctx, from)) {
    await copyThreads(ctx, to, page, carry);
    failpoint('notes.copied');
  }
}

/** The texts that `copyNotes` would carry. */
export async function* textsToCopy(ctx: Context, from: Noteable): AsyncGenerator<string> {
  for await (const page of threadsToCopy(ctx, from)) for (const note of await notesToCopy(ctx, page)) yield note.body;
}

/** Internal notes go along only for those who may read them. */
async function* threadsToCopy(ctx: Context, from: Noteable): AsyncGenerator<DiscussionRow[]> {
  const filter = { activity: 1, showsInternal: canReadInternal(ctx.actor, from), hidden: [] } as const;
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: DiscussionRow[] = await listDiscussions(ctx.db, keyOf(from), {
      ...filter,
      limit: THREADS_AT_ONCE,
      after,
    });
    yield page;
    after = page.length < THREADS_AT_ONCE ? undefined : page.at(-1)?.position_number;
  }
}

async function notesToCopy(ctx: Context, threads: readonly DiscussionRow[]): Promise<NoteRow[]> {
  const ids = threads.map((thread) => thread.id);
  return (await listNotesOf(ctx.db, ids)).filter((note) => !note.is_system);
}

async function copyThreads(
  ctx: Context,
  to: Noteable,
  threads: readonly DiscussionRow[],
  carry: CarryText,
): Promise<void> {
  const { place } = to;
  const on = { ...keyOf(to), ...columnsOf(place) };
  const ids = new Map(threads.map((thread) => [thread.id, newDiscussionId()]));
  const idOf = (id: string) => ids.get(id) ?? '';
  await insertThreads(
    ctx.db,
    on,
    threads.map(({ id, is_individual, is_internal }) => ({
      ...NEW_DISCUSSION_WITHOUT_POSITION,
      id: idOf(id),
      is_individual,
      is_internal,
      is_resolvable: false,
      is_active: true,
    })),
  );
  const notes = await notesToCopy(ctx, threads);
  const copies: CopiedNote[] = [];
  for (const note of notes) {
    const body = await carry(ctx, note.body);
    const { html, version } = await renderText(ctx, place, body);
    const type = note.type === null ? null : 'DiscussionNote';
    copies.push({
      ...note,
      discussion_id: idOf(note.discussion_id),
      type,
      body,
      body_html: html,
      html_version: version,
    });
  }
  const copyIds = await insertCopiedNotes(ctx.db, on, copies);
  await copyAwardsOfNotes(ctx, to, new Map(notes.map((note, index) => [note.id, copyIds[index] ?? 0])));
}
