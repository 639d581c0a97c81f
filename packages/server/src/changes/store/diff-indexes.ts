import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { DiffIndexTable } from '../tables.ts';

export type DiffIndexRow = Selectable<DiffIndexTable>;
export type DiffIndexKey = { projectId: number; base: string; head: string; ignoresWhitespace: boolean };

/** Raise it when indexes are written in another way; older ones are then made again. */
export const INDEX_FORMAT = 5;

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

/** Is there one in any format, also of an older version of the product? */
export async function hasDiffIndex(db: Db | Tx, key: DiffIndexKey): Promise<boolean> {
  const row = await db
    .selectFrom('diff_indexes')
    .select('id')
    .where('project_id', '=', key.projectId)
    .where('base_sha', '=', key.base)
    .where('head_sha', '=', key.head)
    .where('ignores_whitespace', '=', key.ignoresWhitespace)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Since when indexes are written in the format of today. */
export async function firstIndexedAt(db: Db | Tx): Promise<Date | null> {
  const row = await db
    .selectFrom('diff_indexes')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('format_version', '=', INDEX_FORMAT)
    .executeTakeFirst();
  return row?.at ?? null;
}

/**
 * Before objects are stored: what then fails, or is ended by a crash, leaves nothing that nobody knows of. The names must
 * differ; one that is known already is due when it is said last.
 */
export async function noteLeftovers(db: Db | Tx, names: readonly string[], dueAt: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto('diff_leftovers')
    .values(names.map((name) => ({ name, due_at: dueAt })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') })))
    .execute();
}

/**
 * From now on the index is found, and its objects are no leftovers. A pack with the same bytes is named instead of its own
 * one if there is one, and held against being let go at the same time. Undefined when someone else was faster with the
 * same: the first row stays.
 */
export async function insertDiffIndex(
  db: Db | Tx,
  values: Omit<Insertable<DiffIndexTable>, 'id' | 'created_at' | 'format_version'>,
): Promise<DiffIndexRow | undefined> {
  const { rows } = await sql<DiffIndexRow>`
    with twin as (
      select pack_name from diff_indexes
      where project_id = ${values.project_id} and pack_digest = ${values.pack_digest}
        and format_version = ${INDEX_FORMAT}
      limit 1 for key share),
    kept as (
      insert into diff_indexes (project_id, base_sha, head_sha, ignores_whitespace, format_version, header_name,
        pack_name, pack_digest, files_count, added_lines, removed_lines, size_bytes, last_used_at)
      values (${values.project_id}, ${values.base_sha}, ${values.head_sha}, ${values.ignores_whitespace},
        ${INDEX_FORMAT}, ${values.header_name}, coalesce((select pack_name from twin), ${values.pack_name}),
        ${values.pack_digest}, ${values.files_count}, ${values.added_lines}, ${values.removed_lines},
        ${values.size_bytes}, ${values.last_used_at})
      on conflict on constraint diff_indexes_key do nothing
      returning *),
    named as (
      delete from diff_leftovers l using kept where l.name in (kept.header_name, kept.pack_name))
    select * from kept`.execute(db);
  return rows[0];
}

/** Several processes and readers may say so at once; one of them writes. */
export async function touchDiffIndex(db: Db | Tx, id: number, now: Date, unlessSince: Date): Promise<void> {
  await db
    .updateTable('diff_indexes')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<', unlessSince)
    .execute();
}

type Gone = Pick<DiffIndexRow, 'id' | 'project_id' | 'header_name' | 'pack_name' | 'pack_digest'>;

/**
 * Lets go of comparisons that nobody used since then, in the order of their ids; call it in a transaction. What a version
 * brings stays as long as the version, with white space ignored as long as it is the newest of an open request.
 */
export async function deleteUnusedIndexes(
  db: Db | Tx,
  { unusedSince, afterId, limit, dueAt }: { unusedSince: Date; afterId: number; limit: number; dueAt: Date },
): Promise<number[]> {
  const { rows } = await sql<Gone>`
    delete from diff_indexes where last_used_at < ${unusedSince} and id in (
      select d.id from diff_indexes d
      where d.id > ${afterId} and d.last_used_at < ${unusedSince}
        and (d.format_version < ${INDEX_FORMAT} or not exists (
          select from merge_request_versions v join merge_requests m on m.id = v.merge_request_id
          where v.head_sha = d.head_sha and v.base_sha = d.base_sha and m.target_project_id = d.project_id
            and (not d.ignores_whitespace or (m.state = 'opened' and m.latest_version_id = v.id))))
      order by d.id limit ${limit} for update skip locked)
    returning id, project_id, header_name, pack_name, pack_digest`.execute(db);
  const packs = await unnamedPacks(db, rows);
  await noteLeftovers(db, [...new Set([...rows.map((row) => row.header_name), ...packs])], dueAt);
  return rows.map((row) => row.id);
}

/**
 * Lets go of one comparison whose stored objects cannot be used, so that it is built again, or of all that name its pack;
 * call it in a transaction.
 */
export async function deleteIndex(
  db: Db | Tx,
  { id, project_id: projectId, pack_name: pack }: Pick<DiffIndexRow, 'id' | 'project_id' | 'pack_name'>,
  dueAt: Date,
  { withPack = false } = {},
): Promise<void> {
  const rows = await db
    .deleteFrom('diff_indexes')
    .where('project_id', '=', projectId)
    .where((eb) => (withPack ? eb('pack_name', '=', pack) : eb('id', '=', id)))
    .returning(['id', 'project_id', 'header_name', 'pack_name', 'pack_digest'])
    .execute();
  const packs = await unnamedPacks(db, rows);
  await noteLeftovers(db, [...new Set([...rows.map((row) => row.header_name), ...packs])], dueAt);
}

/** Asked after the rows are gone, so that one that began to share a pack meanwhile is seen. */
async function unnamedPacks(db: Db | Tx, gone: readonly Gone[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select g.name from unnest(${gone.map((row) => row.project_id)}::bigint[], ${gone.map((row) => row.pack_digest)}::text[],
      ${gone.map((row) => row.pack_name)}::text[]) as g(project_id, digest, name)
    where not exists (select from diff_indexes d
      where d.project_id = g.project_id and d.pack_digest = g.digest and d.pack_name = g.name)`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * In the order of their names. Before 0277 names were used again and nobody knew of leftovers: while such a process runs
 * beside this one, or came back, a row may name what was let go. It stays as long as the row.
 */
export async function listDueLeftovers(
  db: Db | Tx,
  now: Date,
  { afterName, limit }: { afterName: string; limit: number },
): Promise<string[]> {
  // Two questions, so that each is answered by one pass over the rows and not by one for each name.
  const { rows } = await sql<{ name: string }>`
    select l.name from diff_leftovers l
    where l.due_at <= ${now} and l.name > ${afterName}
      and not exists (select from diff_indexes d where d.header_name = l.name)
      and not exists (select from diff_indexes d where d.pack_name = l.name)
    order by l.name limit ${limit}`.execute(db);
  return rows.map((row) => row.name);
}

export async function forgetLeftovers(db: Db | Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .deleteFrom('diff_leftovers')
    .where('name', 'in', [...names])
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
