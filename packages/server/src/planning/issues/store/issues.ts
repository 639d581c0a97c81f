import type { Extensions } from '../../../platform/extensions.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { IssueTable } from '../../tables.ts';

export { deleteIssueRow, listIssueIdsOfAuthor, touchIssue } from './participants.ts';

type Database = Db | Tx;
export type IssueRow = Selectable<IssueTable>;
export type NewIssue = Insertable<IssueTable>;
export type IssueChange = Updateable<IssueTable>;

/**
 * The next number of the project, or the wanted one, which later ones follow; held until the transaction ends, so numbers
 * have no gaps by races. That a wanted one is free is seen when the issue is written.
 */
export async function takeIssueIid(db: Database, projectId: number, wanted?: number): Promise<number> {
  const next =
    wanted === undefined
      ? sql<number>`issue_counters.last_iid + 1`
      : sql<number>`greatest(issue_counters.last_iid, ${wanted}::bigint)`;
  const row = await db
    .insertInto('issue_counters')
    .values({ project_id: projectId, last_iid: wanted ?? 1 })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ last_iid: next }))
    .returning('last_iid')
    .executeTakeFirstOrThrow();
  return wanted ?? row.last_iid;
}

export function insertIssue(db: Database, values: NewIssue): Promise<IssueRow> {
  return db.insertInto('issues').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findIssue(db: Database, projectId: number, iid: number): Promise<IssueRow | undefined> {
  return db
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('iid', '=', iid)
    .executeTakeFirst();
}

export function findIssueById(db: Database, id: number): Promise<IssueRow | undefined> {
  return db.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listIssuesByIds(db: Database, ids: readonly number[]): Promise<IssueRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('issues')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Held until the transaction ends: everything that changes an issue goes through this row. */
export function lockIssue(db: Database, id: number): Promise<IssueRow | undefined> {
  return db.selectFrom('issues').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function listIssuesByIids(db: Database, projectId: number, iids: readonly number[]): Promise<IssueRow[]> {
  if (iids.length === 0) return [];
  return db
    .selectFrom('issues')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('iid', 'in', [...iids])
    .execute();
}

/** Of every project, in whatever state. */
export async function listIssueIdsOfMilestone(db: Database, milestoneId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('issues')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Changes what users see of it: the version for edit conflicts and the time of the last change move. */
export function updateIssueRow(db: Database, id: number, change: IssueChange): Promise<IssueRow> {
  return db
    .updateTable('issues')
    .set({ ...change, lock_version: sql<number>`lock_version + 1`, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps what the product made by itself; nobody changed anything. */
export async function noteIssueFacts(db: Database, id: number, facts: IssueChange): Promise<void> {
  await db.updateTable('issues').set(facts).where('id', '=', id).execute();
}

export async function newestIssueId(
  db: Database,
  projectId: number,
  isConfidential: boolean,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('issues')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_confidential', '=', isConfidential)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export const issuesIssues: Extensions = [describeConstraint('issues_iid_key', { code: 'issue_iid_taken' })];
