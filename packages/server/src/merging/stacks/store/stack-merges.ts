import type { Extensions } from '../../../platform/extensions.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type { StackMergeTable } from '../../tables.ts';

type Database = Db | Tx;
export type StackMergeRow = Selectable<StackMergeTable>;

export async function insertStackMerge(db: Database, values: Insertable<StackMergeTable>): Promise<number> {
  const { id } = await db.insertInto('stack_merges').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findStackMerge(db: Database, id: number): Promise<StackMergeRow | undefined> {
  return db.selectFrom('stack_merges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The newest one with this request at its top. */
export function findStackMergeOf(db: Database, mergeRequestId: number): Promise<StackMergeRow | undefined> {
  return db
    .selectFrom('stack_merges')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Only while it runs, and at the step that was seen if one is given: false when it went on or came to an end meanwhile. */
export async function updateRunning(
  db: Database,
  { id, position }: { id: number; position?: number },
  values: Updateable<StackMergeTable>,
): Promise<boolean> {
  let query = db.updateTable('stack_merges').set(values).where('id', '=', id).where('state', '=', 'running');
  if (position !== undefined) query = query.where('position', '=', position);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function listRunningStackMerges(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('stack_merges').select('id').where('state', '=', 'running').orderBy('id').execute();
  return rows.map((row) => row.id);
}

export const stacksStackMerges: Extensions = [
  describeConstraint('stack_merges_running_key', { code: 'stack_merge_running' }),
];
