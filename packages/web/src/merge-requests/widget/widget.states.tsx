import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import type { ReactNode } from 'react';
import { MergeWidget } from './merge-widget.tsx';
import type { Widget } from './use-widget.ts';
import {
  blocked,
  closedData,
  issueLinks,
  manyCommits,
  mergedData,
  readerPermissions,
  sampleData,
  sampleWidget,
} from './widget-samples.ts';

export const group = 'Merge widget';

const acts = {
  changesPath: '/-/gallery',
  editPath: '/-/gallery',
  goToFirstThread: () => undefined,
  requestReviewPaths: ['/-/gallery'],
};

function widget(state: WidgetState, parts: Partial<WidgetData> = {}, rest: Partial<Widget> = {}): ReactNode {
  return (
    <div className="rounded-md border bg-surface">
      <MergeWidget widget={sampleWidget(state, parts, rest)} canReopen acts={acts} place={null} />
    </div>
  );
}

const fork: Partial<WidgetData> = { source_project_id: 9, source_project_full_path: 'ada/river' };
const mergeWhen = 'merge_when_checks_pass';
const { user_permissions: allRights } = sampleData;

const ready: Record<string, ReactNode> = {
  'Ready to merge': widget('readyToMerge'),
  'Ready to merge: many commits, behind, issues': widget('readyToMerge', {
    ...manyCommits,
    diverged_commits_count: 3,
    issues_links: issueLinks,
  }),
  'Ready to merge: squash required': widget('readyToMerge', { squash_readonly: true, squash_on_merge: true }),
  'Ready to merge: fast-forward': widget('readyToMerge', { merge_method: 'ff', ff_only_enabled: true }),
  'Ready to merge: fast-forward with squash': widget('readyToMerge', {
    merge_method: 'ff',
    ff_only_enabled: true,
    squash_on_merge: true,
  }),
  'Ready to merge: semi-linear': widget('readyToMerge', { merge_method: 'rebase_merge' }),
  'Ready to merge: merge moment': widget('readyToMerge', {
    available_auto_merge_strategies: [mergeWhen],
    ci_status: 'running',
    has_ci: true,
  }),
  'Ready to merge: being merged by this page': widget('readyToMerge', {}, { flow: { state: 'merging' } }),
  'Not allowed to merge': widget('readyToMerge', readerPermissions),
};

const panels: Record<string, ReactNode> = {
  Checking: widget('checking', { detailed_merge_status: 'checking', mergeable: false }),
  Merging: widget('merging', { merge_ongoing: true }),
  'Failed to merge': widget('readyToMerge', {}, { flow: { state: 'failed', error: 'Merge failed.', secondsLeft: 10 } }),
  Merged: widget('merged', { ...mergedData, issues_links: issueLinks }),
  'Merged: in a fork, branch gone': widget('merged', {
    ...mergedData,
    source_branch_exists: false,
    current_user: {
      ...sampleData.current_user,
      cherry_pick_in_fork_path: '/delta/river/-/forks/new',
      revert_in_fork_path: '/delta/river/-/forks/new',
    },
  }),
  Closed: widget('closed', closedData),
  'Auto-merge set': widget('autoMergeEnabled', {
    auto_merge_enabled: true,
    auto_merge_strategy: mergeWhen,
    merge_user: mergedData.merge_user ?? null,
    cancel_auto_merge_path: '/-/gallery',
  }),
  'Auto-merge set: merge train': widget('autoMergeEnabled', {
    auto_merge_enabled: true,
    auto_merge_strategy: 'merge_train',
    merge_trains_count: 3,
    merge_train_index: 2,
    merge_user: mergedData.merge_user ?? null,
    cancel_auto_merge_path: '/-/gallery',
  }),
  'Removed from the merge train': widget('readyToMerge', {
    merge_train_removal_reason: 'The merge train pipeline failed: pipeline #104, tests.',
  }),
  'Auto-merge failed': widget('mergeChecksFailed', {
    ...blocked('merge_request_blocked', 'Merge blocked: all merge request dependencies must be merged.'),
    auto_merge_strategy: mergeWhen,
    auto_merge_failed_reason: 'The target branch moved.',
    cancel_auto_merge_path: '/-/gallery',
  }),
};

