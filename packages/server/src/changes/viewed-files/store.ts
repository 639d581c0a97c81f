import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestVisitTable, ViewedFileTable } from './tables.ts';

type Database = Db | Tx;
export type ViewedFileRow = Selectable<ViewedFileTable>;
export type VisitRow = Selectable<MergeRequestVisitTable>;
type Own = { mergeRequestId: number; userId: number };

export function listViewedFiles(db: Database, { mergeRequestId, userId }: Own): Promise<ViewedFileRow[]> {
  return db
    .selectFrom('reviewed_files')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .execute();
}

export async function insertViewedFiles(db: Database, rows: Omit<ViewedFileRow, 'created_at'>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('reviewed_files')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a mark away wherever it was put: the same content may have been ticked under an earlier name. */
export async function deleteViewedFile(
  db: Database,
  { mergeRequestId, userId }: Own,
  mark: Pick<ViewedFileRow, 'path' | 'content'>,
): Promise<void> {
  await db
    .deleteFrom('reviewed_files')
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .where('path', '=', mark.path)
    .where('content', '=', mark.content)
    .execute();
}

export function findVisit(db: Database, { mergeRequestId, userId }: Own): Promise<VisitRow | undefined> {
  return db
    .selectFrom('merge_request_looks')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The versions that users who look at a request saw last, the latest looks first; each once. */
export async function listLookedAtVersions(db: Database, mergeRequestId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_request_looks')
    .select('version_id')
    .where('merge_request_id', '=', mergeRequestId)
    .groupBy('version_id')
    .orderBy(({ fn }) => fn.max('looked_at'), 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.version_id);
}

/** Looking at the same version again changes nothing; looking back at an older one neither. */
export async function upsertVisit(db: Database, look: Own & { versionId: number }): Promise<void> {
  await db
    .insertInto('merge_request_looks')
    .values({
      merge_request_id: look.mergeRequestId,
      user_id: look.userId,
      version_id: look.versionId,
      previous_version_id: null,
      previous_looked_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merge_request_id', 'user_id'])
        .doUpdateSet({
          version_id: look.versionId,
          previous_version_id: sql<number>`merge_request_looks.version_id`,
          looked_at: sql<Date>`now()`,
          previous_looked_at: sql<Date>`merge_request_looks.looked_at`,
        })
        .where('merge_request_looks.version_id', '<', look.versionId),
    )
    .execute();
}
