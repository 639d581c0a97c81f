import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { DiffIndexTable } from '../tables.ts';

export type DiffIndexRow = Selectable<DiffIndexTable>;
export type DiffIndexKey = { projectId: number; base: string; head: string; ignoresWhitespace: boolean };

/** Raise it when indexes are written in another way; older ones are then made anew. */
export const INDEX_FORMAT = 2;

export function findDiffIndex(db: Db | Tx, key: DiffIndexKey): Promise<DiffIndexRow | undefined> {
  return db
    .selectFrom('diff_indexes')
    .selectAll()
    .where('project_id', '=', key.projectId)
    .where('base_sha', '=', key.base)
    .where('head_sha', '=', key.head)
    .where('ignores_whitespace', '=', key.ignoresWhitespace)
    .where('format_version', '=', INDEX_FORMAT)
    .executeTakeFirst();
}

/** Two that build the same at once both succeed; the first row stays. */
export async function insertDiffIndex(db: Db | Tx, values: Insertable<DiffIndexTable>): Promise<void> {
  await db
    .insertInto('diff_indexes')
    .values(values)
    .onConflict((conflict) => conflict.constraint('diff_indexes_key').doNothing())
    .execute();
}

export function listDiffObjects(
  db: Db | Tx,
  projectId: number,
): Promise<Pick<DiffIndexRow, 'header_name' | 'pack_name'>[]> {
  return db
    .selectFrom('diff_indexes')
    .select(['header_name', 'pack_name'])
    .where('project_id', '=', projectId)
    .execute();
}
