import type { RawBuilder } from 'kysely';
import type { TodoAction } from '@tributary/contract/notifications/enums.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { isVisibleWithin, type ListViewer, projectIsVisible, rolesInProject } from '../../projects/index.ts';
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
  targetIds?: readonly number[];
  ids?: readonly number[];
  isByBot?: boolean;
};

/**
 * The right to read one thing as a condition beside the row of `projects p` that it lives in, which the reader may see: lists
 * and their counts hold the same.
 */
export type ReadCondition = (viewer: ListViewer, id: RawBuilder<number>) => RawBuilder<boolean>;

export type Viewer = ListViewer & {
  /** Something that users are told of lives in groups. */
  asksGroups: boolean;
  kinds: readonly { type: string; isReadable: ReadCondition | undefined }[];
};

/** Groups are asked about only where there is something in them: planning that costs as much as counting a list. */
function isPlaceVisible({ actor, today, hasRole, asksGroups }: Viewer): RawBuilder<boolean> {
  const inProject = sql<boolean>`(p.id is not null and ${projectIsVisible(actor, today, hasRole)})`;
  if (!asksGroups) return inProject;
  return sql<boolean>`(${inProject} or exists (
    select 1 from namespaces n where n.id = t.namespace_id and ${isVisibleWithin(actor, today)}))`;
}

/**
 * Seeing the project is not enough: what is confidential, and what belongs to a feature that is off or for members, is for
 * fewer. Asked of each row here, so that a number says how many are shown, whatever took the right away.
 */
function isReadable(viewer: Viewer): RawBuilder<boolean> {
  const byKind = viewer.kinds.map(
    (kind) => sql`when ${kind.type} then ${kind.isReadable?.(viewer, sql.ref('t.target_id')) ?? sql`true`}`,
  );
  return byKind.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`case t.target_type ${sql.join(byKind, sql` `)} else false end`;
}

/** Only about what the user may still read: someone who lost a project does not read its titles here. */
function visibleTodos(db: Db | Tx, self: Viewer, filter: TodoFilter) {
  const { roles, hasRole } = rolesInProject(filter.userId, self.today);
  const viewer = { ...self, hasRole };
  let query = db
    .selectFrom('todos as t')
    .leftJoin('projects as p', 'p.id', 't.project_id')
    .innerJoinLateral(roles.as('r'), (join) => join.onTrue())
    .where('t.user_id', '=', filter.userId)
    .where(isPlaceVisible(viewer))
    .where(isReadable(viewer));
  if (filter.state !== 'all') query = query.where('t.state', '=', filter.state);
  if (filter.actions) query = query.where('t.action', '=', sql<TodoAction>`any(${[...filter.actions]}::text[])`);
  if (filter.isByBot !== undefined) query = query.where('t.is_by_bot', '=', filter.isByBot);
  if (filter.types) query = query.where('t.target_type', 'in', [...filter.types]);
  if (filter.targetIds) query = query.where('t.target_id', 'in', [...filter.targetIds]);
  if (filter.ids) query = query.where('t.id', 'in', [...filter.ids]);
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
