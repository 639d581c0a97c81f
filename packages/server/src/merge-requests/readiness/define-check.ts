import type { Extension } from '../../platform/extensions.ts';
import type { CheckOutcome } from '@tributary/contract/merge-requests/readiness.ts';
import type { DetailedMergeStatus } from '@tributary/contract/merge-requests/widget-state.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

type Rows = readonly MergeRequestRow[];

/**
 * Something that checks depend on, loaded for many merge requests with a constant number of queries. Whoever owns the data
 * defines it. A merge request without a value makes each check that needs it `unknown`, which blocks the merge.
 */
export type Fact<T> = {
  key: string;
  load: (ctx: Context, rows: Rows) => ReadonlyMap<number, T> | Promise<ReadonlyMap<number, T>>;
};

// oxlint-disable-next-line typescript/no-explicit-any
type Needs = Readonly<Record<string, Fact<any>>>;
export type FactValues<N extends Needs> = { [K in keyof N]: N[K] extends Fact<infer T> ? T : never };

/** A condition of merging: pure, so that it can be evaluated for one request or for a thousand. */
export type MergeCheck<N extends Needs = Needs> = {
  /** As clients know it (`mergeabilityChecks.identifier`, in lower case). */
  id: string;
  /** `detailed_merge_status` while this is the first check that fails. */
  status: DetailedMergeStatus;
  /** Position in the order of checks: see CHECK_ORDER. */
  order: number;
  needs: N;
  evaluate: (values: FactValues<N>) => CheckOutcome;
  /** Sentence for users about an outcome that is not passed: what is wrong and what to do. */
  message: (outcome: CheckOutcome) => string;
};

/** Positions of the usual order, with gaps for checks that other slices add. */
export const CHECK_ORDER = {
  open: 100,
  draft: 200,
  external: 300,
  jira: 400,
  mergeTime: 500,
  blocked: 600,
  requestedChanges: 700,
  title: 800,
  policy: 900,
  lfsLocks: 1_000,
  discussions: 1_100,
  commits: 1_300,
  pathLocks: 1_400,
  approvals: 1_500,
  rebase: 1_600,
  conflict: 1_700,
  pipeline: 1_800,
} as const;

const facts = new Map<string, Fact<unknown>>();
// oxlint-disable-next-line typescript/no-explicit-any
const checks: MergeCheck<any>[] = [];

/** Describes a fact, which `registerFact` adds. */
export function defineFact<T>(fact: Fact<T>): Fact<T> {
  return fact;
}

/** Lets checks need a fact. */
export function registerFact<T>(fact: Fact<T>): Extension {
  return () => {
    if (facts.has(fact.key)) throw new Error(`fact ${fact.key} is defined twice`);
    facts.set(fact.key, fact as Fact<unknown>);
  };
}

/** Adds a condition of merging. Returns what removes it, for tests. */
export function defineMergeCheck<N extends Needs>(check: MergeCheck<N>): Extension<() => void> {
  return () => {
    if (checks.some((known) => known.id === check.id)) throw new Error(`merge check ${check.id} is defined twice`);
    checks.push(check);
    checks.sort((a, b) => a.order - b.order);
    return () => void checks.splice(checks.indexOf(check), 1);
  };
}

/** All checks, in their order. */
export function mergeChecks(): readonly MergeCheck[] {
  return checks;
}

/** Of which checks stored answers are. Raise the number when a check judges the same facts differently. */
export function checksVersion(): string {
  return `1:${checks.map(({ id }) => id).join()}`;
}
