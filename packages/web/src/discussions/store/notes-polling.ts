const FIRST_MS = 2_500;
const RETRY_MS = 6_000;

export type NotesPollingOptions = {
  /** Answers when to ask again, in ms; a negative number ends it. Throws when the server cannot be reached. */
  poll: (signal: AbortSignal) => Promise<number>;
  /** True from the second failure in a row until the next success. */
  onFailing: (isFailing: boolean) => void;
};

/**
 * The safety net below live news: asks a little after the page is there, then in the rhythm that the server names, and
 * only while somebody looks. Returns the end of it.
 */
export function startNotesPolling({ poll, onFailing }: NotesPollingOptions): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isRunning = false;

  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (!end.signal.aborted && document.visibilityState === 'visible') timer = setTimeout(() => void run(), delayMs);
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
      if (document.visibilityState === 'visible') void run();
    },
    { signal: end.signal },
  );
  schedule(FIRST_MS);
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}
