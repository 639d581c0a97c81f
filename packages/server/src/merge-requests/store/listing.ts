import type { RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { spokeInOpenThread } from '../../discussions/index.ts';
import { featureIsReadable, type ListViewer, projectIsVisible } from '../../projects/index.ts';
import {
  labelCondition,
  labelPriorityTerm,
  type Matcher,
  milestoneCondition,
  usersCondition,
  reactionCondition,
  searchCondition,
  upvotesTerm,
} from '../../planning/index.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import type { MergeRequestRow } from './merge-requests.ts';

export type NegatableFilter = {
  authorIds?: readonly number[] | undefined;
  assigneeIds?: Matcher<number> | undefined;
  reviewerIds?: Matcher<number> | undefined;
  /** All of them, where several are named. */
  approvedByIds?: Matcher<number> | undefined;
  labels?: Matcher<string> | undefined;
  milestone?: Matcher<string> | undefined;
  sourceBranches?: readonly string[] | undefined;
  targetBranches?: readonly string[] | undefined;
  /** Given by the reader. */
  reactions?: Matcher<string> | undefined;
};

/** One deployment, or those to an environment that ended in a time. */
export type DeployedFilter = {
  deploymentId?: number | undefined;
  environment?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
};

export type MergeRequestFilter = NegatableFilter & {
  isApproved?: boolean | undefined;
  /** Target project, or every project below a group; neither means everything the actor may see. */
  projectId?: number | undefined;
  namespaceId?: number | undefined;
  /** Only projects of the group itself, not of groups below it. */
  isNamespaceAlone?: boolean | undefined;
  states?: readonly MergeRequestState[] | undefined;
  ids?: readonly number[] | undefined;
  iids?: readonly number[] | undefined;
  deployed?: DeployedFilter | undefined;
  isDraft?: boolean | undefined;
  search?: { text: string; inTitle: boolean; inDescription: boolean } | undefined;
  milestoneIds?: readonly number[] | undefined;
  sourceProjectId?: number | undefined;
  mergedByIds?: readonly number[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  mergedAfter?: Date | undefined;
  mergedBefore?: Date | undefined;
  isArchived?: boolean | undefined;
  /** Someone who spoke in one of its open threads. */
  openThreadSpeakerId?: number | undefined;
  /** Holds this commit in one of its versions, or is merged by it. */
  commitSha?: string | undefined;
  not?: NegatableFilter | undefined;
};

const ON_REQUEST = { key: 'merge_request_id', alias: 'm' };
const APPROVALS = { table: 'merge_request_valid_approvals', ...ON_REQUEST };
const TALKED_OF = { type: 'MergeRequest', alias: 'm' } as const;

export const ORDERS = {
  created_at: 'm.created_at',
  updated_at: 'm.updated_at',
  title: 'lower(m.title)',
  merged_at: 'm.merged_at',
  popularity: upvotesTerm(TALKED_OF),
  milestone_due: '(select ms.due_date from milestones ms where ms.id = m.milestone_id)',
  label_priority: labelPriorityTerm({ table: 'merge_request_labels', ...ON_REQUEST }, 'm.target_project_id'),
} as const;
export type MergeRequestOrder = { by: keyof typeof ORDERS; direction: 'asc' | 'desc' };

type Condition = RawBuilder<unknown>;
export type Viewer = { actor: Actor; today: string };

export async function listRows(
  db: Db | Tx,
  viewer: Viewer,
  filter: MergeRequestFilter,
  page: { limit: number; offset: number; order: MergeRequestOrder },
): Promise<MergeRequestRow[]> {
  const direction = sql.raw(page.order.direction === 'asc' ? 'asc' : 'desc');
  const { rows } = await sql<MergeRequestRow>`
    select m.* from merge_requests m join projects p on p.id = m.target_project_id
    where ${conditions(viewer, filter)}
    order by ${sql.raw(ORDERS[page.order.by])} ${direction} nulls last, m.id ${direction}
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** Counted up to `max`; one more means "more than that". */
export async function countRows(db: Db | Tx, viewer: Viewer, filter: MergeRequestFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from merge_requests m join projects p on p.id = m.target_project_id
      where ${conditions(viewer, filter)} limit ${max + 1}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** By state, for the tabs; the filter's own states do not count. */
export async function countByState(
  db: Db | Tx,
  viewer: Viewer,
  filter: MergeRequestFilter,
): Promise<Map<MergeRequestState, number>> {
  const { rows } = await sql<{ state: MergeRequestState; count: number }>`
    select m.state, count(*)::int as count from merge_requests m join projects p on p.id = m.target_project_id
    where ${conditions(viewer, { ...filter, states: undefined })} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.state, row.count]));
}

