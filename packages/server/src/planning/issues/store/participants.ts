import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import { type ChosenLevel, levelOf, subscriptionAt } from '../../../notifications/index.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';

type Database = Db | Tx;

export async function listIssueAssignees(
  db: Database,
  ids: readonly number[],
): Promise<{ issueId: number; userId: number; createdAt: Date }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('issue_assignees')
    .select(['issue_id', 'user_id', 'created_at'])
    .where('issue_id', 'in', [...ids])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ issueId: row.issue_id, userId: row.user_id, createdAt: row.created_at }));
}

export async function setIssueAssignees(db: Database, id: number, userIds: readonly number[]): Promise<void> {
  let removal = db.deleteFrom('issue_assignees').where('issue_id', '=', id);
  if (userIds.length > 0) removal = removal.where('user_id', 'not in', [...userIds]);
  await removal.execute();
  if (userIds.length === 0) return;
  await db
    .insertInto('issue_assignees')
    .values(userIds.map((userId) => ({ issue_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listIssueLabelIds(
  db: Database,
  ids: readonly number[],
): Promise<{ issueId: number; labelId: number }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('issue_labels')
    .select(['issue_id', 'label_id'])
    .where('issue_id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ issueId: row.issue_id, labelId: row.label_id }));
}

export async function setIssueLabels(db: Database, id: number, labelIds: readonly number[]): Promise<void> {
  let removal = db.deleteFrom('issue_labels').where('issue_id', '=', id);
  if (labelIds.length > 0) removal = removal.where('label_id', 'not in', [...labelIds]);
  await removal.execute();
  if (labelIds.length === 0) return;
  await db
    .insertInto('issue_labels')
    .values(labelIds.map((labelId) => ({ issue_id: id, label_id: labelId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** On everything that has one of these labels, the other one stands instead. */
export async function replaceIssueLabels(db: Database, labelIds: readonly number[], by: number): Promise<void> {
  const those = sql`label_id = any(${[...labelIds]})`;
  await sql`insert into issue_labels (issue_id, label_id, created_at)
    select issue_id, ${by}, min(created_at) from issue_labels where ${those} group by issue_id on conflict do nothing`.execute(
    db,
  );
  await sql`delete from issue_labels where ${those}`.execute(db);
}

export async function replaceIssueMilestones(db: Database, ids: readonly number[], by: number): Promise<void> {
  await db
    .updateTable('issues')
    .set({ milestone_id: by })
    .where('milestone_id', 'in', [...ids])
    .execute();
}

/** What the user chose for it. */
export async function findIssueLevel(db: Database, id: number, userId: number): Promise<ItemLevel> {
  const row = await db
    .selectFrom('issue_subscriptions')
    .select(['is_subscribed', 'is_off'])
    .where('issue_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? levelOf(row) : 'global';
}

/** The same for each of these, by issue; a choice that was never made is missing. */
export async function listIssueLevelsOf(
  db: Database,
  ids: readonly number[],
  userId: number,
): Promise<Map<number, ItemLevel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('issue_subscriptions')
    .select(['issue_id', 'is_subscribed', 'is_off'])
    .where('issue_id', 'in', [...ids])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map((row) => [row.issue_id, levelOf(row)]));
}

export async function putIssueLevel(db: Database, id: number, userId: number, level: ItemLevel): Promise<void> {
  if (level === 'global') {
    await db.deleteFrom('issue_subscriptions').where('issue_id', '=', id).where('user_id', '=', userId).execute();
    return;
  }
  const values = subscriptionAt(level);
  await db
    .insertInto('issue_subscriptions')
    .values({ issue_id: id, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['issue_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Choices of everyone, by user. */
export async function listIssueLevels(db: Database, id: number): Promise<Map<number, ChosenLevel>> {
  const rows = await db
    .selectFrom('issue_subscriptions')
    .select(['user_id', 'is_subscribed', 'is_off'])
    .where('issue_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.user_id, levelOf(row)]));
}
