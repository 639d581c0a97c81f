import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

/** How many approvals are asked for by rules, and whether all of them are met. */
export type ApprovalRequirement = { required: number; isMet: boolean };

type Load = (ctx: Context, rows: readonly MergeRequestRow[]) => Promise<ReadonlyMap<number, ApprovalRequirement>>;

let load: Load | undefined;

/** For the slice of approvals; call at module load. Merge requests that nothing is asked of may be missing. */
export function defineApprovalRequirements(given: Load): void {
  load = given;
}

/** What the rules ask of these merge requests: loaded once for all of them. */
export async function approvalRequirements(
  ctx: Context,
  rows: readonly MergeRequestRow[],
): Promise<ReadonlyMap<number, ApprovalRequirement>> {
  return load && rows.length > 0 ? load(ctx, rows) : new Map();
}
