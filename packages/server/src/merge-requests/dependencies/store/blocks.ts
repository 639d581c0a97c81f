import type { Extensions } from '../../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type { MergeRequestBlockTable } from '../../tables.ts';

type Database = Db | Tx;
export type BlockRow = Selectable<MergeRequestBlockTable>;

/** Held until the transaction ends: two dependencies that are added at once must not make a circle of each other. */
export async function lockDependencies(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('merge request dependencies', 0))`.execute(db);
}

export function insertBlock(db: Database, blockingId: number, blockedId: number): Promise<BlockRow> {
  return db
    .insertInto('merge_request_blocks')
    .values({ blocking_id: blockingId, blocked_id: blockedId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteBlock(db: Database, id: number): Promise<void> {
  await db.deleteFrom('merge_request_blocks').where('id', '=', id).execute();
}

/** The dependency of this request, by its id. */
export function findBlock(db: Database, blockedId: number, id: number): Promise<BlockRow | undefined> {
  return db
    .selectFrom('merge_request_blocks')
    .selectAll()
    .where('id', '=', id)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
}

export function listBlocks(
  db: Database,
  end: 'blocked_id' | 'blocking_id',
  mergeRequestIds: readonly number[],
): Promise<BlockRow[]> {
  if (mergeRequestIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_request_blocks')
    .selectAll()
    .where(end, 'in', [...mergeRequestIds])
    .orderBy('id')
    .execute();
}

/** How many requests each of these depends on, and how many of those are not merged. Without any it is missing. */
export async function countBlocking(
  db: Database,
  blockedIds: readonly number[],
): Promise<Map<number, { total: number; unmerged: number }>> {
  if (blockedIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('merge_request_blocks as block')
    .innerJoin('merge_requests as blocking', 'blocking.id', 'block.blocking_id')
    .select((eb) => [
      'block.blocked_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('blocking.state', '<>', 'merged').as('unmerged'),
    ])
    .where('block.blocked_id', 'in', [...blockedIds])
    .groupBy('block.blocked_id')
    .execute();
  return new Map(rows.map((row) => [row.blocked_id, { total: row.total, unmerged: row.unmerged }]));
}

/** Whether the first depends on the second, directly or by others between them. */
export async function dependsOn(db: Database, mergeRequestId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive needed (id) as (
      select ${mergeRequestId}::bigint
      union
      select block.blocking_id from merge_request_blocks block join needed on block.blocked_id = needed.id
    )
    select id from needed where id = ${otherId}`.execute(db);
  return rows.length > 0;
}

export const dependenciesBlocks: Extensions = [
  describeConstraint('merge_request_blocks_pair_key', { code: 'dependency_exists' }),
];
