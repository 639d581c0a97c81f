import type { LogMatches } from '@tributary/contract/ci/job-page.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/http.ts';
import type { LogState } from './use-job-log.ts';

/** Enough to step through; of more it is said that there are more. */
export const MAX_MATCHES = 100_000;
const RETRY_MS = 2_000;
const NOTHING: readonly number[] = [];

/** `next`: the line that the search goes on from. */
type Search = { of: LogState['pages']; query: string; lines: readonly number[]; next: number };

/** Lines of the log that hold a text, found by the server part by part. What is added to the log is searched as it comes. */
export function useLogSearch(
  { pages, completeLines: count }: Pick<LogState, 'pages' | 'completeLines'>,
  path: string,
  query: string,
): { lines: readonly number[]; isSearching: boolean } {
  const [search, setSearch] = useState<Search>({ of: pages, query: '', lines: NOTHING, next: 0 });
  const latest = useRef(search);
  const isSame = search.of === pages && search.query === query;
  const isDone = isSame && (search.next >= count || search.lines.length >= MAX_MATCHES);
  useEffect(() => {
    if (query === '' || isDone) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = async (): Promise<void> => {
      const before = latest.current;
      const isNext = before.of === pages && before.query === query;
      const from = isNext ? before.next : 0;
      const found = await api.get<LogMatches>(path, { query: { query, from }, signal: abort.signal });
      const lines = isNext ? [...before.lines, ...found.lines] : found.lines;
      latest.current = { of: pages, query, lines, next: found.next ?? Math.max(count, from) };
      setSearch(latest.current);
      if (found.next !== null && lines.length < MAX_MATCHES) await step();
    };
    const run = () => {
      step().catch(() => {
        if (!abort.signal.aborted) timer = setTimeout(run, RETRY_MS);
      });
    };
    run();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [pages, path, query, count, isDone]);
  return { lines: isSame && query !== '' ? search.lines : NOTHING, isSearching: query !== '' && !isDone };
}
