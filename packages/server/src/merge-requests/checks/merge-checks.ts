import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { ApprovalRequirement } from './approval-requirements.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** Where both branches are; undefined when a branch does not exist. */
export type BranchTips = { source: string | undefined; target: string | undefined };

/** What checks look at. Loaded in one place (`merge-facts.ts`), so that a list and the merge itself decide from the same. */
export type MergeFacts = {
  row: MergeRequestRow;
  project: ProjectRow;
  unresolvedThreads: number;
  /** Reviewers who asked for changes and have not taken it back. */
  changesRequested: number;
  /** Undefined where no rule asks for an approval. */
  approvals: ApprovalRequirement | undefined;
  /** Null of a request that is not open. */
  tips: BranchTips | null;
};

export type CheckStatus = 'success' | 'failed' | 'checking' | 'inactive';

export type MergeCheck = {
  identifier: string;
  /** `detailed_merge_status` while this is the first that fails. */
  detailedStatus: DetailedMergeStatus;
  /** Place in the order of checks: see ORDER. */
  order: number;
  /** Sentence for users: what is wrong and what to do. */
  message: (facts: MergeFacts) => string;
  evaluate: (ctx: Context, facts: MergeFacts) => CheckStatus | Promise<CheckStatus>;
};

/** Places of the usual order, with room between them for checks that other slices add. */
export const ORDER = {
  open: 100,
  draft: 200,
  title: 250,
  external: 300,
  blocked: 600,
  requestedChanges: 700,
  policy: 900,
  discussions: 1_100,
  pipeline: 1_200,
  commits: 1_300,
  approvals: 1_500,
  rebase: 1_600,
  conflict: 1_700,
} as const;

const checks: MergeCheck[] = [];

/** Adds a condition of merging; call at module load. Gives what takes it back, for tests. */
export function defineMergeCheck(check: MergeCheck): () => void {
  if (checks.some((known) => known.identifier === check.identifier))
    throw new Error(`merge check ${check.identifier} is defined twice`);
  checks.push(check);
  checks.sort((a, b) => a.order - b.order);
  return () => void checks.splice(checks.indexOf(check), 1);
}

export type CheckResult = { check: MergeCheck; status: CheckStatus };

export async function runMergeChecks(ctx: Context, facts: MergeFacts): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push({ check, status: await check.evaluate(ctx, facts) });
  return results;
}

export type MergeabilityResult = {
  /** As the REST endpoint names it. */
  detailedStatus: DetailedMergeStatus;
  message: string;
  isMergeable: boolean;
  hasConflicts: boolean;
  shouldBeRebased: boolean;
  /** No open thread stands in the way of a merge. */
  areThreadsSettled: boolean;
  results: CheckResult[];
};

const CHECKING = 'Checking if merge request can be merged…';

/**
 * Mergeable only when every check passed or does not apply; one that has no answer yet holds a merge back as one that
 * failed. The first failing check names the status; whether git can merge it comes before all but the state itself.
 */
export async function evaluateMergeability(ctx: Context, facts: MergeFacts): Promise<MergeabilityResult> {
  const results = await runMergeChecks(ctx, facts);
  const failed = results.find((result) => result.status === 'failed');
  const { merge_status: status } = facts.row;
  const isUnknown = status === 'preparing' || status === 'checking' || status === 'unchecked';
  const blocked = (detailedStatus: DetailedMergeStatus, message: string) =>
    verdictOf(facts, results, { detailedStatus, message, isMergeable: false });
  if (failed && (failed.check.identifier === 'not_open' || !isUnknown)) {
    return blocked(failed.check.detailedStatus, failed.check.message(facts));
  }
  if (isUnknown) return blocked(status, CHECKING);
  const lets = results.every((result) => result.status === 'success' || result.status === 'inactive');
  if (!lets) return blocked('checking', CHECKING);
  return verdictOf(facts, results, { detailedStatus: 'mergeable', message: 'Ready to merge!', isMergeable: true });
}

function verdictOf(
  { row }: MergeFacts,
  results: CheckResult[],
  answer: Pick<MergeabilityResult, 'detailedStatus' | 'message' | 'isMergeable'>,
): MergeabilityResult {
  const hasFailed = (identifier: string) =>
    results.some(({ check, status }) => check.identifier === identifier && status === 'failed');
  return {
    ...answer,
    hasConflicts: hasFailed('conflict'),
    shouldBeRebased: row.state === 'opened' && hasFailed('need_rebase'),
    areThreadsSettled: !hasFailed('discussions_not_resolved'),
    results,
  };
}
