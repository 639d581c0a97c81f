import type { CheckOutcome, StoredCheck } from '@tributary/contract/merge-requests/readiness.ts';
import type { Context } from '../../../platform/context.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';
import { type Fact, type MergeCheck, mergeChecks } from '../define-check.ts';

/** Values of facts that the caller knows already, by the fact's key and the merge request's id. */
export type GivenFacts = ReadonlyMap<string, ReadonlyMap<number, unknown>>;

export function given<T>(fact: Fact<T>, values: ReadonlyMap<number, T>): [string, ReadonlyMap<number, unknown>] {
  return [fact.key, values];
}

type Rows = readonly MergeRequestRow[];

/** Loads each fact once for all rows, and evaluates every check of every row. */
export async function evaluateChecks(
  ctx: Context,
  rows: Rows,
  known: GivenFacts = new Map(),
): Promise<Map<number, (CheckOutcome & { id: string })[]>> {
  const checks = mergeChecks();
  const values = await loadFacts(ctx, rows, checks, known);
  return new Map(
    rows.map(({ id }) => [id, checks.map((check) => ({ id: check.id, ...outcomeOf(check, id, values) }))]),
  );
}

async function loadFacts(
  ctx: Context,
  rows: Rows,
  checks: readonly MergeCheck[],
  known: GivenFacts,
): Promise<GivenFacts> {
  const values = new Map(known);
  if (rows.length === 0) return values;
  const needed = new Map(
    checks.flatMap((check) => Object.values(check.needs).map((fact) => [fact.key, fact] as const)),
  );
  const missing = [...needed.values()].filter((fact) => !values.has(fact.key));
  const load = async (fact: Fact<unknown>) => void values.set(fact.key, await fact.load(ctx, rows));
  // A transaction has one connection.
  if (ctx.db.isTransaction) for (const fact of missing) await load(fact);
  else await Promise.all(missing.map(load));
  return values;
}

function outcomeOf(check: MergeCheck, id: number, values: GivenFacts): CheckOutcome {
  const own: Record<string, unknown> = {};
  for (const [name, fact] of Object.entries(check.needs)) {
    const ofAll = values.get(fact.key);
    if (!ofAll?.has(id)) return { state: 'unknown', clearedBy: 'system' };
    own[name] = ofAll.get(id);
  }
  return check.evaluate(own);
}

/** The new answers with the time and the cause of their last change. */
export function dated(
  outcomes: readonly (CheckOutcome & { id: string })[],
  before: readonly StoredCheck[],
  change: { at: Date; cause: string },
): StoredCheck[] {
  return outcomes.map((outcome) => {
    const old = before.find((check) => check.id === outcome.id);
    const isSame = old !== undefined && sameOutcome(old, outcome);
    const { since, cause } = isSame ? old : { since: change.at.toISOString(), cause: change.cause };
    return { ...outcome, since, cause };
  });
}

export function sameOutcome(a: CheckOutcome, b: CheckOutcome): boolean {
  const textOf = ({ state, code, status, params = {} }: CheckOutcome) =>
    JSON.stringify([state, code, status, Object.entries(params).toSorted(([x], [y]) => (x < y ? -1 : 1))]);
  return textOf(a) === textOf(b);
}
