import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';

/** Where someone speaks of a label: in one project, or (null) wherever it is used. */
export type SubscriptionScope = { labelId: number; userId: number; projectId: number | null };

/** What was said in the project, or else for everywhere. */
const said = (projectId: number | null) => sql`(s.project_id is null or s.project_id = ${projectId}::bigint)`;

/** Condition on labels `l`: the user hears of it in the project, or in all that use it. */
export function labelIsSubscribed(userId: number, projectId: number | null): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select s.is_subscribed from label_subscriptions s
    where s.label_id = l.id and s.user_id = ${userId} and ${said(projectId)} order by s.project_id nulls last limit 1), false)`;
}

/** Of these labels those that the user hears of. */
export async function listSubscribedLabels(
  db: Db | Tx,
  labelIds: readonly number[],
  { userId, projectId }: Pick<SubscriptionScope, 'userId' | 'projectId'>,
): Promise<Set<number>> {
  if (labelIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select l.id from labels l
    where l.id = any(${[...labelIds]}) and ${labelIsSubscribed(userId, projectId)}`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Who hears of any of these labels when it is put on something in the project. */
export async function listLabelSubscribers(
  db: Db | Tx,
  labelIds: readonly number[],
  projectId: number,
): Promise<number[]> {
  if (labelIds.length === 0) return [];
  const { rows } = await sql<{ userId: number }>`select distinct said.user_id as "userId" from (
      select distinct on (s.label_id, s.user_id) s.user_id, s.is_subscribed from label_subscriptions s
      where s.label_id = any(${[...labelIds]}) and ${said(projectId)}
      order by s.label_id, s.user_id, s.project_id nulls last) said
    where said.is_subscribed order by said.user_id`.execute(db);
  return rows.map((row) => row.userId);
}

export async function putSubscription(db: Db | Tx, at: SubscriptionScope, isSubscribed: boolean): Promise<void> {
  await sql`insert into label_subscriptions (label_id, user_id, project_id, is_subscribed)
    values (${at.labelId}, ${at.userId}, ${at.projectId}, ${isSubscribed})
    on conflict (label_id, user_id, coalesce(project_id, 0)) do update set is_subscribed = excluded.is_subscribed`.execute(
    db,
  );
}

export async function deleteSubscription(db: Db | Tx, at: SubscriptionScope): Promise<void> {
  await db
    .deleteFrom('label_subscriptions')
    .where('label_id', '=', at.labelId)
    .where('user_id', '=', at.userId)
    .where('project_id', at.projectId === null ? 'is' : '=', at.projectId)
    .execute();
}

/** What was said of project labels wherever they are used is said of the group's label in their projects. */
export async function moveSubscriptions(db: Db | Tx, labelIds: readonly number[], to: number): Promise<void> {
  await sql`insert into label_subscriptions (label_id, user_id, project_id, is_subscribed, created_at)
    select ${to}, s.user_id, l.project_id, s.is_subscribed, s.created_at
    from label_subscriptions s join labels l on l.id = s.label_id
    where s.label_id = any(${[...labelIds]}) and s.project_id is null and l.project_id is not null
    on conflict do nothing`.execute(db);
  await sql`delete from label_subscriptions s using labels l
    where l.id = s.label_id and s.label_id = any(${[...labelIds]}) and s.project_id is null
      and l.project_id is not null`.execute(db);
}
