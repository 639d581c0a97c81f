import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { MergeRequestTable } from '../tables.ts';

export { deleteMergeRequestRow, listMergeRequestIdsOfAuthor, touchMergeRequest } from './assignees-and-reviewers.ts';

type Database = Db | Tx;
export type MergeRequestRow = Selectable<MergeRequestTable>;
export type NewMergeRequest = Insertable<MergeRequestTable>;
export type MergeRequestChange = Updateable<MergeRequestTable>;

/** The next number of the project; held until the transaction ends, so numbers have no gaps by races. */
export async function takeIid(db: Database, projectId: number): Promise<number> {
  const row = await db
    .insertInto('merge_request_counters')
    .values({ project_id: projectId, last_iid: 1 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ last_iid: sql<number>`merge_request_counters.last_iid + 1` }),
    )
    .returning('last_iid')
    .executeTakeFirstOrThrow();
  return row.last_iid;
}

export function insertMergeRequest(db: Database, values: NewMergeRequest): Promise<MergeRequestRow> {
  return db.insertInto('merge_requests').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findMergeRequest(db: Database, projectId: number, iid: number): Promise<MergeRequestRow | undefined> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('target_project_id', '=', projectId)
    .where('iid', '=', iid)
    .executeTakeFirst();
}

export function findMergeRequestById(db: Database, id: number): Promise<MergeRequestRow | undefined> {
  return db.selectFrom('merge_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Held until the transaction ends: everything that changes a merge request goes through this row. Between the decision to
 * merge and the move of the branch nothing may change that a gate depends on, so the change comes wholly before the decision
 * or after the merge. Fails with `merge_in_progress`, which means: try again in a moment.
 */
export async function lockMergeRequest(db: Database, id: number): Promise<MergeRequestRow | undefined> {
  const row = await lockEvenMerging(db, id);
  if (row && row.merging_intent_id !== null) throw new AppError('merge_in_progress');
  return row;
}

/** The same for what no gate depends on and for what the product notes by itself, which is never refused. */
export function lockEvenMerging(db: Database, id: number): Promise<MergeRequestRow | undefined> {
  return db.selectFrom('merge_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function listMergeRequestsByIds(db: Database, ids: readonly number[]): Promise<MergeRequestRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export function listMergeRequestsByIids(
  db: Database,
  projectId: number,
  iids: readonly number[],
): Promise<MergeRequestRow[]> {
  if (iids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('target_project_id', '=', projectId)
    .where('iid', 'in', [...iids])
    .execute();
}

/** Of every project, in whatever state. */
export async function listIdsOfMilestone(db: Database, milestoneId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The removal of its source branch came to an end. Nothing that users edit: their forms stay good. True for the first. */
export async function endSourceRemoval(db: Database, id: number): Promise<boolean> {
  const result = await db
    .updateTable('merge_requests')
    .set({ source_removal_until: null })
    .where('id', '=', id)
    .where('source_removal_until', 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Changes what users see of it: the version for edit conflicts and the time of the last change move. */
export async function updateMergeRequestRow(
  db: Database,
  id: number,
  change: MergeRequestChange,
): Promise<MergeRequestRow> {
  return db
    .updateTable('merge_requests')
    .set({
      ...change,
      ...(change.is_draft === false && {
        ready_at: sql<Date | null>`case when is_draft then clock_timestamp() else ready_at end`,
      }),
      ...(change.state === 'opened' && {
        ready_at: sql<Date | null>`case when state = 'closed' then clock_timestamp() else ready_at end`,
      }),
      lock_version: sql<number>`lock_version + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps what the product found out by itself; nobody changed anything. */
export async function noteFacts(db: Database, id: number, facts: MergeRequestChange): Promise<void> {
  await db.updateTable('merge_requests').set(facts).where('id', '=', id).execute();
}

/** Marks whether it can be merged as unknown; an answer to what was asked before is not taken any more. */
export async function setMergeCheckRequested(
  db: Database,
  id: number,
  status: 'preparing' | 'checking',
): Promise<void> {
  await db
    .updateTable('merge_requests')
    .set({
      merge_status: status,
      merge_check_requested_at: new Date(),
      merge_check_number: sql<number>`merge_check_number + 1`,
    })
    .where('id', '=', id)
    .execute();
}

type Pair = { sourceProjectId: number; sourceBranch: string; targetProjectId: number; targetBranch: string };

export function findOpenForPair(db: Database, pair: Pair): Promise<MergeRequestRow | undefined> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('source_project_id', '=', pair.sourceProjectId)
    .where('source_branch', '=', pair.sourceBranch)
    .where('target_project_id', '=', pair.targetProjectId)
    .where('target_branch', '=', pair.targetBranch)
    .where('state', '=', 'opened')
    .executeTakeFirst();
}

export function listOpenBySource(db: Database, projectId: number, branch: string): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('source_project_id', '=', projectId)
    .where('source_branch', '=', branch)
    .where('state', '=', 'opened')
    .orderBy('id')
    .execute();
}

/** Ids of open requests of any of these branches, oldest first. */
export async function listOpenOfBranches(
  db: Database,
  wanted: {
    sourceProjectId: number;
    branches: readonly string[];
    target?: { projectId: number; branch: string };
  },
): Promise<number[]> {
  const { target } = wanted;
  let query = db
    .selectFrom('merge_requests')
    .select('id')
    .where('source_project_id', '=', wanted.sourceProjectId)
    .where('source_branch', 'in', [...wanted.branches])
    .where('state', '=', 'opened');
  if (target) {
    query = query.where('target_project_id', '=', target.projectId).where('target_branch', '=', target.branch);
  }
  return (await query.orderBy('id').execute()).map(({ id }) => id);
}

/** Open requests that have commits of their own. */
export function listOpenAfter(db: Database, afterId: number, limit: number): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('state', '=', 'opened')
    .where('commits_count', '>', 0)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Open requests with this head, from or into the project. */
export function listOpenByHead(db: Database, projectId: number, sha: string): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where((eb) => eb.or([eb('target_project_id', '=', projectId), eb('source_project_id', '=', projectId)]))
    .where('head_sha', '=', sha)
    .where('state', '=', 'opened')
    .orderBy('id')
    .execute();
}

export function listOpenByTarget(
  db: Database,
  projectId: number,
  branch: string,
  page: { afterId: number; limit: number },
): Promise<MergeRequestRow[]> {
  return db
    .selectFrom('merge_requests')
    .selectAll()
    .where('target_project_id', '=', projectId)
    .where('target_branch', '=', branch)
    .where('state', '=', 'opened')
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

const MAX_COLLABORATIONS = 200;

/** Open requests from this fork whose authors let those who may merge push to the branch. */
export function listCollaborations(
  db: Db | Tx,
  sourceProjectId: number,
): Promise<Pick<MergeRequestRow, 'source_branch' | 'target_project_id' | 'target_branch'>[]> {
  return db
    .selectFrom('merge_requests')
    .select(['source_branch', 'target_project_id', 'target_branch'])
    .where('source_project_id', '=', sourceProjectId)
    .where('target_project_id', '<>', sourceProjectId)
    .where('state', '=', 'opened')
    .where('allow_collaboration', '=', true)
    .orderBy('id', 'desc')
    .limit(MAX_COLLABORATIONS)
    .execute();
}

export const mergeRequestsMergeRequests: Extensions = [
  describeConstraint('merge_requests_open_pair_key', { code: 'merge_request_exists' }),
];
