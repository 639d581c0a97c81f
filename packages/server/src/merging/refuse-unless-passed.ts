import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../platform/context.ts';
import type { MergeRequestRow, Readiness } from '../merge-requests/index.ts';
import { headPipelineStatus } from './head-pipeline-status.ts';

const UNFINISHED: Partial<Record<CiStatus, string>> = {
  failed: 'the pipeline of the last commit failed.',
  canceled: 'the pipeline of the last commit was canceled.',
  canceling: 'the pipeline of the last commit is being canceled.',
  running: 'the pipeline of the last commit is still running.',
  pending: 'the pipeline of the last commit is still pending.',
  created: 'the pipeline of the last commit is still pending.',
  preparing: 'the pipeline of the last commit is still pending.',
  waiting_for_resource: 'the pipeline of the last commit is still pending.',
  waiting_for_callback: 'the pipeline of the last commit is still pending.',
  manual: 'the pipeline of the last commit waits for a manual job.',
  scheduled: 'the pipeline of the last commit waits for a delayed job.',
};

/** Whoever asks to merge when everything has passed gets no merge while something is pending or failed. */
export async function refuseUnlessPassed(ctx: Context, row: MergeRequestRow, readiness: Readiness): Promise<void> {
  const refuse = (reason: string) => new AppError('auto_merge_not_ready', { reason });
  if (!readiness.isMergeable) throw refuse(readiness.message);
  const state = await headPipelineStatus(ctx, row);
  const reason = state === null ? undefined : UNFINISHED[state];
  if (reason !== undefined) throw refuse(reason);
}
