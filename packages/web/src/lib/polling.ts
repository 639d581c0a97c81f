import { useEffect, useRef } from 'react';
import { serverPollInterval } from './poll-interval.ts';

/** A response is asked for its `Poll-Interval` header; a number is the next interval in ms; negative stops. */
type PollAnswer = Response | number | void;

export type PollingOptions = {
  intervalMs: number;
  poll: (context: { signal: AbortSignal }) => Promise<PollAnswer>;
  /** Whether the first poll is at once or after the interval. */
  startNow?: boolean;
};

export type Polling = {
  stop(): void;
  /** Polls at once and starts the interval again. */
  now(): void;
};

const longestFailureMs = 5 * 60_000;

function nextInterval(answer: PollAnswer, current: number): number {
  if (typeof answer === 'number') return answer;
  if (!(answer instanceof Response)) return current;
  return serverPollInterval(answer, current);
}

/** Polls in turn (never two at once), waits while the tab is hidden, backs off on failures. */
export function startPolling(options: PollingOptions): Polling {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let intervalMs = options.intervalMs;
  let failures = 0;
  let isRunning = false;
  let isDue = false;

  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (!abort.signal.aborted) timer = setTimeout(tick, delayMs);
  };

  const tick = (): void => {
    if (document.visibilityState === 'hidden') {
      isDue = true;
      return;
    }
    void run();
  };

  const run = async (): Promise<void> => {
    if (isRunning || abort.signal.aborted) return;
    isRunning = true;
    isDue = false;
    clearTimeout(timer);
    try {
      intervalMs = nextInterval(await options.poll({ signal: abort.signal }), intervalMs);
      failures = 0;
    } catch {
      failures += 1; // The poll itself decides what to show; here a failure only means: less often.
    }
    isRunning = false;
    if (intervalMs < 0) return stop();
    schedule(Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, longestFailureMs)));
  };

  const onVisible = (): void => {
    if (document.visibilityState === 'visible' && isDue) void run();
  };

  const stop = (): void => {
    clearTimeout(timer);
    abort.abort();
    document.removeEventListener('visibilitychange', onVisible);
  };

  document.addEventListener('visibilitychange', onVisible);
  if (options.startNow === true) tick();
  else schedule(intervalMs);
  return { stop, now: () => void run() };
}

/** Polls while mounted; null stops. A change of `intervalMs` starts again, a changed `poll` is taken up silently. */
export function usePolling(options: PollingOptions | null): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const intervalMs = options?.intervalMs ?? null;
  const startNow = options?.startNow === true;
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const polling = startPolling({
      intervalMs,
      startNow,
      poll: async (context) => latest.current?.poll(context),
    });
    return () => polling.stop();
  }, [intervalMs, startNow]);
}
