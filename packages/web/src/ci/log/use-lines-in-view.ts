import { useEffect, useRef, useState } from 'react';
import type { LogState } from './use-job-log.ts';

/** What is only passed while the reader drags the scroll bar is not fetched. */
const PAUSE_MS = 30;
const RETRY_MS = 2_000;

/**
 * Fetches lines that are seen and not there yet, with one request at a time; what was scrolled past meanwhile is not fetched.
 * Says how often some came, which is all that changes.
 */
export function useLinesInView(
  { pages, completeLines }: Pick<LogState, 'pages' | 'completeLines'>,
  lines: readonly number[],
): number {
  const [version, setVersion] = useState(0);
  const isBusy = useRef(false);
  const wanted = JSON.stringify(pages.missing(lines, completeLines));
  useEffect(() => {
    const missing = JSON.parse(wanted) as ReturnType<typeof pages.missing>;
    if (isBusy.current || ('at' in missing ? missing.at : missing.pages).length === 0) return undefined;
    const load = async (): Promise<void> => {
      isBusy.current = true;
      const requests = 'at' in missing ? [pages.fetchAt(missing.at)] : missing.pages.map((page) => pages.fetch(page));
      const answers = await Promise.allSettled(requests);
      const isAnswered = answers.every((answer) => answer.status === 'fulfilled' && answer.value);
      setTimeout(
        () => {
          isBusy.current = false;
          setVersion((count) => count + 1);
        },
        isAnswered ? 0 : RETRY_MS,
      );
    };
    const timer = setTimeout(() => void load(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pages, wanted, version]);
  return version;
}
