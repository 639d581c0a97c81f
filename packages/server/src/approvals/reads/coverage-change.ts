import { isFinished } from '@tributary/contract/ci/status.ts';
import { comparedPipelines } from '../../changes/index.ts';
import { findMergeRequestAccess, type MergeRequestRow } from '../../merge-requests/index.ts';
import { SYSTEM } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';

const AT_ONCE = 4;

/**
 * Merge requests whose pipelines show that they do not lower the coverage. Where one of the two pipelines is not there, not
 * finished or measured nothing, that is not known, and they are not among them.
 */
export async function requestsWithoutCoverageLoss(
  ctx: Context,
  rows: readonly MergeRequestRow[],
): Promise<Set<number>> {
  const system = { ...ctx, actor: SYSTEM };
  const one = async (row: MergeRequestRow): Promise<number[]> => {
    const found = await findMergeRequestAccess(system, row.id);
    return found && (await isKept(system, found)) ? [row.id] : [];
  };
  return new Set((await mapAtMost(ctx.db.isTransaction ? 1 : AT_ONCE, rows, one)).flat());
}

async function isKept(ctx: Context, found: Parameters<typeof comparedPipelines>[1]): Promise<boolean> {
  const { head, base } = await comparedPipelines(ctx, found);
  if (!head || !base || !isFinished(head.row.status) || !isFinished(base.row.status)) return false;
  const [after, before] = [head.row.coverage, base.row.coverage];
  return after !== null && before !== null && after >= before;
}
