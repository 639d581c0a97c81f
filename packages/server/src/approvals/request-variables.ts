import type { Extensions } from '../platform/extensions.ts';
import { defineRequestVariables } from '../merge-requests/index.ts';
import { approvalStateOf } from './reads/approval-state.ts';

export const approvalsRequestVariables: Extensions = [
  /** Rules of pipelines can ask whether the merge request is approved. */
  defineRequestVariables(async (ctx, row): Promise<Record<string, string>> => {
    const { isMet, required, approvals } = await approvalStateOf(ctx, row);
    return isMet && (required > 0 || approvals.length > 0) ? { CI_MERGE_REQUEST_APPROVED: 'true' } : {};
  }),
];
