import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { featureIsReadable, type ListViewer, projectIsVisible, roleOf } from '../../../projects/index.ts';
import type { Matcher } from '../../rules/matchers.ts';
import {
  labelCondition,
  labelPriorityTerm,
  milestoneCondition,
  usersCondition,
  searchCondition,
} from '../../shared/conditions-store.ts';
import { reactionCondition, upvotesTerm } from '../../shared/reactions-store.ts';
import type { IssueState } from '../../tables.ts';
import type { IssueRow } from './issues.ts';

export type IssueFacets = {
  authorIds?: readonly number[] | undefined;
  assigneeIds?: Matcher<number> | undefined;
  labels?: Matcher<string> | undefined;
  milestone?: Matcher<string> | undefined;
  /** Milestones that begin later, or run now. */
  milestonePhase?: 'upcoming' | 'started' | undefined;
  weight?: Matcher<number> | undefined;
  iids?: readonly number[] | undefined;
  search?: { text: string; inTitle: boolean; inDescription: boolean } | undefined;
  /** Given by the reader. */
  reactions?: Matcher<string> | undefined;
};

export type DueFilter = 'none' | 'any' | 'overdue' | { from: string; to: string };

export type IssueFilter = IssueFacets & {
  /** A project, or every project below a group; neither means everything the actor may see. */
  projectId?: number | undefined;
  namespaceId?: number | undefined;
  /** Only projects of the group itself, not of groups below it. */
  isNamespaceAlone?: boolean | undefined;
  ids?: readonly number[] | undefined;
  states?: readonly IssueState[] | undefined;
  milestoneIds?: readonly number[] | undefined;
  closedById?: number | undefined;
  type?: IssueType | undefined;
  isConfidential?: boolean | undefined;
  due?: DueFilter | undefined;
  notDue?: DueFilter | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  isArchived?: boolean | undefined;
  not?: IssueFacets | undefined;
};

const ON_ISSUE = { key: 'issue_id', alias: 'i' };
const REACTED = { type: 'Issue', alias: 'i' } as const;

export const ISSUE_ORDERS = {
  created_at: 'i.created_at',
  updated_at: 'i.updated_at',
  title: 'lower(i.title)',
  due_date: 'i.due_date',
  weight: 'i.weight',
  relative_position: 'i.relative_position',
  popularity: upvotesTerm(REACTED),
  milestone_due: '(select ms.due_date from milestones ms where ms.id = i.milestone_id)',
  label_priority: labelPriorityTerm({ table: 'issue_labels', ...ON_ISSUE }, 'i.project_id'),
} as const;
export type IssueOrder = { by: keyof typeof ISSUE_ORDERS; direction: 'asc' | 'desc' };

type Condition = RawBuilder<unknown>;
export type IssueViewer = { actor: Actor; today: string };

export async function listIssueRows(
  db: Db | Tx,
  viewer: IssueViewer,
  filter: IssueFilter,
  page: { limit: number; offset: number; order: IssueOrder },
): Promise<IssueRow[]> {
  const direction = sql.raw(page.order.direction === 'asc' ? 'asc' : 'desc');
  const { rows } = await sql<IssueRow>`
    select i.* from issues i join projects p on p.id = i.project_id
    where ${issueConditions(viewer, filter)}
    order by ${sql.raw(ISSUE_ORDERS[page.order.by])} ${direction} nulls last, i.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Counted up to `max`; one more means "more than that". */
export async function countIssueRows(
  db: Db | Tx,
  viewer: IssueViewer,
  filter: IssueFilter,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from issues i join projects p on p.id = i.project_id
      where ${issueConditions(viewer, filter)} limit ${max + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** By state, for the tabs; the filter's own states do not count. */
export async function countIssuesByState(
  db: Db | Tx,
  viewer: IssueViewer,
  filter: IssueFilter,
): Promise<{ opened: number; closed: number }> {
  const { rows } = await sql<{ state: IssueState; count: number }>`
    select i.state, count(*)::int as count from issues i join projects p on p.id = i.project_id
    where ${issueConditions(viewer, { ...filter, states: undefined })} group by 1`.execute(db);
  const of = (state: IssueState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { opened: of('opened'), closed: of('closed') };
}

export async function countIssuesByProject(
  db: Db | Tx,
  viewer: IssueViewer,
  filter: IssueFilter,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select i.project_id as id, count(*)::int as count from issues i join projects p on p.id = i.project_id
    where i.project_id = any(${[...projectIds]}::bigint[]) and ${issueConditions(viewer, filter)} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

export async function countIssuesByLabel(
  db: Db | Tx,
  viewer: IssueViewer,
  filter: IssueFilter,
  labelIds: readonly number[],
): Promise<Map<number, { opened: number; closed: number }>> {
  if (labelIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; opened: number; closed: number }>`
    select x.label_id as id, count(*) filter (where i.state = 'opened')::int as opened,
           count(*) filter (where i.state = 'closed')::int as closed
    from issues i join projects p on p.id = i.project_id join issue_labels x on x.issue_id = i.id
    where x.label_id = any(${[...labelIds]}::bigint[]) and ${issueConditions(viewer, filter)} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, { opened: row.opened, closed: row.closed }]));
}

