import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MemberContainer } from '../members/member-store.ts';
import type { AccessTokenBotTable } from '../tables.ts';

export type BotRow = Selectable<AccessTokenBotTable>;

export function containerOfBot(bot: BotRow): MemberContainer | null {
  if (bot.project_id !== null) return { kind: 'project', id: bot.project_id };
  return bot.namespace_id === null ? null : { kind: 'group', id: bot.namespace_id };
}

function columnOf(place: MemberContainer): 'project_id' | 'namespace_id' {
  return place.kind === 'project' ? 'project_id' : 'namespace_id';
}

export async function insertBot(db: Db | Tx, row: Insertable<AccessTokenBotTable>): Promise<void> {
  await db.insertInto('access_token_bots').values(row).execute();
}

/** Bots of the place by user id, with the role that their membership gives them now, else the one they had. */
export async function levelsOfBots(db: Db | Tx, place: MemberContainer): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; level: number }>`
    select b.user_id, coalesce(m.access_level, b.access_level) as level from access_token_bots b
    left join members m on m.user_id = b.user_id and m.${sql.ref(columnOf(place))} = ${place.id}
    where b.${sql.ref(columnOf(place))} = ${place.id}`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.level]));
}

/** Bots of the place that were not ended, held until the transaction ends. */
export function lockBotsOf(db: Db | Tx, place: MemberContainer): Promise<BotRow[]> {
  return db
    .selectFrom('access_token_bots')
    .selectAll()
    .where(columnOf(place), '=', place.id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .execute();
}

export function lockBot(db: Db | Tx, userId: number): Promise<BotRow | undefined> {
  return db.selectFrom('access_token_bots').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Bots that were not ended, in steps by id. */
export async function nextBots(db: Db | Tx, afterId: number, limit: number): Promise<BotRow[]> {
  return db
    .selectFrom('access_token_bots')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('user_id', '>', afterId)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** Remembers the role that the bot had at its end. */
export async function markEnded(db: Db | Tx, userId: number, change: { at: Date; level: number }): Promise<void> {
  await db
    .updateTable('access_token_bots')
    .set({ ended_at: change.at, access_level: change.level })
    .where('user_id', '=', userId)
    .execute();
}
