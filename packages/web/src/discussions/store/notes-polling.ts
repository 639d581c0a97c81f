const FIRST_MS = 2_500;
const RETRY_MS = 6_000;

export type NotesPollingOptions = {
  /** Answers when to ask again, in ms; a negative number ends it. Throws when the server cannot be reached. */
  poll: (signal: AbortSignal) => Promise<number>;
  /** True from the second failure in a row until the next success. */
  onFailing: (isFailing: boolean) => void;
};

export type NotesPolling = {
  end: () => void;
  /** Nothing is asked until the function that this gives is called; then again a little later. */
  pause: () => () => void;
};

/**
 * The safety net below live news: asks a little after the page is there, then in the rhythm that the server names, and
 * only while someone looks.
 */
export function startNotesPolling({ poll, onFailing }: NotesPollingOptions): NotesPolling {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isRunning = false;
  let pauses = 0;

  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (end.signal.aborted || pauses > 0 || document.visibilityState !== 'visible') return;
    timer = setTimeout(() => void run(), delayMs);
  };

  const run = async (): Promise<void> => {
    if (isRunning || end.signal.aborted) return;
    isRunning = true;
    let nextMs = RETRY_MS;
    try {
      nextMs = await poll(end.signal);
      if (failures > 1) onFailing(false);
      failures = 0;
    } catch {
      failures += 1;
      if (failures === 2) onFailing(true);
    }
    isRunning = false;
    if (nextMs < 0) end.abort();
    else schedule(nextMs);
  };

  document.addEventListener(
    'visibilitychange',
    () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible' && pauses === 0) void run();
    },
    { signal: end.signal },
  );
  schedule(FIRST_MS);
  return {
    end: () => {
      clearTimeout(timer);
      end.abort();
    },
    pause: () => {
      clearTimeout(timer);
      pauses += 1;
      return () => {
        pauses -= 1;
        schedule(FIRST_MS);
      };
    },
  };
}
