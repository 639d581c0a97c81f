import type { CommitState } from '@tributary/contract/projects/commit-statuses.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { combinedState } from '../../projects/index.ts';
import type { MergeabilityResult } from '../checks/merge-checks.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';

const UNFINISHED: Partial<Record<CommitState, string>> = {
  failed: 'a status check on the last commit failed.',
  canceled: 'a status check on the last commit was canceled.',
  running: 'a status check on the last commit is still running.',
  pending: 'a status check on the last commit is still pending.',
};

/** Whoever asks to merge when everything has passed gets no merge while something is pending or failed. */
export async function refuseUnlessPassed(
  ctx: Context,
  row: MergeRequestRow,
  verdict: MergeabilityResult,
): Promise<void> {
  const refuse = (reason: string) => new AppError('auto_merge_not_ready', { reason });
  if (!verdict.isMergeable) throw refuse(verdict.message);
  const projectIds = new Set([row.source_project_id, row.target_project_id].flatMap((id) => id ?? []));
  for (const projectId of projectIds) {
    const state = await combinedState(ctx, projectId, row.head_sha ?? '');
    const reason = state === null ? undefined : UNFINISHED[state];
    if (reason !== undefined) throw refuse(reason);
  }
}
