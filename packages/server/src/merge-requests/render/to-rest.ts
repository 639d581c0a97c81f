import type { RestPipeline, RestPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import type {
  RestCommit,
  RestMergeRequest,
  RestMergeRequestBasic,
  RestVersion,
} from '@tributary/contract/merge-requests/rest.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { isoMoment } from '@tributary/git';
import { renderUserBasic } from '../../accounts/index.ts';
import { countTasks } from '../../platform/markup/index.ts';
import { toRestMilestone, toRestLabelDetail, toRestTimeStats } from '../../planning/index.ts';
import type { MergeRequestDetail } from '../reads/merge-request-detail.ts';
import type { MergeRequestView } from '../reads/merge-request-views.ts';
import { splitMessage } from '../rules/default-texts.ts';
import type { VersionCommitRow, VersionRow } from '../store/versions.ts';

export type BasicOptions = {
  instanceUrl: string;
  withLabelDetails?: boolean;
  html?: { title: string; description: string };
};

const iso = (time: Date | null) => time?.toISOString() ?? null;

export function toRestBasic(view: MergeRequestView, options: BasicOptions): RestMergeRequestBasic {
  const { row, project, counts } = view;
  const person = (user: MergeRequestView['author']) =>
    user ? renderUserBasic(user, { config: { url: options.instanceUrl } }) : null;
  const people = (users: readonly NonNullable<MergeRequestView['author']>[]) =>
    users.map((user) => renderUserBasic(user, { config: { url: options.instanceUrl } }));
  const tasks = countTasks(row.description);
  const isFork = row.source_project_id !== row.target_project_id;
  return {
    ...identity(view, options.instanceUrl),
    merged_by: person(view.mergedBy),
    merge_user: person(view.mergedBy ?? view.autoMerge?.setBy ?? null),
    merged_at: iso(row.merged_at),
    closed_by: person(view.closedBy),
    closed_at: iso(row.closed_at),
    ...(options.html && { title_html: options.html.title, description_html: options.html.description }),
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    user_notes_count: counts.notes,
    upvotes: counts.upvotes,
    downvotes: counts.downvotes,
    author: person(view.author),
    assignees: people(view.assignees),
    assignee: person(view.assignees[0] ?? null),
    reviewers: people(view.reviewers.map((reviewer) => reviewer.user)),
    source_project_id: row.source_project_id,
    target_project_id: row.target_project_id,
    labels: view.labels.map((label) => (options.withLabelDetails ? toRestLabelDetail(label) : label.name)),
    draft: row.is_draft,
    imported: false,
    imported_from: 'none',
    work_in_progress: row.is_draft,
    milestone: view.milestone ? toRestMilestone(options.instanceUrl, view.milestone) : null,
    merge_when_pipeline_succeeds: isSetToMerge(view),
    merge_status: row.merge_status,
    detailed_merge_status: view.readiness.status,
    merge_after: iso(row.merge_after),
    sha: row.head_sha,
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    discussion_locked: row.is_discussion_locked,
    should_remove_source_branch: row.should_remove_source_branch,
    force_remove_source_branch: row.force_remove_source_branch,
    prepared_at: iso(row.prepared_at),
    ...(isFork && { allow_collaboration: row.allow_collaboration, allow_maintainer_to_push: row.allow_collaboration }),
    reference: `!${row.iid}`,
    references: { short: `!${row.iid}`, relative: `!${row.iid}`, full: `${project.full_path}!${row.iid}` },
    time_stats: toRestTimeStats(view.time),
    squash: row.squash,
    // Of a merged one, what was done.
    squash_on_merge: row.state === 'merged' ? row.squash_commit_sha !== null : row.squash,
    task_completion_status: { count: tasks.count, completed_count: tasks.completed },
    has_conflicts: view.readiness.hasConflicts,
    blocking_discussions_resolved: counts.threads === counts.resolvedThreads,
    approvals_before_merge: null,
  };
}

/** One that failed is not merged by itself any more. */
const isSetToMerge = ({ autoMerge }: MergeRequestView) => autoMerge !== null && autoMerge.failedReason === null;

/** The shortest form, for `view=simple`. */
export function identity(view: MergeRequestView, instanceUrl: string) {
  const { row, project } = view;
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.target_project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    web_url: `${instanceUrl}/${encodePath(project.full_path)}/-/merge_requests/${row.iid}`,
  };
}

export type PipelineParts = { basic: RestPipelineBasic; full: RestPipeline };

export function toRestMergeRequest(
  detail: MergeRequestDetail,
  options: BasicOptions & { pipeline: PipelineParts | undefined; firstDeployedAt: Date | null },
): RestMergeRequest {
  const { row, version } = detail.view;
  return {
    ...toRestBasic(detail.view, options),
    subscribed: detail.isSubscribed,
    changes_count: version ? changesCount(version) : null,
    latest_build_started_at: options.pipeline?.full.started_at ?? null,
    latest_build_finished_at: options.pipeline?.full.finished_at ?? null,
    first_deployed_to_production_at: iso(options.firstDeployedAt),
    pipeline: options.pipeline?.basic ?? null,
    head_pipeline: options.pipeline?.full ?? null,
    diff_refs: version
      ? { base_sha: version.base_sha, head_sha: version.head_sha, start_sha: version.start_sha }
      : null,
    merge_error: row.merge_error,
    first_contribution: false,
    user: { can_merge: detail.canMerge },
  };
}

/** Null until the diff has been read. */
export function changesCount(version: VersionRow): string | null {
  if (version.state === 'empty') return '0';
  return version.files_count === null ? null : String(version.files_count);
}

export function toRestCommit(
  commit: Omit<VersionCommitRow, 'version_id' | 'position'>,
  projectPath: string,
  instanceUrl: string,
): RestCommit {
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    created_at: isoMoment(commit.committed_at),
    parent_ids: commit.parent_shas,
    title: splitMessage(commit.message).subject,
    message: commit.message,
    author_name: commit.author_name,
    author_email: commit.author_email,
    authored_date: isoMoment(commit.authored_at),
    committer_name: commit.committer_name,
    committer_email: commit.committer_email,
    committed_date: isoMoment(commit.committed_at),
    trailers: {},
    extended_trailers: {},
    web_url: `${instanceUrl}${repositoryPaths.commit(projectPath, commit.sha)}`,
  };
}

const VERSION_STATES = { building: 'collecting', ready: 'collected', empty: 'empty', failed: 'without_files' } as const;

export function toRestVersion(version: VersionRow, patchIds: ReadonlyMap<number, string>): RestVersion {
  return {
    id: version.id,
    head_commit_sha: version.head_sha,
    base_commit_sha: version.base_sha,
    start_commit_sha: version.start_sha,
    created_at: version.created_at.toISOString(),
    merge_request_id: version.merge_request_id,
    state: VERSION_STATES[version.state],
    real_size: changesCount(version) ?? '0',
    patch_id_sha: patchIds.get(version.id) ?? null,
  };
}
