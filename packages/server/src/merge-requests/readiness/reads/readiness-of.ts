import type { Context } from '../../../platform/context.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';
import { listReadiness, type ReadinessRow } from '../../store/readiness.ts';
import { checksVersion } from '../define-check.ts';
import { type Readiness, summarize } from '../summarize.ts';
import { dated, evaluateChecks, type GivenFacts } from './evaluate.ts';

/**
 * Can these be merged, and why not? The only answer to that: lists, pages, REST, GraphQL, quick actions and the merge's own
 * transaction ask here. `visible` takes what is stored as long as it is valid; `gate` asks everything again, for a decision
 * under lock. Answers that are the same as the stored ones have been so since then.
 */
export async function readinessOf(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  mode: 'visible' | 'gate',
  known?: GivenFacts,
): Promise<Map<number, Readiness>> {
  const open = rows.filter((row) => row.state === 'opened').map((row) => row.id);
  const stored = new Map((await listReadiness(ctx.db, open)).map((each) => [each.merge_request_id, each]));
  const valid = mode === 'visible' ? rows.filter((row) => isValid(row, stored.get(row.id))) : [];
  const others = rows.filter((row) => !valid.includes(row));
  const outcomes = await evaluateChecks(ctx, others, known);
  const at = ctx.clock.now();
  return new Map([
    ...valid.map((row): [number, Readiness] => [row.id, summarize(stored.get(row.id)?.results ?? [])]),
    ...[...outcomes].map(([id, all]): [number, Readiness] => {
      const before = stored.get(id);
      return [id, summarize(dated(all, before?.results ?? [], { at, cause: before?.cause ?? 'asked' }))];
    }),
  ]);
}

/** Nothing has changed since it was computed, for this head and by the checks that there are now. */
function isValid(row: MergeRequestRow, stored: ReadinessRow | undefined): boolean {
  return (
    stored !== undefined &&
    stored.wanted === stored.computed &&
    stored.head_sha === row.head_sha &&
    stored.checks === checksVersion()
  );
}
