import type { Extensions } from '../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { SavedReplyTable } from '../tables.ts';

type Database = Db | Tx;
export type SavedReplyRow = Selectable<SavedReplyTable>;
export type SavedReplyText = { name: string; content: string };

function of(db: Database, userId: number) {
  return db.selectFrom('saved_replies').where('user_id', '=', userId);
}

const holds = (search: string) => sql<boolean>`strpos(lower(name || E'\\n' || content), lower(${search})) > 0`;

/** Those that hold the words in their name or text: by name, and those with the words in it first. */
export function listSavedReplies(
  db: Database,
  userId: number,
  window: { search: string; limit: number; offset: number },
): Promise<SavedReplyRow[]> {
  const { search, limit, offset } = window;
  return of(db, userId)
    .selectAll()
    .where(holds(search))
    .orderBy(sql`strpos(lower(name), lower(${search})) = 0`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSavedReplies(db: Database, userId: number, search = ''): Promise<number> {
  const row = await of(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(holds(search))
    .executeTakeFirstOrThrow();
  return row.count;
}

export function findSavedReply(db: Database, userId: number, id: number): Promise<SavedReplyRow | undefined> {
  return of(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Another one of this name, whatever its capitals. */
export async function isNameTaken(db: Database, userId: number, name: string, exceptId: number): Promise<boolean> {
  const row = await of(db, userId)
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whoever adds one for a user waits for the others who do, so that all of them are counted. */
export async function holdSavedReplies(db: Database, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved replies:${userId}`}, 0))`.execute(db);
}

export function insertSavedReply(db: Database, userId: number, text: SavedReplyText): Promise<SavedReplyRow> {
  return db
    .insertInto('saved_replies')
    .values({ user_id: userId, ...text })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateSavedReply(db: Database, id: number, text: SavedReplyText): Promise<SavedReplyRow> {
  return db
    .updateTable('saved_replies')
    .set({ ...text, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSavedReply(db: Database, id: number): Promise<void> {
  await db.deleteFrom('saved_replies').where('id', '=', id).execute();
}

export const discussionsSavedReplies: Extensions = [
  describeConstraint('saved_replies_name', {
    code: 'validation_failed',
    field: 'name',
    message: 'has already been taken',
  }),
];
