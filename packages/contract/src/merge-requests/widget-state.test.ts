import { expect, test } from 'vitest';
import {
  CHECKING_STATUSES,
  chooseWidgetState,
  DETAILED_MERGE_STATUSES,
  OPEN_WIDGET_RULES,
  type WidgetFacts,
} from './widget-state.ts';

const ready: WidgetFacts = {
  state: 'opened',
  detailedMergeStatus: 'mergeable',
  commitsCount: 3,
  isArchived: false,
  sourceBranchExists: true,
  targetBranchExists: true,
  hasConflicts: false,
  shouldBeRebased: false,
  canMerge: true,
  loadedSha: 'a',
  headSha: 'a',
};

/** One row for each of the seventeen rules, in their order. */
const ROWS: [string, Partial<WidgetFacts>][] = [
  ['geoSecondaryNode', { isGeoSecondaryNode: true }],
  ['policyViolation', { detailedMergeStatus: 'policies_denied' }],
  ['jiraAssociationMissing', { jiraAssociation: { enforced: true, issueKeys: [] } }],
  ['nothingToMerge', { commitsCount: 0 }],
  ['archived', { isArchived: true }],
  ['missingBranch', { sourceBranchExists: false }],
  ['checking', { detailedMergeStatus: 'checking' }],
  ['conflicts', { hasConflicts: true }],
  ['rebase', { shouldBeRebased: true }],
  ['mergeChecksFailed', { approvals: { available: true, left: 1, approved: false }, autoMergeEnabled: false }],
  ['pipelineFailed', { detailedMergeStatus: 'ci_must_pass' }],
  ['draft', { detailedMergeStatus: 'draft_status' }],
  ['unresolvedDiscussions', { detailedMergeStatus: 'discussions_not_resolved' }],
  ['shaMismatch', { headSha: 'b' }],
  ['autoMergeEnabled', { autoMergeEnabled: true }],
  ['readyToMerge', { detailedMergeStatus: 'mergeable' }],
  // No status is left for it: see below.
  ['checking', { detailedMergeStatus: 'something_new' as 'checking' }],
];

test('the table has seventeen rules', () => {
  expect(OPEN_WIDGET_RULES.map((rule) => rule.state)).toEqual(ROWS.map(([state]) => state));
});

test.each(ROWS)('%s when %j', (state, facts) => {
  expect(chooseWidgetState({ ...ready, ...facts })).toBe(state);
});

test.each(ROWS.slice(0, -1).map((row, index) => [index + 1, row] as const))(
  'rule %i wins over all that follow it',
  (number, [state, facts]) => {
    const later: Partial<WidgetFacts> = {};
    for (const [, other] of ROWS.slice(number).toReversed()) Object.assign(later, other);
    expect(chooseWidgetState({ ...ready, ...later, ...facts })).toBe(state);
  },
);

test.each([
  ['missingBranch', { targetBranchExists: false }],
  ['mergeChecksFailed', { detailedMergeStatus: 'blocked_status' }],
  ['mergeChecksFailed', { detailedMergeStatus: 'external_status_checks' }],
  ['readyToMerge', { approvals: { available: true, left: 1, approved: true } }],
  ['readyToMerge', { approvals: { available: false, left: 1, approved: false } }],
  ['autoMergeEnabled', { approvals: { available: true, left: 1, approved: false }, autoMergeEnabled: true }],
  ['readyToMerge', { autoMergeEnabled: true, mergeError: 'Failed.' }],
  ['readyToMerge', { canMerge: false, headSha: 'b' }],
  ['readyToMerge', { detailedMergeStatus: 'ci_still_running' }],
  ['readyToMerge', { jiraAssociation: { enforced: true, issueKeys: ['X-1'] } }],
  ['checking', { detailedMergeStatus: 'unchecked' }],
  ['readyToMerge', { loadedSha: null, headSha: 'b' }],
  ['mergeChecksFailed', { detailedMergeStatus: 'not_approved', autoMergeEnabled: true, mergeError: 'Failed.' }],
  // Each check's own answer counts, whichever fails first.
  [
    'mergeChecksFailed',
    { detailedMergeStatus: 'draft_status', checks: [{ identifier: 'not_approved', status: 'failed' }] },
  ],
  ['rebase', { detailedMergeStatus: 'draft_status', checks: [{ identifier: 'need_rebase', status: 'failed' }] }],
  ['draft', { detailedMergeStatus: 'draft_status', checks: [{ identifier: 'title_regex', status: 'failed' }] }],
  ['readyToMerge', { checks: [{ identifier: 'need_rebase', status: 'checking' }] }],
  ['merging', { mergeOngoing: true, commitsCount: 0 }],
  ['merged', { state: 'merged', isArchived: true }],
  ['closed', { state: 'closed' }],
  ['none', { state: 'locked' }],
] as const)('%s when %j', (state, facts) => {
  expect(chooseWidgetState({ ...ready, ...facts })).toBe(state);
});

test.each(DETAILED_MERGE_STATUSES)(
  '%s has a panel of its own, and says "checking" only while something is',
  (status) => {
    const state = chooseWidgetState({ ...ready, detailedMergeStatus: status });
    expect(state === 'checking').toBe(CHECKING_STATUSES.has(status));
    expect(OPEN_WIDGET_RULES.slice(0, -1).some((rule) => rule.when({ ...ready, detailedMergeStatus: status }))).toBe(
      true,
    );
    expect(state === 'readyToMerge').toBe(status === 'mergeable' || status === 'ci_still_running');
  },
);
