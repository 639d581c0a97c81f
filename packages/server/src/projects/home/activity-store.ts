import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ProjectRow } from '../access/store.ts';
import type { UserEventTable } from '../tables.ts';

export type UserEventRow = Selectable<UserEventTable>;

export async function insertUserEvents(db: Db | Tx, rows: readonly Insertable<UserEventTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('user_events')
    .values([...rows])
    .execute();
}

export type ActivityQuery = {
  projectIds?: number[];
  authorId?: number;
  /** Events of projects that this user belongs to or has starred, and their own. */
  feedOf?: number;
  belowId?: number;
  actions?: string[];
  targetType?: string;
  after?: Date;
  before?: Date;
  ascending?: boolean;
  offset?: number;
  limit: number;
};

/** Newest first. The rows are not filtered by what anyone may see: the read does that. */
export async function listUserEvents(db: Db | Tx, query: ActivityQuery): Promise<UserEventRow[]> {
  let select = db.selectFrom('user_events as e').selectAll();
  if (query.projectIds)
    select = select.where('e.project_id', 'in', query.projectIds.length > 0 ? query.projectIds : [0]);
  if (query.authorId !== undefined) select = select.where('e.author_id', '=', query.authorId);
  if (query.feedOf !== undefined) {
    const person = query.feedOf;
    select = select.where(sql<boolean>`e.project_id in (
      select m.project_id from member_grants m where m.user_id = ${person} and m.project_id is not null
      union select s.project_id from project_stars s where s.user_id = ${person}
      union select p.id from projects p join namespaces n on n.id = p.namespace_id where n.owner_id = ${person}
        or n.traversal_ids && array(select m.namespace_id from member_grants m where m.user_id = ${person} and m.namespace_id is not null))`);
  }
  if (query.belowId !== undefined) {
    select =
      select.where(sql<boolean>`e.project_id in (select p.id from projects p join namespaces n on n.id = p.namespace_id
      where n.traversal_ids @> array[${query.belowId}::bigint])`);
  }
  if (query.actions) select = select.where('e.action', 'in', query.actions);
  if (query.targetType !== undefined) select = select.where('e.target_type', '=', query.targetType);
  if (query.after) select = select.where('e.created_at', '>', query.after);
  if (query.before) select = select.where('e.created_at', '<', query.before);
  return select
    .orderBy('e.id', query.ascending ? 'asc' : 'desc')
    .offset(query.offset ?? 0)
    .limit(query.limit)
    .execute();
}

/** Entries about one thing, by the path of its page; what hangs on the page (`#note_1`) belongs to it. */
function ofPath(projectId: number, path: string) {
  return sql<boolean>`project_id = ${projectId} and (target_path = ${path} or starts_with(target_path, ${`${path}#`}))`;
}

export async function setActivityAbility(db: Db | Tx, projectId: number, path: string, ability: string): Promise<void> {
  await db.updateTable('user_events').set({ ability }).where(ofPath(projectId, path)).execute();
}

export async function deleteActivityOf(db: Db | Tx, projectId: number, path: string): Promise<void> {
  await db.deleteFrom('user_events').where(ofPath(projectId, path)).execute();
}

type Target = { targetType: string; targetId: number };

/** Entries about this very thing are told no more. */
export async function deleteTargetEvents(db: Db | Tx, { targetType, targetId }: Target): Promise<void> {
  await db.deleteFrom('user_events').where('target_type', '=', targetType).where('target_id', '=', targetId).execute();
}

export async function setTargetDetail(db: Db | Tx, { targetType, targetId }: Target, detail: string): Promise<void> {
  await db
    .updateTable('user_events')
    .set({ detail })
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .execute();
}

export type ActivityAction = { authorId: number; action: string; targetType: string; targetId: number };

/** The last entry of this kind. */
export async function deleteLastActivity(
  db: Db | Tx,
  { authorId, action, targetType, targetId }: ActivityAction,
): Promise<void> {
  await db
    .deleteFrom('user_events')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('user_events as e')
        .select('e.id')
        .where('e.author_id', '=', authorId)
        .where('e.action', '=', action)
        .where('e.target_type', '=', targetType)
        .where('e.target_id', '=', targetId)
        .orderBy('e.id', 'desc')
        .limit(1),
    )
    .execute();
}

/** Was this told before? Events may be handled more than once. */
export async function hasTargetEvent(db: Db | Tx, targetType: string, targetId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_events')
    .select('id')
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function projectRowsByIds(db: Db | Tx, ids: readonly number[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('projects')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleting_since', 'is', null)
    .execute();
}

/** Events older than this are not kept. */
export async function deleteUserEventsBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.deleteFrom('user_events').where('created_at', '<', before).execute();
}
