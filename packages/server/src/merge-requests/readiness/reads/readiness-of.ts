import type { Context } from '../../../platform/context.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';
import { type Readiness, summarize } from '../summarize.ts';
import { dated, evaluateChecks, type GivenFacts } from './evaluate.ts';

/**
 * Can these be merged, and why not? The only answer to that: lists, pages, REST, GraphQL, quick actions and the merge's own
 * transaction ask here. `visible` takes what is stored; `gate` asks everything again, for a decision under lock.
 */
export async function readinessOf(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  _mode: 'visible' | 'gate',
  known?: GivenFacts,
): Promise<Map<number, Readiness>> {
  const outcomes = await evaluateChecks(ctx, rows, known);
  const change = { at: ctx.clock.now(), cause: 'asked' };
  return new Map([...outcomes].map(([id, all]) => [id, summarize(dated(all, [], change))]));
}
