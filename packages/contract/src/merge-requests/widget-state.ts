import type { CheckStatusName } from './readiness.ts';
import type { WidgetData } from './widget.ts';

/**
 * Which panel the merge widget shows: one table, the first row that applies wins; both the server (for the
 * first paint) and the browser (for live changes) read it.
 */
export type WidgetState =
  | 'merging'
  | 'geoSecondaryNode'
  | 'policyViolation'
  | 'jiraAssociationMissing'
  | 'nothingToMerge'
  | 'archived'
  | 'missingBranch'
  | 'checking'
  | 'conflicts'
  | 'rebase'
  | 'mergeChecksFailed'
  | 'pipelineFailed'
  | 'draft'
  | 'unresolvedDiscussions'
  | 'shaMismatch'
  | 'autoMergeEnabled'
  | 'readyToMerge'
  | 'merged'
  | 'closed'
  | 'none';

/** Every `detailed_merge_status`, as the REST endpoint writes them. Each has a row in the table below. */
export const DETAILED_MERGE_STATUSES = [
  'unchecked',
  'checking',
  'preparing',
  'mergeable',
  'commits_status',
  'ci_must_pass',
  'ci_still_running',
  'discussions_not_resolved',
  'draft_status',
  'not_open',
  'not_approved',
  'approvals_syncing',
  'conflict',
  'need_rebase',
  'jira_association_missing',
  'merge_request_blocked',
  'blocked_status',
  'status_checks_must_pass',
  'external_status_checks',
  'requested_changes',
  'security_policy_violations',
  'security_policy_pipeline_check',
  'policies_denied',
  'locked_paths',
  'locked_lfs_files',
  'merge_time',
  'title_regex',
  'broken_status',
] as const;

export type DetailedMergeStatus = (typeof DETAILED_MERGE_STATUSES)[number];

export type CheckFact = { identifier: string; status: CheckStatusName };

/** What the choice depends on. Facts of features that do not exist yet are left out and count as "no". */
export type WidgetFacts = {
  state: string;
  mergeOngoing?: boolean;
  isGeoSecondaryNode?: boolean;
  /** The first thing in the way; it alone says that something is being checked, or that nothing is in the way. */
  detailedMergeStatus: DetailedMergeStatus;
  /** Each condition's own answer: a panel shows up for its own, whatever else fails before it. */
  checks?: readonly CheckFact[];
  jiraAssociation?: { enforced: boolean; issueKeys: readonly string[] };
  commitsCount: number;
  isArchived: boolean;
  sourceBranchExists: boolean;
  targetBranchExists: boolean;
  hasConflicts: boolean;
  shouldBeRebased: boolean;
  approvals?: { available: boolean; left: number; approved: boolean };
  autoMergeEnabled?: boolean;
  mergeError?: string | null;
  canMerge: boolean;
  /** Head that the page was loaded with: the browser alone knows it. */
  loadedSha?: string | null;
  /** The head now. */
  headSha: string | null;
};

type Statuses = ReadonlySet<DetailedMergeStatus>;

/** Is one of these the first thing in the way, or does the check of that name fail behind it? */
function blockedBy(facts: WidgetFacts, statuses: Statuses): boolean {
  if (statuses.has(facts.detailedMergeStatus)) return true;
  const failed = facts.checks?.filter(({ status }) => status === 'failed') ?? [];
  return failed.some(({ identifier }) => (statuses as ReadonlySet<string>).has(identifier));
}

const POLICY_STATUSES: Statuses = new Set([
  'policies_denied',
  'security_policy_violations',
  'security_policy_pipeline_check',
]);
/** Something is being found out; all others wait for a user. */
export const CHECKING_STATUSES: Statuses = new Set(['checking', 'unchecked', 'preparing', 'approvals_syncing']);
/** These come before the panels of rules 11 to 13, even if something else fails first. */
const MERGE_CHECK_STATUSES: Statuses = new Set([
  'not_approved',
  'blocked_status',
  'merge_request_blocked',
  'external_status_checks',
  'status_checks_must_pass',
]);
/** Where one of these fails first, its own message says what is wrong. */
const FAILED_CHECK_STATUSES: Statuses = new Set([
  'requested_changes',
  'commits_status',
  'not_open',
  'locked_paths',
  'locked_lfs_files',
  'merge_time',
  'title_regex',
  'broken_status',
]);
const JIRA_STATUSES: Statuses = new Set(['jira_association_missing']);
const CONFLICT_STATUSES: Statuses = new Set(['conflict']);
const REBASE_STATUSES: Statuses = new Set(['need_rebase']);
const PIPELINE_STATUSES: Statuses = new Set(['ci_must_pass']);
const DRAFT_STATUSES: Statuses = new Set(['draft_status']);
const DISCUSSION_STATUSES: Statuses = new Set(['discussions_not_resolved']);
const READY_STATUSES: Statuses = new Set(['mergeable', 'ci_still_running']);

