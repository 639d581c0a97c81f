import type { CiStatus } from '@tributary/contract/ci/status.ts';

/** What can happen to a job. Stages and pipelines follow their jobs: see `composite-status.ts`. */
export type JobEvent =
  | 'enqueue'
  | 'wait_for_resource'
  | 'prepare'
  | 'run'
  | 'succeed'
  | 'fail'
  | 'request_cancel'
  | 'cancel'
  | 'skip'
  | 'block'
  | 'schedule';

type Transition = { from: readonly CiStatus[]; to: CiStatus };

const NOT_STARTED: readonly CiStatus[] = ['created', 'waiting_for_resource', 'preparing', 'manual', 'scheduled'];
const UNFINISHED: readonly CiStatus[] = [...NOT_STARTED, 'waiting_for_callback', 'pending', 'running'];

/** From which statuses an event leads to which. What has finished never changes: a retry is another job. */
export const TRANSITIONS: Record<JobEvent, Transition> = {
  wait_for_resource: { from: ['created', 'skipped', 'manual', 'scheduled'], to: 'waiting_for_resource' },
  prepare: { from: ['created', 'skipped', 'manual', 'scheduled', 'waiting_for_resource'], to: 'preparing' },
  enqueue: { from: [...NOT_STARTED, 'skipped', 'waiting_for_callback'], to: 'pending' },
  run: { from: [...NOT_STARTED, 'skipped', 'waiting_for_callback', 'pending'], to: 'running' },
  succeed: { from: UNFINISHED, to: 'success' },
  fail: { from: [...UNFINISHED, 'canceling'], to: 'failed' },
  // A runner works on it and has to be told first.
  request_cancel: { from: ['running'], to: 'canceling' },
  cancel: { from: [...UNFINISHED, 'canceling'], to: 'canceled' },
  skip: { from: [...NOT_STARTED, 'waiting_for_callback', 'pending'], to: 'skipped' },
  block: { from: ['created', 'scheduled', 'skipped', 'pending', 'waiting_for_resource'], to: 'manual' },
  schedule: { from: ['created'], to: 'scheduled' },
};

/** The status after the event, or null if it cannot happen now. */
export function nextStatus(status: CiStatus, event: JobEvent): CiStatus | null {
  const { from, to } = TRANSITIONS[event];
  return from.includes(status) ? to : null;
}
