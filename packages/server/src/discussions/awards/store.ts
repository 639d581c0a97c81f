import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { AwardEmojiTable } from '../tables.ts';

type Database = Db | Tx;
export type AwardRow = Selectable<AwardEmojiTable>;
/** What a reaction hangs on; `noteId` null for the thing itself. */
export type Awardable = { noteableType: string; noteableId: number; noteId: number | null };

function of(db: Database, on: Awardable) {
  const query = db
    .selectFrom('award_emoji')
    .where('noteable_type', '=', on.noteableType)
    .where('noteable_id', '=', on.noteableId);
  return on.noteId === null ? query.where('note_id', 'is', null) : query.where('note_id', '=', on.noteId);
}

/** Oldest first. */
export function listAwards(db: Database, on: Awardable): Promise<AwardRow[]> {
  return of(db, on).selectAll().orderBy('id').execute();
}

export function listAwardsOfNotes(db: Database, noteIds: readonly number[]): Promise<AwardRow[]> {
  if (noteIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('award_emoji')
    .selectAll()
    .where('note_id', 'in', [...noteIds])
    .orderBy('id')
    .execute();
}

export function findAward(db: Database, on: Awardable, id: number): Promise<AwardRow | undefined> {
  return of(db, on).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Undefined when the user has given this one already. */
export function insertAward(
  db: Database,
  on: Awardable,
  award: { userId: number; name: string; customId: number | null },
): Promise<AwardRow | undefined> {
  return db
    .insertInto('award_emoji')
    .values({
      name: award.name,
      user_id: award.userId,
      noteable_type: on.noteableType,
      noteable_id: on.noteableId,
      note_id: on.noteId,
      custom_emoji_id: award.customId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Undefined when the user has not given it. */
export function deleteAward(
  db: Database,
  on: Awardable,
  award: { userId: number; name: string },
): Promise<AwardRow | undefined> {
  const query = db
    .deleteFrom('award_emoji')
    .where('noteable_type', '=', on.noteableType)
    .where('noteable_id', '=', on.noteableId)
    .where('user_id', '=', award.userId)
    .where('name', '=', award.name);
  return (on.noteId === null ? query.where('note_id', 'is', null) : query.where('note_id', '=', on.noteId))
    .returningAll()
    .executeTakeFirst();
}

export type CopiedAward = Pick<AwardRow, 'note_id' | 'name' | 'user_id' | 'custom_emoji_id' | 'created_at'>;

/** Reactions from elsewhere, with their times; however many. */
export async function insertAwards(
  db: Database,
  on: Pick<Awardable, 'noteableType' | 'noteableId'>,
  awards: readonly CopiedAward[],
): Promise<void> {
  if (awards.length === 0) return;
  const column = <Name extends keyof CopiedAward>(name: Name) => awards.map((award) => award[name]);
  await sql`
    insert into award_emoji (noteable_type, noteable_id, note_id, name, user_id, custom_emoji_id, created_at)
    select ${on.noteableType}, ${on.noteableId}, each.* from unnest(
      ${column('note_id')}::bigint[], ${column('name')}::text[], ${column('user_id')}::bigint[],
      ${column('custom_emoji_id')}::bigint[], ${column('created_at')}::timestamptz[]) each
    on conflict do nothing`.execute(db);
}
