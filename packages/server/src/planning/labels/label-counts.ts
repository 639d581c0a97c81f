import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';

/** How many open things have each label; labels without any may be missing from the map. */
export type LabelCounter = (
  ctx: Context,
  labelIds: readonly number[],
  within: { projectId?: number | undefined; groupId?: number | undefined },
) => Promise<Map<number, number>>;

let openMergeRequests: LabelCounter | undefined;

/** Registered by the slice that knows merge requests; counts only what the actor may see. */
export function defineLabelCounter(counter: LabelCounter): Extension {
  return () => {
    openMergeRequests = counter;
  };
}

export async function countOpenMergeRequests(...args: Parameters<LabelCounter>): Promise<Map<number, number>> {
  return openMergeRequests ? openMergeRequests(...args) : new Map();
}
