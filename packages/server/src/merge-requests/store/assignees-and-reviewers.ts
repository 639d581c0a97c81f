import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import { issuableStore, setLinks } from '../../planning/index.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;

export const {
  listAssignees,
  setAssignees,
  listLabelIds,
  setLabels,
  replaceLabels: replaceRequestLabels,
  replaceMilestones: replaceRequestMilestones,
  findLevel: findChosenLevel,
  listLevelsOf,
  putLevel: putChosenLevel,
  listLevels: listChosenLevels,
  touch: touchMergeRequest,
  listIdsOfAuthor: listMergeRequestIdsOfAuthor,
  deleteRow: deleteMergeRequestRow,
} = issuableStore({
  rows: 'merge_requests',
  type: 'MergeRequest',
  key: 'merge_request_id',
  as: 'mergeRequestId',
  assignees: 'merge_request_assignees',
  labels: 'merge_request_labels',
  subscriptions: 'merge_request_subscriptions',
});

export type OnRequest = { mergeRequestId: number; userId: number };
/** `requestedAt`: when they were last asked; `stateAt`: since when they think so. */
export type ReviewerRow = OnRequest & { state: ReviewerState; createdAt: Date; requestedAt: Date; stateAt: Date };

export async function listReviewers(db: Database, ids: readonly number[]): Promise<ReviewerRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('merge_request_reviewers')
    .selectAll()
    .where('merge_request_id', 'in', [...ids])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    mergeRequestId: row.merge_request_id,
    userId: row.user_id,
    state: row.state,
    createdAt: row.created_at,
    requestedAt: row.requested_at,
    stateAt: row.state_at,
  }));
}

/** Those whom something was pushed to since they came to what they think, with when it first was. */
export async function listPushedSince(
  db: Database,
  mergeRequestIds: readonly number[],
): Promise<{ mergeRequestId: number; userId: number; at: Date }[]> {
  if (mergeRequestIds.length === 0) return [];
  const { rows } = await sql<{ mergeRequestId: number; userId: number; at: Date }>`
    select r.merge_request_id as "mergeRequestId", r.user_id as "userId", min(v.created_at) as at
    from merge_request_reviewers r
    join merge_request_versions v on v.merge_request_id = r.merge_request_id and v.created_at > r.state_at
    where r.merge_request_id = any(${[...mergeRequestIds]}::bigint[])
    group by r.merge_request_id, r.user_id`.execute(db);
  return rows;
}

/** Those who stay keep their state. */
export const setReviewers = (db: Database, id: number, userIds: readonly number[]): Promise<void> =>
  setLinks(db, { table: 'merge_request_reviewers', key: 'merge_request_id', id }, 'user_id', userIds);

/** Author, assignees and reviewers, each once: those whom it can wait for. */
export async function listMergeRequestUserIds(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select author_id as "userId" from merge_requests where id = ${id} and author_id is not null
    union select user_id from merge_request_assignees where merge_request_id = ${id}
    union select user_id from merge_request_reviewers where merge_request_id = ${id}`.execute(db);
  return rows.map((row) => row.userId);
}
