import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ContainerColumns } from '../../projects/index.ts';
import type { UploadTable } from '../tables.ts';

type Database = Db | Tx;
export type UploadRow = Selectable<UploadTable>;

export function insertUpload(db: Database, values: Insertable<UploadTable>): Promise<UploadRow> {
  return db.insertInto('uploads').values(values).returningAll().executeTakeFirstOrThrow();
}

function of(db: Database, home: ContainerColumns) {
  const query = db.selectFrom('uploads');
  return home.project_id === null
    ? query.where('namespace_id', '=', home.namespace_id)
    : query.where('project_id', '=', home.project_id);
}

export function findUpload(db: Database, home: ContainerColumns, secret: string): Promise<UploadRow | undefined> {
  return of(db, home).selectAll().where('secret', '=', secret).executeTakeFirst();
}

export async function listUploadsBySecrets(
  db: Database,
  home: ContainerColumns,
  secrets: readonly string[],
): Promise<UploadRow[]> {
  if (secrets.length === 0) return [];
  return of(db, home)
    .selectAll()
    .where('secret', 'in', [...secrets])
    .execute();
}

/** Sizes of those that are images, by their secrets. */
export async function imageSizes(
  db: Database,
  home: ContainerColumns,
  secrets: readonly string[],
): Promise<Map<string, ImageSize>> {
  const rows = await of(db, home)
    .select(['secret', 'width', 'height'])
    .where('secret', 'in', [...secrets])
    .execute();
  return new Map(
    rows.flatMap(({ secret, width, height }) => (width && height ? [[secret, { width, height }] as const] : [])),
  );
}

export function findUploadById(db: Database, home: ContainerColumns, id: number): Promise<UploadRow | undefined> {
  return of(db, home).selectAll().where('id', '=', id).executeTakeFirst();
}

export function listUploads(
  db: Database,
  home: ContainerColumns,
  page: { limit: number; offset: number },
): Promise<UploadRow[]> {
  return of(db, home).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
}

export async function countUploads(db: Database, home: ContainerColumns): Promise<number> {
  const row = await of(db, home)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteUploadRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

export async function listUploadNames(db: Database, home: ContainerColumns): Promise<string[]> {
  const rows = await of(db, home).select('storage_name').execute();
  return rows.map((row) => row.storage_name);
}

export async function hasUploads(db: Database): Promise<boolean> {
  return (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Those of these stored names that belong to no file; a name ends with the secret of its file. */
export async function namesWithoutUpload(db: Database, names: readonly string[]): Promise<string[]> {
  const secrets = names.map((name) => name.slice(name.lastIndexOf('/') + 1));
  if (secrets.length === 0) return [];
  const rows = await db.selectFrom('uploads').select('storage_name').where('secret', 'in', secrets).execute();
  const known = new Set(rows.map((row) => row.storage_name));
  return names.filter((name) => !known.has(name));
}
