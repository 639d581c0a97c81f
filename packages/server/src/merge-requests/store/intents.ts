import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { MergeIntentTable, MergeRecordTable } from '../tables.ts';

type Database = Db | Tx;
export type MergeIntentRow = Selectable<MergeIntentTable>;

/** From then on the request says by itself that it is being merged, until the intent is taken. */
export async function insertMergeIntent(db: Database, values: Insertable<MergeIntentTable>): Promise<MergeIntentRow> {
  const intent = await db.insertInto('merge_intents').values(values).returningAll().executeTakeFirstOrThrow();
  await db
    .updateTable('merge_requests')
    .set({ merging_intent_id: intent.id })
    .where('id', '=', intent.merge_request_id)
    .execute();
  return intent;
}

/** True when the intent was still there: whoever removes it is the one who finishes it. */
export async function takeMergeIntent(db: Database, id: number): Promise<boolean> {
  const result = await db.deleteFrom('merge_intents').where('id', '=', id).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export function findMergeIntentOf(db: Database, mergeRequestId: number): Promise<MergeIntentRow | undefined> {
  return db.selectFrom('merge_intents').selectAll().where('merge_request_id', '=', mergeRequestId).executeTakeFirst();
}

/** Oldest first; only those whose maker has surely given up or gone. */
export function listMergeIntents(db: Database, olderThanSeconds: number, limit: number): Promise<MergeIntentRow[]> {
  return db
    .selectFrom('merge_intents')
    .selectAll()
    .where('created_at', '<=', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function hasMergeIntents(db: Database, projectIds: readonly number[]): Promise<boolean> {
  const query = db
    .selectFrom('merge_intents')
    .select('id')
    .where('project_id', 'in', [...projectIds])
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export function listIntentsOfTarget(db: Database, projectId: number, targetRef: string): Promise<MergeIntentRow[]> {
  return db
    .selectFrom('merge_intents')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('target_ref', '=', targetRef)
    .execute();
}

/** Keeps with the merge what every check said when it was decided. */
export async function insertMergeRecord(db: Database, intent: MergeIntentRow, mergedAt: Date): Promise<void> {
  await db
    .insertInto('merge_records')
    .values({
      merge_request_id: intent.merge_request_id,
      actor_id: intent.actor_id,
      head_sha: intent.head_sha,
      old_target_sha: intent.old_target_sha,
      new_target_sha: intent.new_target_sha,
      readiness: JSON.stringify(intent.readiness),
      decided_at: intent.created_at,
      merged_at: mergedAt,
    })
    .execute();
}

type MergeRecordRow = Selectable<MergeRecordTable>;

/** Records of merges, each with whether all of its checks let it through. */
export async function listMergeDecisions(
  db: Database,
  afterId: number,
  limit: number,
): Promise<(Pick<MergeRecordRow, 'id' | 'merge_request_id'> & { isAllowed: boolean })[]> {
  const { rows } = await sql<{ id: number; merge_request_id: number; isAllowed: boolean }>`
    select id, merge_request_id, not jsonb_path_exists(readiness, '$[*] ? (@.state != "passed" && @.state != "off")')
      as "isAllowed"
    from merge_records where id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}

export const mergeRequestsIntents: Extensions = [
  describeConstraint('merge_intents_merge_request_id_key', { code: 'merge_in_progress' }),
];
