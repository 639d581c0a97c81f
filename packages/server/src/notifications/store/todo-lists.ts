import type { RawBuilder } from 'kysely';
import type { TodoAction } from '@tributary/contract/notifications/words.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/actor.ts';
import { isVisibleWithin, projectIsVisible } from '../../projects/index.ts';
import type { TodoRow } from './todos.ts';

export type TodoFilter = {
  userId: number;
  state: 'pending' | 'done' | 'all';
  actions?: readonly TodoAction[];
  authorId?: number;
  projectId?: number;
  /** In this group, or below it. */
  namespaceId?: number;
  types?: readonly string[];
  isByBot?: boolean;
};
export type Viewer = {
  actor: Actor;
  today: string;
  /** Something that people are told of lives in groups. */
  asksGroups: boolean;
};

/** Groups are asked about only where there is something in them: planning that costs as much as counting a list. */
function isPlaceVisible({ actor, today, asksGroups }: Viewer): RawBuilder<boolean> {
  const inProject = sql<boolean>`(p.id is not null and ${projectIsVisible(actor, today)})`;
  if (!asksGroups) return inProject;
  return sql<boolean>`(${inProject} or exists (
    select 1 from namespaces n where n.id = t.namespace_id and ${isVisibleWithin(actor, today)}))`;
}

/** Only about what the person may still see: somebody who lost a project does not read its titles here. */
function visibleTodos(db: Db | Tx, viewer: Viewer, filter: TodoFilter) {
  let query = db
    .selectFrom('todos as t')
    .leftJoin('projects as p', 'p.id', 't.project_id')
    .where('t.user_id', '=', filter.userId)
    .where(isPlaceVisible(viewer));
  if (filter.state !== 'all') query = query.where('t.state', '=', filter.state);
  if (filter.actions) query = query.where('t.action', '=', sql<TodoAction>`any(${[...filter.actions]}::text[])`);
  if (filter.isByBot !== undefined) query = query.where('t.is_by_bot', '=', filter.isByBot);
  if (filter.types) query = query.where('t.target_type', 'in', [...filter.types]);
  if (filter.authorId !== undefined) query = query.where('t.author_id', '=', filter.authorId);
  if (filter.projectId !== undefined) query = query.where('t.project_id', '=', filter.projectId);
  if (filter.namespaceId !== undefined) {
    query = query.where(
      sql<boolean>`coalesce(p.namespace_id, t.namespace_id) in (
        select n.id from namespaces n where ${filter.namespaceId} = any(n.traversal_ids))`,
    );
  }
  return query;
}

/** Newest first. */
export async function listTodoRows(
  db: Db | Tx,
  viewer: Viewer,
  filter: TodoFilter,
  page: { limit: number; offset: number },
): Promise<TodoRow[]> {
  return visibleTodos(db, viewer, filter)
    .selectAll('t')
    .orderBy(filter.state === 'done' ? 't.updated_at' : 't.id', 'desc')
    .orderBy('t.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countTodoRows(db: Db | Tx, viewer: Viewer, filter: TodoFilter): Promise<number> {
  const row = await visibleTodos(db, viewer, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
