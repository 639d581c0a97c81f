import type { ReviewerState } from '@tributary/contract/merge-requests/page.ts';
import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { type ChosenLevel, levelOf, subscriptionAt } from '../../notifications/index.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;
export type OnRequest = { mergeRequestId: number; userId: number };
/** `requestedAt`: when they were last asked; `stateAt`: since when they think so. */
export type ReviewerRow = OnRequest & { state: ReviewerState; createdAt: Date; requestedAt: Date; stateAt: Date };

export async function listAssignees(
  db: Database,
  ids: readonly number[],
): Promise<(OnRequest & { createdAt: Date })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('merge_request_assignees')
    .select(['merge_request_id', 'user_id', 'created_at'])
    .where('merge_request_id', 'in', [...ids])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ mergeRequestId: row.merge_request_id, userId: row.user_id, createdAt: row.created_at }));
}

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

export async function setAssignees(db: Database, id: number, userIds: readonly number[]): Promise<void> {
  let removal = db.deleteFrom('merge_request_assignees').where('merge_request_id', '=', id);
  if (userIds.length > 0) removal = removal.where('user_id', 'not in', [...userIds]);
  await removal.execute();
  if (userIds.length === 0) return;
  await db
    .insertInto('merge_request_assignees')
    .values(userIds.map((userId) => ({ merge_request_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those who stay keep their state. */
export async function setReviewers(db: Database, id: number, userIds: readonly number[]): Promise<void> {
  let removal = db.deleteFrom('merge_request_reviewers').where('merge_request_id', '=', id);
  if (userIds.length > 0) removal = removal.where('user_id', 'not in', [...userIds]);
  await removal.execute();
  if (userIds.length === 0) return;
  await db
    .insertInto('merge_request_reviewers')
    .values(userIds.map((userId) => ({ merge_request_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listLabelIds(
  db: Database,
  ids: readonly number[],
): Promise<{ mergeRequestId: number; labelId: number }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('merge_request_labels')
    .select(['merge_request_id', 'label_id'])
    .where('merge_request_id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ mergeRequestId: row.merge_request_id, labelId: row.label_id }));
}

export async function setLabels(db: Database, id: number, labelIds: readonly number[]): Promise<void> {
  let removal = db.deleteFrom('merge_request_labels').where('merge_request_id', '=', id);
  if (labelIds.length > 0) removal = removal.where('label_id', 'not in', [...labelIds]);
  await removal.execute();
  if (labelIds.length === 0) return;
  await db
    .insertInto('merge_request_labels')
    .values(labelIds.map((labelId) => ({ merge_request_id: id, label_id: labelId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** On everything that has one of these labels, the other one stands instead. */
export async function replaceRequestLabels(db: Database, labelIds: readonly number[], by: number): Promise<void> {
  const those = sql`label_id = any(${[...labelIds]})`;
  await sql`insert into merge_request_labels (merge_request_id, label_id, created_at)
    select merge_request_id, ${by}, min(created_at) from merge_request_labels where ${those} group by merge_request_id
    on conflict do nothing`.execute(db);
  await sql`delete from merge_request_labels where ${those}`.execute(db);
}

export async function replaceRequestMilestones(db: Database, ids: readonly number[], by: number): Promise<void> {
  await db
    .updateTable('merge_requests')
    .set({ milestone_id: by })
    .where('milestone_id', 'in', [...ids])
    .execute();
}

/** Author, assignees and reviewers, each once: those whom it can wait for. */
export async function listMergeRequestUserIds(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select author_id as "userId" from merge_requests where id = ${id} and author_id is not null
    union select user_id from merge_request_assignees where merge_request_id = ${id}
    union select user_id from merge_request_reviewers where merge_request_id = ${id}`.execute(db);
  return rows.map((row) => row.userId);
}

/** What the user chose for it. */
export async function findChosenLevel(db: Database, id: number, userId: number): Promise<ItemLevel> {
  const row = await db
    .selectFrom('merge_request_subscriptions')
    .select(['is_subscribed', 'is_off'])
    .where('merge_request_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? levelOf(row) : 'global';
}

/** What one user chose for each of these, by request; a choice that was never made is missing. */
export async function listLevelsOf(
  db: Database,
  ids: readonly number[],
  userId: number,
): Promise<Map<number, ItemLevel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('merge_request_subscriptions')
    .select(['merge_request_id', 'is_subscribed', 'is_off'])
    .where('merge_request_id', 'in', [...ids])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.merge_request_id, levelOf(row)]));
}

export async function putChosenLevel(db: Database, id: number, userId: number, level: ItemLevel): Promise<void> {
  if (level === 'global') {
    await db
      .deleteFrom('merge_request_subscriptions')
      .where('merge_request_id', '=', id)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  const values = subscriptionAt(level);
  await db
    .insertInto('merge_request_subscriptions')
    .values({ merge_request_id: id, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Choices of everyone, by user. */
export async function listChosenLevels(db: Database, id: number): Promise<Map<number, ChosenLevel>> {
  const rows = await db
    .selectFrom('merge_request_subscriptions')
    .select(['user_id', 'is_subscribed', 'is_off'])
    .where('merge_request_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.user_id, levelOf(row)]));
}