export async function countByProject(
  db: Db | Tx,
  viewer: Viewer,
  filter: MergeRequestFilter,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select m.target_project_id as id, count(*)::int as count
    from merge_requests m join projects p on p.id = m.target_project_id
    where m.target_project_id = any(${[...projectIds]}::bigint[]) and ${conditions(viewer, filter)} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** On rows of `merge_requests m` joined with `projects p`. */
export function conditions(viewer: Viewer, filter: MergeRequestFilter): Condition {
  const all: Condition[] = [isReadable(viewer), ...placeConditions(filter), ...ownConditions(filter)];
  if (filter.deployed) all.push(isDeployed(viewer, filter.deployed));
  all.push(...peopleConditions(viewer.actor, filter));
  if (filter.not) {
    const { approvedByIds, ...others } = filter.not;
    const negated = peopleConditions(viewer.actor, others);
    // By none of them, where several are named.
    if (approvedByIds) negated.push(usersCondition(APPROVALS, approvedByIds));
    for (const condition of negated) all.push(sql`not coalesce(${condition}, false)`);
  }
  return sql.join(all, sql` and `);
}

/** The rule of `read_merge_request` as a condition on `projects p`. */
function isReadable(viewer: Viewer): Condition {
  return sql`${projectIsVisible(viewer.actor, viewer.today)} and ${isReadableInside(viewer)}`;
}

/** The same for projects that the actor may see. */
function isReadableInside(viewer: ListViewer): RawBuilder<boolean> {
  return featureIsReadable(viewer, 'merge_requests', 20);
}

/** True when the request of this id may be read, beside rows of projects `p` that the actor may see. */
export function requestIsReadable(viewer: ListViewer, id: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(${isReadableInside(viewer)} and exists (
    select 1 from merge_requests m where m.id = ${id} and m.target_project_id = p.id))`;
}

function placeConditions(filter: MergeRequestFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.projectId !== undefined) all.push(sql`m.target_project_id = ${filter.projectId}`);
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

/**
 * The first successful deployment of the target branch to an environment since the merge brings the merge request there. Who
 * may not read the environments of the project finds none.
 */
function isDeployed(viewer: ListViewer, { deploymentId, environment, after, before }: DeployedFilter): Condition {
  const conditions = [featureIsReadable(viewer, 'repository', 20), sql<boolean>`m.state = 'merged'`];
  if (deploymentId !== undefined) conditions.push(sql`first.id = ${deploymentId}`);
  if (environment !== undefined) conditions.push(sql`e.name = ${environment}`);
  if (after) conditions.push(sql`first.finished_at >= ${after}`);
  if (before) conditions.push(sql`first.finished_at <= ${before}`);
  return sql`exists (
    select 1 from environments e cross join lateral (
      select d.id, d.finished_at from deployments d
      where d.environment_id = e.id and d.ref = m.target_branch and d.status = 'success' and d.finished_at >= m.merged_at
      order by d.finished_at, d.id limit 1) first
    where e.project_id = m.target_project_id and ${sql.join(conditions, sql` and `)})`;
}

function ownConditions(filter: MergeRequestFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.states) all.push(sql`m.state = any(${[...filter.states]}::text[])`);
  if (filter.ids) all.push(sql`m.id = any(${[...filter.ids]}::bigint[])`);
  if (filter.iids) all.push(sql`m.iid = any(${[...filter.iids]}::bigint[])`);
  if (filter.isDraft !== undefined) all.push(sql`m.is_draft = ${filter.isDraft}`);
  if (filter.isApproved !== undefined) {
    all.push(usersCondition(APPROVALS, filter.isApproved ? 'any' : 'none'));
  }
  if (filter.sourceProjectId !== undefined) all.push(sql`m.source_project_id = ${filter.sourceProjectId}`);
  if (filter.milestoneIds) all.push(sql`m.milestone_id = any(${[...filter.milestoneIds]}::bigint[])`);
  if (filter.mergedByIds) all.push(sql`m.merged_by_id = any(${[...filter.mergedByIds]}::bigint[])`);
  if (filter.openThreadSpeakerId !== undefined) all.push(spokeInOpenThread(TALKED_OF, filter.openThreadSpeakerId));
  if (filter.search) all.push(searchCondition('m', filter.search));
  if (filter.commitSha !== undefined) all.push(holdsCommit(filter.commitSha));
  const times: [string, '>' | '<', Date | undefined][] = [
    ['m.created_at', '>', filter.createdAfter],
    ['m.created_at', '<', filter.createdBefore],
    ['m.updated_at', '>', filter.updatedAfter],
    ['m.updated_at', '<', filter.updatedBefore],
    ['m.merged_at', '>', filter.mergedAfter],
    ['m.merged_at', '<', filter.mergedBefore],
  ];
  for (const [column, sign, time] of times) {
    if (time) all.push(sql`${sql.raw(column)} ${sql.raw(sign === '>' ? '>=' : '<=')} ${time}`);
  }
  return all;
}

function holdsCommit(sha: string): Condition {
  return sql`(m.id in (select v.merge_request_id from merge_request_version_commits c
      join merge_request_versions v on v.id = c.version_id where c.sha = ${sha})
    or ${sha} in (m.merge_commit_sha, m.squash_commit_sha))`;
}

/** By all of them: in one question, for the reader says how many they are. */
function approvalCondition(matcher: Matcher<number>): Condition {
  if (typeof matcher === 'string') return usersCondition(APPROVALS, matcher);
  const ids = [...new Set(matcher)];
  if (ids.length === 0) return sql`true`;
  if (ids.length === 1) return usersCondition(APPROVALS, ids);
  return sql`m.id in (select x.merge_request_id from merge_request_valid_approvals x where x.user_id = any(${ids}::bigint[])
    group by 1 having count(distinct x.user_id) = ${ids.length})`;
}

function peopleConditions(actor: Actor, filter: NegatableFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.authorIds) all.push(sql`m.author_id = any(${[...filter.authorIds]}::bigint[])`);
  if (filter.assigneeIds)
    all.push(usersCondition({ table: 'merge_request_assignees', ...ON_REQUEST }, filter.assigneeIds));
  if (filter.reviewerIds)
    all.push(usersCondition({ table: 'merge_request_reviewers', ...ON_REQUEST }, filter.reviewerIds));
  if (filter.approvedByIds) all.push(approvalCondition(filter.approvedByIds));
  if (filter.labels) all.push(labelCondition({ table: 'merge_request_labels', ...ON_REQUEST }, filter.labels));
  if (filter.milestone) all.push(milestoneCondition('m', filter.milestone));
  if (filter.sourceBranches) all.push(sql`m.source_branch = any(${[...filter.sourceBranches]}::text[])`);
  if (filter.targetBranches) all.push(sql`m.target_branch = any(${[...filter.targetBranches]}::text[])`);
  if (filter.reactions) all.push(reactionCondition(actor, TALKED_OF, filter.reactions));
  return all;
}
