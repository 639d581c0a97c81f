import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { CHECK_STATUS_NAMES } from '@tributary/contract/merge-requests/readiness.ts';
import type { ApprovalSettings } from '@tributary/contract/approvals/settings.ts';
import type { WidgetData, WidgetUser } from '@tributary/contract/merge-requests/widget.ts';
import { chooseWidgetState, widgetFacts } from '@tributary/contract/merge-requests/widget-state.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { hasDismissed } from '../../accounts/index.ts';
import { approvalSettingsOf } from '../../approvals/index.ts';
import { reportWidgets } from '../../changes/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf } from '../../projects/index.ts';
import {
  canUpdate,
  type MergeRequestAccess,
  canPickMerged,
  canRemoveSource,
  sourceRights,
  widgetPipelines,
  type MergeRequestDetail,
  latestCommits,
  splitMessage,
  type RequestPaths,
  requestPaths,
  messageOf,
  isSourceBeingRemoved,
  rebaseState,
  type VersionCommitRow,
} from '../../merge-requests/index.ts';
import { loadBranchRights, mayPickCommits } from '../../repositories/index.ts';
import { trainPart } from '../trains/index.ts';
import { availableStrategies } from '../auto-merge/strategies.ts';
import { defaultMessages } from '../default-messages.ts';
import { gatesPart } from './gates-part.ts';
import { deploymentsPart } from './request-deployments.ts';
import { issuesPart } from './issues-part.ts';
import { pathsPart } from './paths-part.ts';

const LISTED_COMMITS = 20;

/** Everything the merge widget shows, as this reader sees it now. */
export async function widgetData(
  ctx: Context,
  found: MergeRequestAccess,
  detail: MergeRequestDetail,
): Promise<WidgetData> {
  const { row, access } = found;
  const paths = requestPaths(access.project.full_path, access.project.id, row.iid);
  const [commits, ofSource, mayRemove, isProtected, [pipelines, strategies], issues, approvals, rest] =
    await Promise.all([
      latestCommits(ctx, row),
      sourceRights(ctx, found),
      canRemoveSource(ctx, found),
      isSourceProtected(ctx, detail, row.source_branch),
      pipelinesAndStrategies(ctx, found, detail),
      issuesPart(ctx, found, paths),
      approvalSettingsOf(ctx, access.project.id),
      furtherParts(ctx, found, detail, paths),
    ]);
  const messages = await defaultMessages(ctx, found, commits);
  const mayUpdate = canUpdate(ctx.actor, found) === null;
  const mayPick = canPickMerged(ctx, found);
  const isBeingRemoved = isSourceBeingRemoved(row, detail.sourceTip, ctx.clock.now());
  const isOngoing = row.merging_intent_id !== null;
  const facts = { isOngoing, isBeingRemoved, ...ofSource, mayRemove, mayUpdate, mayPick, isProtected };
  const data = {
    ...identityPart(detail, paths),
    ...branchPart(ctx, detail, facts),
    ...statusPart(detail, facts),
    ...pipelines,
    ...(await suggestPart(ctx, detail, { mayPush: facts.mayPush, hasCi: pipelines.has_ci })),
    ...issues,
    ...rest,
    ...gatePart(access, approvals),
    ...autoMergePart(ctx, detail, { paths, strategies, mayRemove }),
    ...messagePart(messages, commits),
    ...squashPart(detail),
    ...resultPart(detail, ctx.config.url),
    ...permissionPart(ctx, detail, facts, paths),
    ...pathsPart(paths, rest.enabled_reports),
  };
  return { ...data, widget_state: chooseWidgetState(widgetFacts(data)) };
}

/**
 * Strategies depend on the status of the pipeline, and are read after it: pages fetch them again when they are told of a
 * status that they do not show yet.
 */
async function pipelinesAndStrategies(ctx: Context, found: MergeRequestAccess, { canMerge, view }: MergeRequestDetail) {
  const pipelines = await widgetPipelines(ctx, found);
  return [pipelines, canMerge ? await availableStrategies(ctx, found.row, view.readiness) : []] as const;
}

