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

/** What the choice depends on. Facts of features that do not exist yet are left out and count as "no". */
export type WidgetFacts = {
  state: string;
  mergeOngoing?: boolean;
  isGeoSecondaryNode?: boolean;
  /** Lower case, as the REST face gives it. */
  detailedMergeStatus: string;
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
  /** Head that the page was loaded with, and the head now. */
  loadedSha: string | null;
  headSha: string | null;
};

const POLICY_STATUSES = new Set(['policies_denied', 'security_policy_violations']);
const CHECKING_STATUSES = new Set(['checking', 'unchecked', 'preparing', 'approvals_syncing']);
const FAILED_CHECK_STATUSES = new Set([
  'blocked_status',
  'merge_request_blocked',
  'external_status_checks',
  'status_checks_must_pass',
  'requested_changes',
]);
const READY_STATUSES = new Set(['mergeable', 'ci_still_running']);

function mergeChecksFailed(facts: WidgetFacts): boolean {
  const { approvals } = facts;
  if (approvals?.available && approvals.left > 0 && !approvals.approved) return true;
  return FAILED_CHECK_STATUSES.has(facts.detailedMergeStatus);
}

type Row = { state: WidgetState; when: (facts: WidgetFacts) => boolean };

/** Rules 1 to 17 for open requests, in order. */
export const OPEN_WIDGET_RULES: readonly Row[] = [
  { state: 'geoSecondaryNode', when: (facts) => facts.isGeoSecondaryNode === true },
  { state: 'policyViolation', when: (facts) => POLICY_STATUSES.has(facts.detailedMergeStatus) },
  {
    state: 'jiraAssociationMissing',
    when: ({ jiraAssociation }) => jiraAssociation?.enforced === true && jiraAssociation.issueKeys.length === 0,
  },
  { state: 'nothingToMerge', when: (facts) => facts.commitsCount === 0 },
  { state: 'archived', when: (facts) => facts.isArchived },
  { state: 'missingBranch', when: (facts) => !facts.sourceBranchExists || !facts.targetBranchExists },
  { state: 'checking', when: (facts) => CHECKING_STATUSES.has(facts.detailedMergeStatus) },
  { state: 'conflicts', when: (facts) => facts.hasConflicts },
  { state: 'rebase', when: (facts) => facts.shouldBeRebased },
  { state: 'mergeChecksFailed', when: (facts) => mergeChecksFailed(facts) && !facts.autoMergeEnabled },
  { state: 'pipelineFailed', when: (facts) => facts.detailedMergeStatus === 'ci_must_pass' },
  { state: 'draft', when: (facts) => facts.detailedMergeStatus === 'draft_status' },
  { state: 'unresolvedDiscussions', when: (facts) => facts.detailedMergeStatus === 'discussions_not_resolved' },
  {
    state: 'shaMismatch',
    when: (facts) => facts.canMerge && facts.loadedSha !== null && facts.loadedSha !== facts.headSha,
  },
  { state: 'autoMergeEnabled', when: (facts) => facts.autoMergeEnabled === true && !facts.mergeError },
  { state: 'readyToMerge', when: (facts) => READY_STATUSES.has(facts.detailedMergeStatus) },
  { state: 'checking', when: () => true },
];

export function chooseWidgetState(facts: WidgetFacts): WidgetState {
  if (facts.mergeOngoing) return 'merging';
  if (facts.state === 'opened') return OPEN_WIDGET_RULES.find((row) => row.when(facts))?.state ?? 'checking';
  if (facts.state === 'merged' || facts.state === 'closed') return facts.state;
  return 'none';
}
