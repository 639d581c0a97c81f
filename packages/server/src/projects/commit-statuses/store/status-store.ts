import type { CommitState } from '@tributary/contract/projects/commit-statuses.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { CommitStatusTable } from '../tables.ts';

export type CommitStatusRow = Selectable<CommitStatusTable>;

export type StatusKey = { projectId: number; sha: string; ref: string; name: string };

/** The newest report of this name, locked. Reports of one commit are written one after another. */
export async function lockLatest(db: Db | Tx, key: StatusKey): Promise<CommitStatusRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commit_status:${key.projectId}:${key.sha}`}, 0))`.execute(
    db,
  );
  return db
    .selectFrom('commit_statuses')
    .selectAll()
    .where('project_id', '=', key.projectId)
    .where('sha', '=', key.sha)
    .where('ref', '=', key.ref)
    .where('name', '=', key.name)
    .where('is_latest', '=', true)
    .executeTakeFirst();
}

export async function retire(db: Db | Tx, id: number): Promise<void> {
  await db.updateTable('commit_statuses').set({ is_latest: false }).where('id', '=', id).execute();
}

type Facts = {
  state: CommitState;
  description: string | null;
  target_url: string | null;
  coverage: number | null;
  started_at: Date | null;
  finished_at: Date | null;
};

export function insertStatus(
  db: Db | Tx,
  key: StatusKey & { isTag: boolean; authorId: number | null },
  facts: Facts,
): Promise<CommitStatusRow> {
  const { projectId, sha, ref, name, isTag, authorId } = key;
  return db
    .insertInto('commit_statuses')
    .values({ project_id: projectId, sha, ref, is_tag: isTag, name, author_id: authorId, ...facts })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateStatus(db: Db | Tx, id: number, facts: Facts): Promise<CommitStatusRow> {
  return db
    .updateTable('commit_statuses')
    .set({ ...facts, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type StatusFilter = { sha: string; ref?: string | undefined; name?: string | undefined; includesOld: boolean };

function matching(db: Db | Tx, projectId: number, filter: StatusFilter) {
  let query = db.selectFrom('commit_statuses').where('project_id', '=', projectId).where('sha', '=', filter.sha);
  if (filter.ref !== undefined) query = query.where('ref', '=', filter.ref);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  return filter.includesOld ? query : query.where('is_latest', '=', true);
}

export function listStatusRows(
  db: Db | Tx,
  projectId: number,
  filter: StatusFilter,
  page: { limit: number; offset: number; sort: 'asc' | 'desc' },
): Promise<CommitStatusRow[]> {
  return matching(db, projectId, filter)
    .selectAll()
    .orderBy('id', page.sort)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countStatusRows(db: Db | Tx, projectId: number, filter: StatusFilter): Promise<number> {
  const row = await matching(db, projectId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** States of the newest reports on many commits. */
export function latestStates(
  db: Db | Tx,
  projectId: number,
  shas: readonly string[],
): Promise<{ sha: string; state: CommitState }[]> {
  return db
    .selectFrom('commit_statuses')
    .select(['sha', 'state'])
    .where('project_id', '=', projectId)
    .where('sha', 'in', [...shas])
    .where('is_latest', '=', true)
    .execute();
}
