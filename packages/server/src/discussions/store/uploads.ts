import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { UploadTable } from '../tables.ts';

export type UploadRow = Selectable<UploadTable>;

export function insertUpload(db: Db | Tx, values: Insertable<UploadTable>): Promise<UploadRow> {
  return db.insertInto('uploads').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findUpload(db: Db | Tx, projectId: number, secret: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('secret', '=', secret)
    .executeTakeFirst();
}

export async function listUploadNames(db: Db | Tx, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('storage_name').where('project_id', '=', projectId).execute();
  return rows.map((row) => row.storage_name);
}
