import type { WidgetStack } from '@tributary/contract/merge-requests/stack.ts';
import {
  accessOf,
  cachedPart,
  canMergeNow,
  type MergeRequestAccess,
  pathOf,
  readinessOf,
} from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findStackMergeOf } from '../store/stack-merges.ts';
import { stackOf, stepsOf } from './stack-of.ts';

/** The stack of a request as pages and clients see it; null where it stands alone. */
export async function stackPart(
  ctx: Context,
  found: MergeRequestAccess,
  canMerge: boolean,
): Promise<WidgetStack | null> {
  const { row, access } = found;
  const stack = await stackOf(ctx, found);
  const merge = await cachedPart(ctx, row.id, 'stack_merge', () => findStackMergeOf(ctx.db, row.id));
  if (stack.length === 0) return null;
  const readiness = await readinessOf(
    ctx,
    stack.map((item) => item.row),
    'visible',
  );
  const steps = stepsOf(stack, row.id);
  const isRunning = merge?.state === 'running';
  const [lowest] = steps;
  // All of them end up in the branch that the lowest one goes into.
  const mayMergeAll = canMerge && lowest !== undefined && (await canMergeNow(ctx, await accessOf(ctx, access, lowest)));
  return {
    items: stack.map(({ row: each, depth }) => ({
      id: each.id,
      iid: each.iid,
      title: each.title,
      draft: each.is_draft,
      depth,
      is_current: each.id === row.id,
      source_branch: each.source_branch,
      target_branch: each.target_branch,
      detailed_merge_status: readiness.get(each.id)?.status ?? 'checking',
      mergeable: readiness.get(each.id)?.isMergeable === true,
      web_path: pathOf(access.project.full_path, each.iid),
    })),
    merged_with: steps.length - 1,
    can_merge: mayMergeAll && steps.length > 1 && !isRunning,
    merge: merge
      ? { state: merge.state, reason: merge.reason, merged_count: merge.position, can_cancel: canMerge && isRunning }
      : null,
  };
}
