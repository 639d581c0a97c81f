import type { Db, Tx } from '../../platform/db/database.ts';
import type { NoteRow } from './notes.ts';

export type Starter = Pick<NoteRow, 'id' | 'author_id'>;

/** The note that began the thread: its first that someone wrote, or the first of a thread in which nobody did. */
export function starterOf<Note extends Pick<NoteRow, 'is_system'>>(notes: readonly Note[]): Note | undefined {
  return notes.find((note) => !note.is_system) ?? notes[0];
}

/** The same of each thread, by discussion id. */
export async function listStarters(db: Db | Tx, discussionIds: readonly string[]): Promise<Map<string, Starter>> {
  if (discussionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notes')
    .distinctOn('discussion_id')
    .select(['discussion_id', 'id', 'author_id'])
    .where('discussion_id', 'in', [...discussionIds])
    .orderBy('discussion_id')
    .orderBy('is_system')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ discussion_id: threadId, ...row }) => [threadId, row]));
}
