import { type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import { compositeStatus } from '../rules/composite-status.ts';
import type { JobEvent } from '../rules/status-machine.ts';
import type { RunWhen } from '../tables.ts';

export type Step = Extract<JobEvent, 'enqueue' | 'skip' | 'block' | 'schedule' | 'wait_for_resource' | 'fail'>;

type Waiting = { scheduling: 'stage' | 'needs'; runWhen: RunWhen; hasResourceGroup: boolean };
type Before = { status: CiStatus; allowFailure: boolean };

/** By `when`, the results of what came before with which a job runs. */
const RUNS_AFTER: Record<RunWhen, readonly CiStatus[]> = {
  on_success: ['success', 'skipped'],
  manual: ['success', 'skipped'],
  delayed: ['success', 'skipped'],
  on_failure: ['failed'],
  always: ['success', 'failed', 'skipped'],
};

/**
 * What happens to a job that was created, by the jobs before it: those of earlier stages, or those it needs. Null: it waits
 * on. With needs, a job that was skipped or may stay manual does not count as passed.
 */
export function nextStep({ scheduling, runWhen, hasResourceGroup }: Waiting, before: readonly Before[]): Step | null {
  const status = scheduling === 'needs' ? ofNeeds(before) : ofStages(before);
  if (!isFinished(status)) return null;
  const isRun =
    scheduling === 'needs' && status === 'skipped' ? runWhen === 'always' : RUNS_AFTER[runWhen].includes(status);
  if (!isRun) return 'skip';
  if (runWhen === 'manual') return 'block';
  if (runWhen === 'delayed') return 'schedule';
  return hasResourceGroup ? 'wait_for_resource' : 'enqueue';
}

function ofStages(before: readonly Before[]): CiStatus {
  return compositeStatus(before)?.status ?? 'success';
}

function ofNeeds(before: readonly Before[]): CiStatus {
  const status = ofStages(before);
  if (!isFinished(status)) return status;
  return before.some((job) => job.status === 'skipped' || (job.status === 'manual' && job.allowFailure))
    ? 'skipped'
    : status;
}