function mergeChecksFailed(facts: WidgetFacts): boolean {
  const { approvals } = facts;
  // Auto-merge waits for them, unless it failed.
  if (facts.autoMergeEnabled && !facts.mergeError) return false;
  if (approvals?.available && approvals.left > 0 && !approvals.approved) return true;
  return blockedBy(facts, MERGE_CHECK_STATUSES) || FAILED_CHECK_STATUSES.has(facts.detailedMergeStatus);
}

type Row = { state: WidgetState; when: (facts: WidgetFacts) => boolean };

/** Rules 1 to 17 for open requests, in order. */
export const OPEN_WIDGET_RULES: readonly Row[] = [
  { state: 'geoSecondaryNode', when: (facts) => facts.isGeoSecondaryNode === true },
  { state: 'policyViolation', when: (facts) => blockedBy(facts, POLICY_STATUSES) },
  {
    state: 'jiraAssociationMissing',
    when: (facts) =>
      blockedBy(facts, JIRA_STATUSES) ||
      (facts.jiraAssociation?.enforced === true && facts.jiraAssociation.issueKeys.length === 0),
  },
  { state: 'nothingToMerge', when: (facts) => facts.commitsCount === 0 },
  { state: 'archived', when: (facts) => facts.isArchived },
  { state: 'missingBranch', when: (facts) => !facts.sourceBranchExists || !facts.targetBranchExists },
  { state: 'checking', when: (facts) => CHECKING_STATUSES.has(facts.detailedMergeStatus) },
  { state: 'conflicts', when: (facts) => facts.hasConflicts || blockedBy(facts, CONFLICT_STATUSES) },
  { state: 'rebase', when: (facts) => facts.shouldBeRebased || blockedBy(facts, REBASE_STATUSES) },
  { state: 'mergeChecksFailed', when: mergeChecksFailed },
  { state: 'pipelineFailed', when: (facts) => blockedBy(facts, PIPELINE_STATUSES) },
  { state: 'draft', when: (facts) => blockedBy(facts, DRAFT_STATUSES) },
  { state: 'unresolvedDiscussions', when: (facts) => blockedBy(facts, DISCUSSION_STATUSES) },
  {
    state: 'shaMismatch',
    when: ({ canMerge, loadedSha = null, headSha }) => canMerge && loadedSha !== null && loadedSha !== headSha,
  },
  { state: 'autoMergeEnabled', when: (facts) => facts.autoMergeEnabled === true && !facts.mergeError },
  { state: 'readyToMerge', when: (facts) => READY_STATUSES.has(facts.detailedMergeStatus) },
  { state: 'checking', when: () => true },
];

type FactsInWidget = Pick<
  WidgetData,
  | 'state'
  | 'merge_ongoing'
  | 'is_geo_secondary_node'
  | 'maintenance_mode'
  | 'jira_associations'
  | 'detailed_merge_status'
  | 'commits_count'
  | 'archived'
  | 'source_branch_exists'
  | 'target_branch_exists'
  | 'has_conflicts'
  | 'should_be_rebased'
  | 'merge_error'
  | 'auto_merge_enabled'
  | 'user_permissions'
  | 'diff_head_sha'
  | 'merge_checks'
>;

/** The same facts as the widget's data holds them; `loadedSha` is the head that the page was loaded with. */
export function widgetFacts(data: FactsInWidget, loadedSha: string | null = null): WidgetFacts {
  return {
    state: data.state,
    mergeOngoing: data.merge_ongoing,
    isGeoSecondaryNode: data.is_geo_secondary_node || data.maintenance_mode,
    jiraAssociation: { enforced: data.jira_associations.enforced, issueKeys: data.jira_associations.issue_keys },
    detailedMergeStatus: data.detailed_merge_status,
    checks: data.merge_checks,
    commitsCount: data.commits_count,
    isArchived: data.archived,
    sourceBranchExists: data.source_branch_exists,
    targetBranchExists: data.target_branch_exists,
    hasConflicts: data.has_conflicts,
    shouldBeRebased: data.should_be_rebased,
    mergeError: data.merge_error,
    autoMergeEnabled: data.auto_merge_enabled,
    canMerge: data.user_permissions.can_merge,
    loadedSha,
    headSha: data.diff_head_sha,
  };
}

export function chooseWidgetState(facts: WidgetFacts): WidgetState {
  if (facts.mergeOngoing) return 'merging';
  if (facts.state === 'opened') return OPEN_WIDGET_RULES.find((row) => row.when(facts))?.state ?? 'checking';
  if (facts.state === 'merged' || facts.state === 'closed') return facts.state;
  return 'none';
}
