import type { RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { type ListViewer, projectIsVisible } from '../../projects/index.ts';
import type { Matcher } from '../rules/matchers.ts';
import {
  labelCondition,
  labelPriorityTerm,
  milestoneCondition,
  searchCondition,
  usersCondition,
} from './conditions-store.ts';
import { reactionCondition, upvotesTerm } from './reactions-store.ts';

type Database = Db | Tx;
type Condition = RawBuilder<unknown>;
export type Viewer = { actor: Actor; today: string };

/** What lists of all issuables can be narrowed by, and by its opposite. */
export type IssuableFacets = {
  authorIds?: readonly number[] | undefined;
  assigneeIds?: Matcher<number> | undefined;
  labels?: Matcher<string> | undefined;
  milestone?: Matcher<string> | undefined;
  iids?: readonly number[] | undefined;
  search?: { text: string; inTitle: boolean; inDescription: boolean } | undefined;
  /** Given by the reader. */
  reactions?: Matcher<string> | undefined;
};

export type IssuableFilter<State extends string, Facets extends IssuableFacets> = Facets & {
  /** A project, or every project below a group; neither means everything the actor may see. */
  projectId?: number | undefined;
  namespaceId?: number | undefined;
  /** Only projects of the group itself, not of groups below it. */
  isNamespaceAlone?: boolean | undefined;
  isArchived?: boolean | undefined;
  ids?: readonly number[] | undefined;
  states?: readonly State[] | undefined;
  milestoneIds?: readonly number[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  not?: Facets | undefined;
};

/** One kind of issuable as lists see it: rows `alias`, beside `projects p`, and the conditions that are its own. */
type Listed<Facets, Filter, Order extends string> = {
  rows: 'issues' | 'merge_requests';
  alias: 'i' | 'm';
  type: 'Issue' | 'MergeRequest';
  key: 'issue_id' | 'merge_request_id';
  /** Columns of the project and of the row of assignees and labels. */
  project: string;
  assignees: string;
  labels: string;
  /** SQL terms of its own orders. */
  orders: Record<Order, string>;
  /** The rule of reading one, for rows beside projects that the actor may see. */
  isReadableInside: (viewer: ListViewer) => RawBuilder<boolean>;
  ownConditions: (viewer: Viewer, filter: Filter) => Condition[];
  ownFacets: (viewer: Viewer, facets: Facets, isNegated: boolean) => Condition[];
};

/** The order of a list, by one of the orders of all issuables or one of its own. */
export type IssuableOrder<Own extends string = never> = {
  by: 'created_at' | 'updated_at' | 'title' | 'popularity' | 'milestone_due' | 'label_priority' | Own;
  direction: 'asc' | 'desc';
};

/** Lists and counts of issues or of merge requests, which hold only what the viewer may read. */
export function issuableListing<
  Row,
  State extends string,
  Facets extends IssuableFacets,
  Filter extends IssuableFilter<State, Facets>,
  Own extends string,
>(listed: Listed<Facets, Filter, Own>) {
  const { alias, key, project } = listed;
  const onRow = { key, alias };
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const rowsOf = sql.raw(`${listed.rows} ${alias} join projects p on p.id = ${project}`);
  const orders: Record<string, string> = {
    created_at: `${alias}.created_at`,
    updated_at: `${alias}.updated_at`,
    title: `lower(${alias}.title)`,
    popularity: upvotesTerm(listed),
    milestone_due: `(select ms.due_date from milestones ms where ms.id = ${alias}.milestone_id)`,
    label_priority: labelPriorityTerm({ table: listed.labels, ...onRow }, project),
    ...listed.orders,
  };

  function placeConditions(filter: Filter): Condition[] {
    const all: Condition[] = [];
    if (filter.projectId !== undefined) all.push(sql`${sql.ref(project)} = ${filter.projectId}`);
    if (filter.namespaceId !== undefined) {
      all.push(
        filter.isNamespaceAlone
          ? sql`p.namespace_id = ${filter.namespaceId}`
          : sql`p.namespace_id in (select pn.id from namespaces pn where ${filter.namespaceId} = any(pn.traversal_ids))`,
      );
    }
    if (filter.isArchived !== undefined) all.push(sql`p.is_read_only = ${filter.isArchived}`);
    return all;
  }

  function commonConditions(filter: Filter): Condition[] {
    const all: Condition[] = [];
    if (filter.ids) all.push(sql`${column('id')} = any(${[...filter.ids]}::bigint[])`);
    if (filter.states) all.push(sql`${column('state')} = any(${[...filter.states]}::text[])`);
    if (filter.milestoneIds) all.push(sql`${column('milestone_id')} = any(${[...filter.milestoneIds]}::bigint[])`);
    if (filter.createdAfter) all.push(sql`${column('created_at')} >= ${filter.createdAfter}`);
    if (filter.createdBefore) all.push(sql`${column('created_at')} <= ${filter.createdBefore}`);
    if (filter.updatedAfter) all.push(sql`${column('updated_at')} >= ${filter.updatedAfter}`);
    if (filter.updatedBefore) all.push(sql`${column('updated_at')} <= ${filter.updatedBefore}`);
    return all;
  }

  function facetConditions(viewer: Viewer, facets: Facets, isNegated: boolean): Condition[] {
    const all: Condition[] = [];
    if (facets.authorIds) all.push(sql`${column('author_id')} = any(${[...facets.authorIds]}::bigint[])`);
    if (facets.assigneeIds) all.push(usersCondition({ table: listed.assignees, ...onRow }, facets.assigneeIds));
    if (facets.labels) all.push(labelCondition({ table: listed.labels, ...onRow }, facets.labels));
    if (facets.milestone) all.push(milestoneCondition(alias, facets.milestone));
    if (facets.iids) all.push(sql`${column('iid')} = any(${[...facets.iids]}::bigint[])`);
    if (facets.search) all.push(searchCondition(alias, facets.search));
    if (facets.reactions) all.push(reactionCondition(viewer.actor, listed, facets.reactions));
    return [...all, ...listed.ownFacets(viewer, facets, isNegated)];
  }

  /** On rows of the issuable joined with `projects p`. */
  function conditions(viewer: Viewer, filter: Filter): Condition {
    const negated = filter.not ? facetConditions(viewer, filter.not, true) : [];
    const all: Condition[] = [
      projectIsVisible(viewer.actor, viewer.today),
      listed.isReadableInside(viewer),
      ...placeConditions(filter),
      ...commonConditions(filter),
      ...listed.ownConditions(viewer, filter),
      ...facetConditions(viewer, filter, false),
      ...negated.map((condition) => sql`not coalesce(${condition}, false)`),
    ];
    return sql.join(all, sql` and `);
  }

  return {
    conditions,

    /** True when the one of this id may be read, beside rows of projects `p` that the actor may see. */
    isReadable: (viewer: ListViewer, id: RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`exists (
      select 1 from ${sql.raw(`${listed.rows} ${alias}`)}
      where ${column('id')} = ${id} and ${sql.ref(project)} = p.id and ${listed.isReadableInside(viewer)})`,

    listRows: async (
      db: Database,
      viewer: Viewer,
      filter: Filter,
      page: { limit: number; offset: number; order: IssuableOrder<Own> },
    ): Promise<Row[]> => {
      const direction = sql.raw(page.order.direction === 'asc' ? 'asc' : 'desc');
      const { rows } = await sql<Row>`
        select ${sql.raw(alias)}.* from ${rowsOf} where ${conditions(viewer, filter)}
        order by ${sql.raw(orders[page.order.by] ?? '')} ${direction} nulls last, ${column('id')} ${direction}
        limit ${page.limit} offset ${page.offset}`.execute(db);
      return rows;
    },

    /** Counted up to `max`; one more means "more than that". */
    countRows: async (db: Database, viewer: Viewer, filter: Filter, max: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from ${rowsOf} where ${conditions(viewer, filter)} limit ${max + 1}) counted`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** By state, for the tabs; the filter's own states do not count. */
    countByState: async (db: Database, viewer: Viewer, filter: Filter): Promise<Map<State, number>> => {
      const { rows } = await sql<{ state: State; count: number }>`
        select ${column('state')} as state, count(*)::int as count from ${rowsOf}
        where ${conditions(viewer, { ...filter, states: undefined })} group by 1`.execute(db);
      return new Map(rows.map((row) => [row.state, row.count]));
    },

    countByProject: async (
      db: Database,
      viewer: Viewer,
      filter: Filter,
      projectIds: readonly number[],
    ): Promise<Map<number, number>> => {
      const { rows } = await sql<{ id: number; count: number }>`
        select ${sql.ref(project)} as id, count(*)::int as count from ${rowsOf}
        where ${sql.ref(project)} = any(${[...projectIds]}::bigint[]) and ${conditions(viewer, filter)}
        group by 1`.execute(db);
      return new Map(rows.map((row) => [row.id, row.count]));
    },

    /** By milestone, with how many of them are in a state that counts as done. */
    countByMilestone: async (
      db: Database,
      viewer: Viewer,
      filter: Filter,
      milestoneIds: readonly number[],
      done: readonly State[],
    ): Promise<Map<number, { total: number; done: number }>> => {
      if (milestoneIds.length === 0) return new Map();
      const { rows } = await sql<{ id: number; total: number; done: number }>`
        select ${column('milestone_id')} as id, count(*)::int as total,
          count(*) filter (where ${column('state')} = any(${[...done]}::text[]))::int as done
        from ${rowsOf}
        where ${column('milestone_id')} = any(${[...milestoneIds]}::bigint[]) and ${conditions(viewer, filter)}
        group by 1`.execute(db);
      return new Map(rows.map((row) => [row.id, { total: row.total, done: row.done }]));
    },
  };
}