/** What other modules say about it. */
async function furtherParts(ctx: Context, found: MergeRequestAccess, detail: MergeRequestDetail, paths: RequestPaths) {
  const [deployments, gates, train, rebase, reports] = await Promise.all([
    deploymentsPart(ctx, detail, paths),
    gatesPart(ctx, found, detail.canMerge),
    trainPart(ctx, found),
    rebaseState(ctx, found.row.id),
    reportWidgets(ctx, found, paths),
  ]);
  return { ...deployments, ...gates, ...train, rebase_in_progress: rebase.isInProgress, enabled_reports: reports };
}

type Facts = Record<
  'isOngoing' | 'isBeingRemoved' | 'mayPush' | 'mayRebase' | 'mayRemove' | 'mayUpdate' | 'mayPick' | 'isProtected',
  boolean
>;

async function isSourceProtected(ctx: Context, detail: MergeRequestDetail, branch: string): Promise<boolean> {
  return detail.source ? (await loadBranchRights(ctx, detail.source)).isProtected(branch) : false;
}

function identityPart({ view, access }: MergeRequestDetail, paths: RequestPaths) {
  const { row } = view;
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    state: row.state,
    draft: row.is_draft,
    work_in_progress: row.is_draft,
    archived: access.project.is_read_only,
    api_path: paths.api,
    merge_request_basic_path: paths.basic,
    merge_request_widget_path: paths.widget,
    merge_request_pipeline_path: paths.widgetPipeline,
    merge_request_cached_widget_path: paths.cachedWidget,
    email_patches_path: paths.patch,
    plain_diff_path: paths.plainDiff,
  };
}

function branchPart(ctx: Context, detail: MergeRequestDetail, facts: Facts) {
  const { row } = detail.view;
  const treeOf = (project: { full_path: string } | undefined, branch: string, tip: string | undefined) =>
    project && tip !== undefined ? repositoryPaths.tree(project.full_path, branch) : null;
  return {
    source_branch: row.source_branch,
    source_branch_path: treeOf(detail.source?.project, row.source_branch, detail.sourceTip),
    target_branch: row.target_branch,
    target_branch_path: treeOf(detail.access.project, row.target_branch, detail.targetTip),
    source_project_id: row.source_project_id,
    target_project_id: row.target_project_id,
    source_project_full_path: detail.source?.project.full_path ?? null,
    source_ssh_url: (detail.source && ctx.ssh?.cloneUrl(detail.source.project.full_path)) ?? null,
    target_project_full_path: detail.access.project.full_path,
    source_branch_exists: detail.sourceTip !== undefined,
    source_branch_being_removed: facts.isBeingRemoved,
    target_branch_exists: detail.targetTip !== undefined,
    source_branch_protected: facts.isProtected,
    target_branch_sha: detail.targetTip ?? null,
    diff_head_sha: row.head_sha,
    diverged_commits_count: row.diverged_commits_count,
    commits_count: row.commits_count,
    allow_collaboration: row.allow_collaboration,
  };
}

function statusPart(detail: MergeRequestDetail, facts: Facts) {
  const { row, readiness, counts } = detail.view;
  return {
    merge_status: row.merge_status,
    detailed_merge_status: readiness.status,
    merge_status_message: readiness.message,
    mergeable: readiness.isMergeable,
    mergeable_discussions_state: readiness.areThreadsResolved,
    has_conflicts: readiness.hasConflicts,
    conflicts: row.conflicts ?? [],
    merge_ongoing: facts.isOngoing,
    merge_error: row.merge_error,
    merge_checked_at: row.merge_checked_at?.toISOString() ?? null,
    merge_checks: readiness.checks.map((check) => ({
      identifier: check.id,
      status: CHECK_STATUS_NAMES[check.state],
      message: messageOf(check),
      state: check.state,
      code: check.code ?? check.id,
      params: check.params ?? {},
      cleared_by: check.clearedBy ?? null,
      action: check.action ?? null,
      since: check.since,
    })),
    policy_violation: readiness.checks.some(({ id, state }) => id === 'policies_denied' && state === 'failed'),
    should_be_rebased: readiness.shouldBeRebased,
    ff_only_enabled: detail.access.project.merge_method === 'ff',
    merge_method: detail.access.project.merge_method,
    unresolved_discussions_count: counts.threads - counts.resolvedThreads,
    only_allow_merge_if_all_discussions_are_resolved:
      detail.access.project.only_allow_merge_if_all_discussions_are_resolved,
    can_receive_suggestion: false,
  };
}

