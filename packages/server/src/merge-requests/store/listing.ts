import type { RawBuilder } from 'kysely';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import { sql } from '../../platform/db/database.ts';
import { spokeInOpenThread } from '../../discussions/index.ts';
import { featureIsReadable, type ListViewer } from '../../projects/index.ts';
import {
  type IssuableFacets,
  type IssuableFilter,
  issuableListing,
  type IssuableOrder,
  type Viewer,
  type Matcher,
  usersCondition,
} from '../../planning/index.ts';
import type { MergeRequestRow } from './merge-requests.ts';

type Condition = RawBuilder<unknown>;

export type NegatableFilter = IssuableFacets & {
  reviewerIds?: Matcher<number> | undefined;
  /** All of them, where several are named. */
  approvedByIds?: Matcher<number> | undefined;
  sourceBranches?: readonly string[] | undefined;
  targetBranches?: readonly string[] | undefined;
};

/** One deployment, or those to an environment that ended in a time. */
export type DeployedFilter = {
  deploymentId?: number | undefined;
  environment?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
};

export type MergeRequestFilter = IssuableFilter<MergeRequestState, NegatableFilter> & {
  isApproved?: boolean | undefined;
  deployed?: DeployedFilter | undefined;
  isDraft?: boolean | undefined;
  sourceProjectId?: number | undefined;
  mergedByIds?: readonly number[] | undefined;
  mergedAfter?: Date | undefined;
  mergedBefore?: Date | undefined;
  /** Someone who spoke in one of its open threads. */
  openThreadSpeakerId?: number | undefined;
  /** Holds this commit in one of its versions, or is merged by it. */
  commitSha?: string | undefined;
};

const ON_REQUEST = { key: 'merge_request_id', alias: 'm' };
const APPROVALS = { table: 'merge_request_valid_approvals', ...ON_REQUEST };
const REVIEWERS = { table: 'merge_request_reviewers', ...ON_REQUEST };

export type MergeRequestOrder = IssuableOrder<'merged_at'>;

export const {
  conditions,
  listRows,
  countRows,
  countByState,
  countByProject,
  countByMilestone,
  isReadable: requestIsReadable,
} = issuableListing<MergeRequestRow, MergeRequestState, NegatableFilter, MergeRequestFilter, 'merged_at'>({
  rows: 'merge_requests',
  alias: 'm',
  type: 'MergeRequest',
  key: 'merge_request_id',
  project: 'm.target_project_id',
  assignees: 'merge_request_assignees',
  labels: 'merge_request_labels',
  orders: { merged_at: 'm.merged_at' },
  isReadableInside: (viewer) => featureIsReadable(viewer, 'merge_requests', 20),
  ownConditions,
  ownFacets,
});

/** Brought along by a deployment. Who may not read the environments of the project finds none. */
function isDeployed(viewer: ListViewer, { deploymentId, environment, after, before }: DeployedFilter): Condition {
  const conditions = [featureIsReadable(viewer, 'repository', 20), sql<boolean>`link.merge_request_id = m.id`];
  if (deploymentId !== undefined) conditions.push(sql`d.id = ${deploymentId}`);
  if (environment !== undefined) conditions.push(sql`e.name = ${environment}`);
  if (after) conditions.push(sql`d.finished_at >= ${after}`);
  if (before) conditions.push(sql`d.finished_at <= ${before}`);
  return sql`exists (
    select 1 from merge_request_deployments link join deployments d on d.id = link.deployment_id
    join environments e on e.id = d.environment_id where ${sql.join(conditions, sql` and `)})`;
}

function ownConditions(viewer: Viewer, filter: MergeRequestFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.deployed) all.push(isDeployed(viewer, filter.deployed));
  if (filter.isDraft !== undefined) all.push(sql`m.is_draft = ${filter.isDraft}`);
  if (filter.isApproved !== undefined) {
    all.push(usersCondition(APPROVALS, filter.isApproved ? 'any' : 'none'));
  }
  if (filter.sourceProjectId !== undefined) all.push(sql`m.source_project_id = ${filter.sourceProjectId}`);
  if (filter.mergedByIds) all.push(sql`m.merged_by_id = any(${[...filter.mergedByIds]}::bigint[])`);
  if (filter.openThreadSpeakerId !== undefined)
    all.push(spokeInOpenThread({ type: 'MergeRequest', alias: 'm' }, filter.openThreadSpeakerId));
  if (filter.commitSha !== undefined) all.push(holdsCommit(filter.commitSha));
  if (filter.mergedAfter) all.push(sql`m.merged_at >= ${filter.mergedAfter}`);
  if (filter.mergedBefore) all.push(sql`m.merged_at <= ${filter.mergedBefore}`);
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

/** Not by: by none of them, where several are named. */
function ownFacets(_viewer: Viewer, facets: NegatableFilter, isNegated: boolean): Condition[] {
  const { reviewerIds, approvedByIds, sourceBranches, targetBranches } = facets;
  const all: Condition[] = [];
  if (reviewerIds) all.push(usersCondition(REVIEWERS, reviewerIds));
  if (approvedByIds) all.push(isNegated ? usersCondition(APPROVALS, approvedByIds) : approvalCondition(approvedByIds));
  if (sourceBranches) all.push(sql`m.source_branch = any(${[...sourceBranches]}::text[])`);
  if (targetBranches) all.push(sql`m.target_branch = any(${[...targetBranches]}::text[])`);
  return all;
}
