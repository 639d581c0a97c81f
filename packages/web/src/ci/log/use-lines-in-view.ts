import { useEffect, useRef, useState } from 'react';
import type { LogState } from './use-job-log.ts';

/** What is only passed while the reader drags the scroll bar is not fetched. */
const PAUSE_MS = 30;
const RETRY_MS = 2_000;

/** Fetches lines that are seen and not there yet. Says how many pages came, which is all that changes. */
export function useLinesInView(
  { pages, completeLines }: Pick<LogState, 'pages' | 'completeLines'>,
  lines: readonly number[],
): number {
  const [version, setVersion] = useState(0);
  const running = useRef(new Set<string>());
  const wanted = pages.missing(lines, completeLines).join(',');
  useEffect(() => {
    if (wanted === '') return undefined;
    const abort = new AbortController();
    const timers: ReturnType<typeof setTimeout>[] = [];
    const load = (page: number): void => {
      const key = `${page}-${completeLines}`;
      if (running.current.has(key)) return;
      running.current.add(key);
      pages
        .fetch(page)
        .then(() => setVersion((count) => count + 1))
        .catch(() => {
          if (!abort.signal.aborted) timers.push(setTimeout(() => load(page), RETRY_MS));
        })
        .finally(() => running.current.delete(key));
    };
    timers.push(setTimeout(() => wanted.split(',').map(Number).forEach(load), PAUSE_MS));
    return () => {
      abort.abort();
      timers.forEach(clearTimeout);
    };
  }, [pages, wanted, completeLines]);
  return version;
}