function autoMergePart(
  ctx: Context,
  detail: MergeRequestDetail,
  { paths, strategies, mayRemove }: { paths: RequestPaths; strategies: string[]; mayRemove: boolean },
) {
  const { autoMerge, row } = detail.view;
  const isSet = autoMerge !== null && autoMerge.failedReason === null;
  const id = actorId(ctx.actor);
  const isOwn = id !== undefined && autoMerge?.setBy?.id === id;
  const mayCancel = detail.canMerge || isOwn || (id !== undefined && row.author_id === id);
  const removes = autoMerge?.removesSourceBranch ?? row.should_remove_source_branch ?? row.force_remove_source_branch;
  return {
    auto_merge_enabled: isSet,
    auto_merge_strategy: autoMerge?.strategy ?? null,
    auto_merge_failed_reason: autoMerge?.failedReason ?? null,
    available_auto_merge_strategies: strategies,
    cancel_auto_merge_path: autoMerge !== null && row.state === 'opened' && mayCancel ? paths.cancelAutoMerge : null,
    auto_merge_removes_source_branch: removes,
    can_remove_source_branch_by_auto_merge: isSet && isOwn && detail.canMerge && mayRemove && !removes,
  };
}

function messagePart(messages: Awaited<ReturnType<typeof defaultMessages>>, commits: readonly VersionCommitRow[]) {
  const own = commits.filter((commit) => commit.parent_shas.length < 2);
  return {
    default_merge_commit_message: messages.merge,
    default_merge_commit_message_with_description: messages.mergeWithDescription,
    default_squash_commit_message: messages.squash,
    commits_without_merge_commits: own.slice(0, LISTED_COMMITS).map((commit) => ({
      id: commit.sha,
      short_id: commit.sha.slice(0, 8),
      title: splitMessage(commit.message).subject,
      message: commit.message,
    })),
  };
}

function squashPart({ view, access }: MergeRequestDetail) {
  const { row } = view;
  const option = access.project.squash_option;
  const isFixed = option === 'always' || option === 'never';
  return {
    squash: option === 'always' || (option !== 'never' && row.squash),
    squash_enabled_by_default: option === 'always' || option === 'default_on',
    squash_readonly: isFixed,
    squash_on_merge: option === 'always' || (option !== 'never' && row.squash),
    squash_available: option !== 'never',
    remove_source_branch: row.should_remove_source_branch ?? row.force_remove_source_branch,
    should_remove_source_branch: row.should_remove_source_branch,
    force_remove_source_branch: row.force_remove_source_branch,
  };
}

function resultPart(detail: MergeRequestDetail, instanceUrl: string) {
  const { row, mergedBy, closedBy } = detail.view;
  const user = (view: UserView | null): WidgetUser | null =>
    view && {
      id: view.id,
      username: view.username,
      name: view.name,
      avatar_url: view.avatarUrl,
      web_url: `${instanceUrl}/${view.username}`,
    };
  const merged = row.merged_commit_sha;
  return {
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    merged_commit_sha: merged,
    short_merged_commit_sha: merged?.slice(0, 8) ?? null,
    merged_commit_path: merged === null ? null : repositoryPaths.commit(detail.access.project.full_path, merged),
    merged_by_push: row.merged_by_push,
    metrics: {
      merged_by: user(mergedBy),
      merged_at: row.merged_at?.toISOString() ?? null,
      closed_by: user(closedBy),
      closed_at: row.closed_at?.toISOString() ?? null,
    },
    merge_user: user(mergedBy ?? detail.view.autoMerge?.setBy ?? null),
    merge_user_id: row.merged_by_id ?? detail.view.autoMerge?.setBy?.id ?? null,
  };
}

const SUGGEST = 'suggest_pipeline';

