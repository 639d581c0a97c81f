import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** What checks look at. Read in one place, so that a list and the merge itself decide from the same facts. */
export type MergeFacts = {
  row: MergeRequestRow;
  project: ProjectRow;
  unresolvedThreads: number;
  /** Reviewers who asked for changes and have not taken it back. */
  changesRequested: number;
  /** Undefined where nobody looked (lists); counts as there. */
  sourceExists?: boolean;
  targetExists?: boolean;
};

export type CheckStatus = 'success' | 'failed' | 'checking' | 'inactive';

export type MergeCheck = {
  identifier: string;
  /** `detailed_merge_status` while this is the first that fails; lower case. */
  detailedStatus: string;
  /** Place in the order of checks: see ORDER. */
  order: number;
  /** Sentence for people: what is wrong and what to do. */
  message: (facts: MergeFacts) => string;
  evaluate: (ctx: Context, facts: MergeFacts) => CheckStatus | Promise<CheckStatus>;
};

/** Places of the usual order, with room between them for checks that other slices add. */
export const ORDER = {
  open: 100,
  draft: 200,
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

/** Adds a condition of merging; call at module load. */
export function defineMergeCheck(check: MergeCheck): void {
  if (checks.some((known) => known.identifier === check.identifier))
    throw new Error(`merge check ${check.identifier} is defined twice`);
  checks.push(check);
  checks.sort((a, b) => a.order - b.order);
}

export type CheckResult = { check: MergeCheck; status: CheckStatus };

export async function runMergeChecks(ctx: Context, facts: MergeFacts): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push({ check, status: await check.evaluate(ctx, facts) });
  return results;
}

export type MergeVerdict = {
  /** As the REST face names it. */
  detailedStatus: string;
  message: string;
  isMergeable: boolean;
  results: CheckResult[];
};

/** The first failing check names the status; a check that is still being made comes before all but the state itself. */
export async function judge(ctx: Context, facts: MergeFacts): Promise<MergeVerdict> {
  const results = await runMergeChecks(ctx, facts);
  const failed = results.find((result) => result.status === 'failed');
  if (failed?.check.identifier === 'not_open') return verdict(failed.check, facts, results);
  const { merge_status: status } = facts.row;
  if (status === 'preparing' || status === 'checking' || status === 'unchecked') {
    const message = 'Checking if merge request can be merged…';
    return { detailedStatus: status, message, isMergeable: false, results };
  }
  if (failed) return verdict(failed.check, facts, results);
  const message = 'Ready to merge!';
  return { detailedStatus: 'mergeable', message, isMergeable: true, results };
}

function verdict(check: MergeCheck, facts: MergeFacts, results: CheckResult[]): MergeVerdict {
  return { detailedStatus: check.detailedStatus, message: check.message(facts), isMergeable: false, results };
}
