import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { MergeIntentTable } from '../tables.ts';

type Database = Db | Tx;
export type MergeIntentRow = Selectable<MergeIntentTable>;

describeConstraint('merge_intents_merge_request_id_key', { code: 'merge_in_progress' });

export function insertMergeIntent(db: Database, values: Insertable<MergeIntentTable>): Promise<MergeIntentRow> {
  return db.insertInto('merge_intents').values(values).returningAll().executeTakeFirstOrThrow();
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

export async function hasMergeIntents(db: Database, projectId: number): Promise<boolean> {
  const query = db.selectFrom('merge_intents').select('id').where('project_id', '=', projectId).limit(1);
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