const blockedPanels: Record<string, ReactNode> = {
  Conflicts: widget('conflicts', {
    ...blocked('conflict', 'Merge blocked: merge conflicts must be resolved.'),
    has_conflicts: true,
    conflict_resolution_path: '/-/gallery',
    conflicts: [{ type: 'both_modified', path: 'src/river.ts', message: 'Conflict: changed on both sides' }],
  }),
  'Conflicts: cannot be fast-forwarded, no rights': widget('conflicts', {
    ...blocked('conflict', 'Merge blocked: merge conflicts must be resolved.'),
    ...readerPermissions,
    has_conflicts: true,
    should_be_rebased: true,
  }),
  Rebase: widget('rebase', {
    ...blocked('need_rebase', 'Merge blocked: the source branch must be rebased onto the target branch.'),
    should_be_rebased: true,
    diverged_commits_count: 1,
    has_ci: true,
  }),
  'Rebase: in progress': widget('rebase', { should_be_rebased: true, rebase_in_progress: true }),
  'Rebase: no rights': widget('rebase', { ...readerPermissions, should_be_rebased: true }),
  'Missing branch': widget('missingBranch', { source_branch_exists: false }),
  'Archived project': widget('archived', { archived: true, ...readerPermissions }),
  'Nothing to merge': widget('nothingToMerge', { commits_count: 0, new_blob_path: '/-/gallery' }),
  'Pipeline failed': widget('pipelineFailed', {
    ...blocked('ci_must_pass', 'Merge blocked: pipeline must succeed. Push a commit that fixes the failure.'),
    has_ci: true,
    ci_status: 'failed',
  }),
  'Pipeline blocked': widget('pipelineFailed', {
    ...blocked('ci_must_pass', 'Merge blocked: pipeline must succeed.'),
    has_ci: true,
    ci_status: 'manual',
  }),
  'Pipeline suggested': widget('readyToMerge', { merge_request_add_ci_config_path: '/-/gallery' }),
  'Pipeline awaited': widget('readyToMerge', { has_ci: true, is_awaiting_pipeline: true }),
  'Pipeline not found': widget('readyToMerge', { has_ci: true, is_pipeline_missing: true }),
  'Pipeline missing': widget('pipelineFailed', blocked('ci_must_pass', 'Merge blocked: pipeline must succeed.')),
  'SHA mismatch': widget('shaMismatch'),
  'Unresolved threads': widget('unresolvedDiscussions', {
    ...blocked('discussions_not_resolved', 'Merge blocked: all threads must be resolved. 1 thread is open.'),
    create_issue_to_resolve_discussions_path: '/-/gallery',
  }),
  Draft: widget('draft', {
    ...blocked('draft_status', 'Merge blocked: merge request must be marked as ready. It is still marked as draft.'),
    remove_wip_path: '/-/gallery',
    user_permissions: allRights,
  }),
  'Draft: auto-merge available': widget('draft', {
    ...blocked('draft_status', 'Merge blocked: merge request must be marked as ready. It is still marked as draft.'),
    remove_wip_path: '/-/gallery',
    available_auto_merge_strategies: [mergeWhen],
  }),
  'Draft: auto-merge set': widget('draft', {
    ...blocked('draft_status', 'Merge blocked: merge request must be marked as ready. It is still marked as draft.'),
    auto_merge_enabled: true,
    auto_merge_strategy: mergeWhen,
    merge_user: mergedData.merge_user ?? null,
    cancel_auto_merge_path: '/-/gallery',
  }),
  'Jira association missing': widget('jiraAssociationMissing', {
    ...blocked('jira_association_missing', 'Merge blocked: a Jira issue key must be mentioned.'),
  }),
  'Policy violation': widget('policyViolation', blocked('policies_denied', 'Merge blocked: a policy is violated.')),
  'Geo secondary node': widget('geoSecondaryNode', { is_geo_secondary_node: true, mergeable: false }),
  'Merge checks failed': widget('mergeChecksFailed', {
    ...blocked('requested_changes', 'Merge blocked: a reviewer requested changes. Ask them to approve.'),
  }),
  'Merge checks failed: approvals': widget(
    'mergeChecksFailed',
    blocked('not_approved', 'Merge blocked: 1 approval is missing.'),
  ),
  'Merge checks failed: also a draft': widget('mergeChecksFailed', {
    ...blocked('draft_status', 'Merge blocked: merge request must be marked as ready. It is still marked as draft.'),
    merge_checks: [
      ...(blocked('draft_status', 'It is still marked as draft.').merge_checks ?? []),
      ...(blocked('not_approved', 'Merge blocked: all required approvals must be given.').merge_checks ?? []).slice(-1),
    ],
  }),
  'Merge checks failed: dependencies': widget('mergeChecksFailed', {
    ...blocked('merge_request_blocked', 'Merge blocked: another merge request is not merged.'),
    blocking_merge_requests: { total_count: 1, hidden_count: 1, visible_merge_requests: { merged: [] } },
  }),
};

const banners: Record<string, ReactNode> = {
  'Banner: merge error': widget('readyToMerge', { merge_error: 'The target branch moved.' }),
  'Banner: members may add commits': widget('readyToMerge', { ...fork, allow_collaboration: true }),
  'Banner: pipeline in the fork': widget('readyToMerge', { ...fork, merge_pipelines_enabled: true, has_ci: true }),
  'Banner: widget not loaded': widget('readyToMerge', {}, { isStale: true }),
};

export const states: Record<string, ReactNode> = { ...ready, ...panels, ...blockedPanels, ...banners };
