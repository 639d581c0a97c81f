import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { BasicWidgetData, WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { Context } from '../../platform/context.ts';
import {
  branchTips,
  readinessOf,
  findMergeRequestAccess,
  type MergeRequestAccess,
  RESOURCE,
  mergeRequestDetail,
  rebaseState,
  recheckIfNeeded,
  isSourceBeingRemoved,
} from '../../merge-requests/index.ts';
import { widgetData } from './widget-data.ts';

async function fresh(ctx: Context, { row }: MergeRequestAccess): Promise<MergeRequestAccess> {
  const found = await findMergeRequestAccess(ctx, row.id);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

/** The widget as it is now; asks for a new check where the answer is old. */
export async function currentWidget(ctx: Context, stale: MergeRequestAccess): Promise<WidgetData> {
  const found = await fresh(ctx, stale);
  const detail = await mergeRequestDetail(ctx, found);
  await recheckIfNeeded(ctx, detail);
  return widgetData(ctx, found, detail);
}

/** What is asked for every few seconds while something is going on. */
export async function basicWidget(ctx: Context, stale: MergeRequestAccess): Promise<BasicWidgetData> {
  const { row } = await fresh(ctx, stale);
  const readiness = (await readinessOf(ctx, [row], 'visible')).get(row.id);
  const rebase = await rebaseState(ctx, row.id);
  const { source: tip } = await branchTips(ctx, row);
  return {
    state: row.state,
    merge_status: row.merge_status,
    merge_error: row.merge_error,
    source_branch_exists: tip !== undefined,
    source_branch_being_removed: isSourceBeingRemoved(row, tip, ctx.clock.now()),
    rebase_in_progress: rebase.isInProgress,
    rebased_sha: rebase.resultSha,
    should_be_rebased: readiness?.shouldBeRebased === true,
    lock_version: row.lock_version,
  };
}
