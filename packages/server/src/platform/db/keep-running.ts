import { setTimeout as sleep } from 'node:timers/promises';

export type Supervised = {
  isRunning(): Promise<boolean>;
  /** Fails when it cannot be started now. */
  start(): Promise<void>;
  report(event: 'gone' | 'not_started' | 'started', error?: unknown): void;
};

const LOOK_EVERY_MS = 500;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Starts a server again whenever it is gone, for whatever reason, and waits longer after each failure. The returned
 * function ends that, after an attempt that is under way.
 */
export function keepRunning({ isRunning, start, report }: Supervised): () => Promise<void> {
  const stopped = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);

  const startAgain = async (): Promise<void> => {
    report('gone');
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      // Whoever stopped it may be starting it again.
      await wait(waitMs);
      if (stopped.signal.aborted) return;
      try {
        if (!(await isRunning())) await start();
        return report('started');
      } catch (error) {
        report('not_started', error);
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await wait(LOOK_EVERY_MS);
      if (!stopped.signal.aborted && !(await isRunning())) await startAgain();
    }
  };
  const watching = watch();
  return async () => {
    stopped.abort();
    await watching;
  };
}
