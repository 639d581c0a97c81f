import { isFinished } from '@tributary/contract/ci/status.ts';
import { comparedPipelines } from '../../changes/index.ts';
import { findMergeRequestAccess, type MergeRequestRow } from '../../merge-requests/index.ts';
import { SYSTEM } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';

const AT_ONCE = 4;

/**
 * The coverage of merge requests whose pipelines show that they do not lower it. Where one of the two pipelines is not there,
 * not finished or measured nothing, that is not known, and they are not among them.
 */
export async function coverageWithoutLoss(
  ctx: Context,
  rows: readonly MergeRequestRow[],
): Promise<Map<number, number>> {
  const system = { ...ctx, actor: SYSTEM };
  const one = async (row: MergeRequestRow): Promise<[number, number][]> => {
    const found = await findMergeRequestAccess(system, row.id);
    const coverage = found ? await keptCoverage(system, found) : null;
    return coverage === null ? [] : [[row.id, coverage]];
  };
  return new Map((await mapAtMost(ctx.db.isTransaction ? 1 : AT_ONCE, rows, one)).flat());
}

async function keptCoverage(ctx: Context, found: Parameters<typeof comparedPipelines>[1]): Promise<number | null> {
  const { head, base } = await comparedPipelines(ctx, found);
  if (!head || !base || !isFinished(head.row.status) || !isFinished(base.row.status)) return null;
  const [after, before] = [head.row.coverage, base.row.coverage];
  return after !== null && before !== null && after >= before ? after : null;
}
