import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { MergeRequestVersionCommitTable, MergeRequestVersionTable } from '../tables.ts';

type Database = Db | Tx;
export type VersionRow = Selectable<MergeRequestVersionTable>;
export type NewVersion = Insertable<MergeRequestVersionTable>;
export type VersionCommitRow = Selectable<MergeRequestVersionCommitTable>;

const INSERT_BATCH = 200;

export async function insertVersion(
  db: Database,
  version: Omit<NewVersion, 'number'>,
  commits: readonly Omit<VersionCommitRow, 'version_id'>[],
): Promise<VersionRow> {
  const row = await db
    .insertInto('merge_request_versions')
    .values({
      ...version,
      // Not when the transaction began: an outcome may have come before this, and is of what was there then.
      created_at: sql<Date>`clock_timestamp()`,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from merge_request_versions
        where merge_request_id = ${version.merge_request_id})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (let at = 0; at < commits.length; at += INSERT_BATCH) {
    const batch = commits.slice(at, at + INSERT_BATCH);
    await db
      .insertInto('merge_request_version_commits')
      .values(batch.map((commit) => ({ ...commit, version_id: row.id })))
      .execute();
  }
  return row;
}

export function listVersions(db: Database, mergeRequestId: number): Promise<VersionRow[]> {
  return db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('number', 'desc')
    .execute();
}

/** Of this merge request only; undefined for numbers of others. */
export function findVersion(db: Database, mergeRequestId: number, id: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The first one between these commits; undefined when there was none. */
export async function findVersionNumber(
  db: Database,
  mergeRequestId: number,
  { base_sha: base, head_sha: head }: { base_sha: string; head_sha: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('merge_request_versions')
    .select('number')
    .where('merge_request_id', '=', mergeRequestId)
    .where('base_sha', '=', base)
    .where('head_sha', '=', head)
    .orderBy('number')
    .executeTakeFirst();
  return row?.number;
}

export function findVersionById(db: Database, id: number): Promise<VersionRow | undefined> {
  return db.selectFrom('merge_request_versions').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listVersionsByIds(db: Database, ids: readonly number[]): Promise<VersionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export function listBuildingVersions(db: Database, olderThanSeconds: number, limit: number): Promise<VersionRow[]> {
  return db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('state', '=', 'building')
    .where('created_at', '<', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function updateVersion(
  db: Database,
  id: number,
  change: Updateable<MergeRequestVersionTable>,
): Promise<void> {
  await db.updateTable('merge_request_versions').set(change).where('id', '=', id).execute();
}

/** Those whose subject, author or beginning of the id is searched for. */
function commitsOf(db: Database, versionId: number, search: string | undefined) {
  const query = db.selectFrom('merge_request_version_commits').where('version_id', '=', versionId);
  if (search === undefined || search === '') return query;
  const literal = search.replace(/[\\%_]/g, (char) => `\\${char}`);
  return query.where((eb) =>
    eb.or([
      eb(sql<string>`split_part(message, E'\\n', 1)`, 'ilike', `%${literal}%`),
      eb('author_name', 'ilike', `%${literal}%`),
      eb('sha', 'like', `${literal.toLowerCase()}%`),
    ]),
  );
}

export function listVersionCommits(
  db: Database,
  versionId: number,
  page?: { limit: number; offset: number; search?: string | undefined },
): Promise<VersionCommitRow[]> {
  let query = commitsOf(db, versionId, page?.search).selectAll().orderBy('position');
  if (page) query = query.limit(page.limit).offset(page.offset);
  return query.execute();
}

export async function countVersionCommits(db: Database, versionId: number, search?: string): Promise<number> {
  const row = await commitsOf(db, versionId, search)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Versions that someone looked at, approved or reviewed. */
export async function listHeldVersions(db: Database, mergeRequestId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select version_id as id from merge_request_looks where merge_request_id = ${mergeRequestId}
    union select previous_version_id from merge_request_looks
      where merge_request_id = ${mergeRequestId} and previous_version_id is not null
    union select v.id from merge_request_versions v
      where v.merge_request_id = ${mergeRequestId} and v.head_sha in (
        select head_sha from merge_request_approvals where merge_request_id = ${mergeRequestId}
        union select head_sha from merge_request_reviews where merge_request_id = ${mergeRequestId})`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteVersions(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('merge_request_versions')
    .where('id', 'in', [...ids])
    .execute();
}

/** The newest version of a request that brings this commit. */
export async function findVersionOfCommit(
  db: Database,
  mergeRequestId: number,
  sha: string,
): Promise<number | undefined> {
  const [id] = await listVersionsOfCommits(db, mergeRequestId, [sha]);
  return id;
}

/** The same for several commits; those that no version brings are left out. */
export async function listVersionsOfCommits(
  db: Database,
  mergeRequestId: number,
  shas: readonly string[],
): Promise<number[]> {
  if (shas.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct on (c.sha) v.id from merge_request_version_commits c
      join merge_request_versions v on v.id = c.version_id
    where v.merge_request_id = ${mergeRequestId} and c.sha = any(${[...shas]}::text[])
    order by c.sha, v.number desc`.execute(db);
  return rows.map((row) => row.id);
}

/** Commits of any version of a request whose ids begin so, two at most. The beginning is of hexadecimal digits. */
export async function listCommitsBeginning(db: Database, mergeRequestId: number, digits: string): Promise<string[]> {
  const { rows } = await sql<{ sha: string }>`
    select distinct c.sha from merge_request_version_commits c
      join merge_request_versions v on v.id = c.version_id
    where v.merge_request_id = ${mergeRequestId} and starts_with(c.sha, ${digits}) limit 2`.execute(db);
  return rows.map((row) => row.sha);
}

/** Is it what a version of a request into this project brings? */
export async function isVersionBetween(
  db: Database,
  { projectId, base, head }: { projectId: number; base: string; head: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from merge_request_versions v join merge_requests m on m.id = v.merge_request_id
    where v.head_sha = ${head} and v.base_sha = ${base} and m.target_project_id = ${projectId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Those of the commits that a version of a request into this project brings, or lies between. */
export async function listCommitsOfVersions(
  db: Database,
  projectId: number,
  shas: readonly string[],
): Promise<string[]> {
  if (shas.length === 0) return [];
  const { rows } = await sql<{ sha: string }>`
    select c.sha from merge_request_version_commits c
      join merge_request_versions v on v.id = c.version_id
      join merge_requests m on m.id = v.merge_request_id and m.target_project_id = ${projectId}
    where c.sha = any(${[...shas]}::text[])
    union select x.sha from merge_requests m join merge_request_versions v on v.merge_request_id = m.id
      cross join lateral (values (v.base_sha), (v.start_sha), (v.head_sha)) as x(sha)
    where m.target_project_id = ${projectId} and x.sha = any(${[...shas]}::text[])`.execute(db);
  return rows.map((row) => row.sha);
}

/** Object ids that must exist as long as the merge request does. */
export async function listReferencedShas(db: Database, mergeRequestId: number): Promise<string[]> {
  const { rows } = await sql<{ sha: string }>`
    select distinct x.sha from merge_request_versions v
      cross join lateral (values (v.base_sha), (v.start_sha), (v.head_sha)) as x(sha)
    where v.merge_request_id = ${mergeRequestId}`.execute(db);
  return rows.map((row) => row.sha);
}
