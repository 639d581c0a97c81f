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

export function findUploadById(db: Db | Tx, projectId: number, id: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function listUploads(
  db: Db | Tx,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countUploads(db: Db | Tx, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteUploadRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

export async function listUploadNames(db: Db | Tx, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('storage_name').where('project_id', '=', projectId).execute();
  return rows.map((row) => row.storage_name);
}