/** Where a project has no configuration, those who can write one are shown the way until they dismiss it. */
async function suggestPart(
  ctx: Context,
  detail: MergeRequestDetail,
  { mayPush, hasCi }: { mayPush: boolean; hasCi: boolean },
) {
  const { row } = detail.view;
  const project = detail.source?.project;
  const isOffered =
    row.state === 'opened' && !hasCi && mayPush && project !== undefined && detail.sourceTip !== undefined;
  const path = project && `/${encodePath(project.full_path)}/-/ci/editor`;
  return {
    merge_request_add_ci_config_path: isOffered ? `${path}?branch_name=${encodeURIComponent(row.source_branch)}` : null,
    is_dismissed_suggest_pipeline: isOffered && (await hasDismissed(ctx, SUGGEST)),
    user_callouts_path: shellPaths.callouts,
    suggest_pipeline_feature_id: SUGGEST,
  };
}

/** Settings that cannot be switched on, and gates that this server does not have: said to be off, as REST does. */
function gatePart({ level, project }: MergeRequestAccess['access'], approvals: ApprovalSettings) {
  return {
    only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_pipeline_succeeds,
    allow_merge_on_skipped_pipeline: project.allow_merge_on_skipped_pipeline,
    merge_pipelines_enabled: project.merge_pipelines_enabled,
    approvals_widget_type: 'full' as const,
    require_password_to_approve: approvals.require_password_to_approve,
    human_access: level > 0 ? accessLevelName(level) : null,
  };
}

function permissionPart(ctx: Context, detail: MergeRequestDetail, facts: Facts, paths: RequestPaths) {
  const { row } = detail.view;
  const isOpen = row.state === 'opened';
  const { project } = detail.access;
  const mayCreateIssue = isAllowed(ctx.actor, 'create_issue', featureOf(detail.access, 'issues'));
  // Who may not write to the project takes a merged change back, or elsewhere, in a fork of their own.
  const mayFork =
    row.state === 'merged' && isAllowed(ctx.actor, 'fork_project', featureOf(detail.access, 'repository'));
  const forkPath = mayFork && !mayPickCommits(ctx, detail.access) ? repositoryPaths.newFork(project.full_path) : null;
  const mayRemoveNow =
    facts.mayRemove && !facts.isBeingRemoved && detail.sourceTip !== undefined && row.state === 'merged';
  return {
    user_permissions: {
      can_merge: detail.canMerge,
      push_to_source_branch: facts.mayPush,
      remove_source_branch: facts.mayRemove,
      update_merge_request: facts.mayUpdate,
    },
    current_user: {
      can_remove_source_branch: facts.mayRemove,
      can_update: facts.mayUpdate,
      can_merge: detail.canMerge,
      can_push_to_source_branch: facts.mayPush,
      can_cherry_pick_on_current_merge_request: facts.mayPick,
      can_revert_on_current_merge_request: facts.mayPick,
      can_create_issue: mayCreateIssue,
      cherry_pick_in_fork_path: forkPath,
      revert_in_fork_path: forkPath,
    },
    merge_path: isOpen && detail.canMerge ? paths.merge : null,
    conflict_resolution_path:
      isOpen && detail.view.readiness.hasConflicts && facts.mayPush && !facts.isProtected ? paths.conflicts : null,
    rebase_path: isOpen && facts.mayRebase ? paths.rebase : null,
    update_branch_path:
      isOpen && facts.mayPush && !project.is_read_only
        ? `/api/v4/projects/${project.id}/merge_requests/${row.iid}/update_branch`
        : null,
    new_blob_path:
      isOpen && facts.mayPush && detail.source && detail.sourceTip !== undefined
        ? repositoryPaths.newFile(detail.source.project.full_path, row.source_branch)
        : null,
    create_issue_to_resolve_discussions_path:
      isOpen && detail.view.counts.threads > detail.view.counts.resolvedThreads && mayCreateIssue
        ? `${repositoryPaths.project(project.full_path)}/-/issues/new?merge_request_to_resolve_discussions_of=${row.iid}`
        : null,
    remove_wip_path: isOpen && facts.mayUpdate && row.is_draft ? paths.removeDraft : null,
    remove_source_branch_path: mayRemoveNow
      ? `/api/v4/projects/${row.source_project_id}/repository/branches/${encodeURIComponent(row.source_branch)}`
      : null,
  };
}