export async function countIssuesByMilestone(
  db: Db | Tx,
  viewer: IssueViewer,
  milestoneIds: readonly number[],
): Promise<Map<number, { total: number; done: number }>> {
  if (milestoneIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; total: number; done: number }>`
    select i.milestone_id as id, count(*)::int as total, count(*) filter (where i.state = 'closed')::int as done
    from issues i join projects p on p.id = i.project_id
    where i.milestone_id = any(${[...milestoneIds]}::bigint[]) and ${issueConditions(viewer, {})} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, { total: row.total, done: row.done }]));
}

/** How many open issues wait for each of these. */
export async function countIssuesByBlocker(
  db: Db | Tx,
  viewer: IssueViewer,
  blockerIds: readonly number[],
): Promise<Map<number, number>> {
  if (blockerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select l.source_id as id, count(*)::int as count
    from issue_links l join issues i on i.id = l.target_id join projects p on p.id = i.project_id
    where l.source_id = any(${[...blockerIds]}::bigint[]) and l.link_type = 'blocks'
      and ${issueConditions(viewer, { states: ['opened'] })} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** On rows of `issues i` joined with `projects p`. */
function issueConditions(viewer: IssueViewer, filter: IssueFilter): Condition {
  const all: Condition[] = [isReadable(viewer), ...placeConditions(filter), ...ownConditions(viewer, filter)];
  all.push(...facetConditions(viewer, filter));
  if (filter.not) {
    for (const condition of facetConditions(viewer, filter.not)) all.push(sql`not coalesce(${condition}, false)`);
  }
  return sql.join(all, sql` and `);
}

/** The rule of `read_issue`, with that of confidential issues, as a condition. */
function isReadable(viewer: IssueViewer): Condition {
  return sql`${projectIsVisible(viewer.actor, viewer.today)} and ${isReadableInside(viewer)}`;
}

/** The same for projects `p` that the actor may see. */
function isReadableInside(viewer: ListViewer): Condition {
  const { actor } = viewer;
  const feature = featureIsReadable(viewer, 'issues', 10);
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin)) return feature;
  if (actor.kind === 'anonymous') return sql`${feature} and not i.is_confidential`;
  return sql`${feature}
    and (not i.is_confidential or i.author_id = ${actor.id}
      or exists (select 1 from issue_assignees a where a.issue_id = i.id and a.user_id = ${actor.id})
      or ${roleOf(actor.id, viewer, 20)})`;
}

/** True when the issue of this id may be read, beside rows of projects `p` that the actor may see. */
export function issueIsReadable(viewer: ListViewer, id: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from issues i where i.id = ${id} and i.project_id = p.id and ${isReadableInside(viewer)})`;
}

function placeConditions(filter: IssueFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.projectId !== undefined) all.push(sql`i.project_id = ${filter.projectId}`);
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

function ownConditions({ today }: IssueViewer, filter: IssueFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.ids) all.push(sql`i.id = any(${[...filter.ids]}::bigint[])`);
  if (filter.states) all.push(sql`i.state = any(${[...filter.states]}::text[])`);
  if (filter.milestoneIds) all.push(sql`i.milestone_id = any(${[...filter.milestoneIds]}::bigint[])`);
  if (filter.closedById !== undefined) all.push(sql`i.closed_by_id = ${filter.closedById}`);
  if (filter.type) all.push(sql`i.issue_type = ${filter.type}`);
  if (filter.isConfidential !== undefined) all.push(sql`i.is_confidential = ${filter.isConfidential}`);
  if (filter.due) all.push(dueCondition(filter.due, today));
  if (filter.notDue) all.push(sql`not coalesce(${dueCondition(filter.notDue, today)}, false)`);
  if (filter.createdAfter) all.push(sql`i.created_at >= ${filter.createdAfter}`);
  if (filter.createdBefore) all.push(sql`i.created_at <= ${filter.createdBefore}`);
  if (filter.updatedAfter) all.push(sql`i.updated_at >= ${filter.updatedAfter}`);
  if (filter.updatedBefore) all.push(sql`i.updated_at <= ${filter.updatedBefore}`);
  return all;
}

function dueCondition(due: DueFilter, today: string): Condition {
  if (due === 'none') return sql`i.due_date is null`;
  if (due === 'any') return sql`i.due_date is not null`;
  if (due === 'overdue') return sql`i.due_date < ${today}::date`;
  return sql`i.due_date between ${due.from}::date and ${due.to}::date`;
}

function facetConditions({ actor, today }: IssueViewer, facets: IssueFacets): Condition[] {
  const all: Condition[] = [];
  if (facets.authorIds) all.push(sql`i.author_id = any(${[...facets.authorIds]}::bigint[])`);
  if (facets.assigneeIds) all.push(usersCondition({ table: 'issue_assignees', ...ON_ISSUE }, facets.assigneeIds));
  if (facets.labels) all.push(labelCondition({ table: 'issue_labels', ...ON_ISSUE }, facets.labels));
  if (facets.milestone) all.push(milestoneCondition('i', facets.milestone));
  if (facets.milestonePhase) all.push(phaseCondition(facets.milestonePhase, today));
  if (facets.weight) all.push(weightCondition(facets.weight));
  if (facets.iids) all.push(sql`i.iid = any(${[...facets.iids]}::bigint[])`);
  if (facets.search) all.push(searchCondition('i', facets.search));
  if (facets.reactions) all.push(reactionCondition(actor, REACTED, facets.reactions));
  return all;
}

function phaseCondition(phase: 'upcoming' | 'started', today: string): Condition {
  const running =
    phase === 'upcoming'
      ? sql`ms.start_date > ${today}::date`
      : sql`ms.start_date <= ${today}::date and (ms.due_date is null or ms.due_date >= ${today}::date)`;
  return sql`exists (select 1 from milestones ms where ms.id = i.milestone_id and ms.state = 'active' and ${running})`;
}

function weightCondition(matcher: Matcher<number>): Condition {
  if (matcher === 'any') return sql`i.weight is not null`;
  if (matcher === 'none') return sql`i.weight is null`;
  return sql`i.weight = any(${[...matcher]}::int[])`;
}
