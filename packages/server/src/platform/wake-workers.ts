import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { AnswersFirst } from './answers-first.ts';

/** That a job is over is written beside the next question, which therefore does not find what waits behind it. */
const QUEUE_FREE_MS = 20;

/**
 * A new job wakes one worker of each lane, whether it is of that lane or not, and each that wakes asks the database for
 * itself: ten jobs of another lane would be ten questions for nothing. Here one asks, who finds a job wakes the next one,
 * and what is announced while someone asks is asked for right after. What waits behind a job of its queue is asked for when
 * that is surely over, not at the next look. Answers of this process go first. Call before the pool is made.
 */
export function wakeOneByOne(events: WorkerEvents, answers: Pick<AnswersFirst, 'afterwards'>): void {
  let asking = 0;
  let isAnnounced = false;
  let isWaiting = false;
  let wakeOne: (() => void) | undefined;
  const ended = (isFound: boolean) => {
    asking -= 1;
    if (!isFound && !isAnnounced) return;
    isAnnounced = false;
    // Later: whoever asked is not at rest before this event is over, and would ask twice.
    setImmediate(() => wakeOne?.());
  };
  const announce = () => {
    if (asking > 0) isAnnounced = true;
    else if (!isWaiting) {
      isWaiting = true;
      answers.afterwards(() => {
        isWaiting = false;
        if (asking > 0) isAnnounced = true;
        else wakeOne?.();
      });
    }
  };
  events.on('pool:create', ({ workerPool }) => {
    wakeOne = wakerOf(workerPool);
    workerPool.nudge = announce;
  });
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) setTimeout(announce, QUEUE_FREE_MS).unref();
  });
  events.on('pool:gracefulShutdown', () => (wakeOne = undefined));
  events.on('worker:getJob:start', () => (asking += 1));
  events.on('worker:getJob:empty', () => ended(false));
  events.on('worker:getJob:error', () => ended(false));
  events.on('job:start', () => ended(true));
}

function wakerOf(pool: WorkerPool): () => void {
  const nudge = pool.nudge.bind(pool);
  return () => {
    try {
      nudge(1);
    } catch {
      // A worker that has just failed for good cannot be woken; its pool ends, and jobs are started again.
    }
  };
}
