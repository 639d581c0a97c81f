import { useEffect, useRef, useState } from 'react';
import type { JobLog } from './job-log.ts';
import type { LogState } from './use-job-log.ts';

/** Shorter than a frame: a log of half a million lines is searched without a pause that users notice. */
const SLICE_MS = 8;
const NOTHING: readonly number[] = [];

type Search = { log: JobLog; query: string; lines: readonly number[]; next: number };

/** Lines of the log that hold a text, a few milliseconds at a time. What is added to the log is searched as it comes. */
export function useLogSearch(state: LogState, query: string): { lines: readonly number[]; isSearching: boolean } {
  const { log } = state;
  const [search, setSearch] = useState<Search>({ log, query: '', lines: NOTHING, next: 0 });
  const latest = useRef(search);
  useEffect(() => {
    if (query === '') return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      const before = latest.current;
      const isSame = before.log === log && before.query === query;
      // The last line may have grown since.
      const from = isSame ? Math.max(0, Math.min(before.next, log.lines.length) - 1) : 0;
      const found = log.find(query, from, SLICE_MS);
      const kept = isSame ? before.lines.filter((line) => line < from) : NOTHING;
      const lines =
        found.lines.length === 0 && kept.length === before.lines.length ? before.lines : [...kept, ...found.lines];
      latest.current = { log, query, lines: isSame || found.lines.length > 0 ? lines : NOTHING, next: found.next };
      setSearch(latest.current);
      if (found.next < log.lines.length) timer = setTimeout(step);
    };
    timer = setTimeout(step);
    return () => clearTimeout(timer);
  }, [state, log, query]);
  const isCurrent = search.log === log && search.query === query && query !== '';
  const isSearching = query !== '' && (!isCurrent || search.next < log.lines.length);
  return { lines: isCurrent ? search.lines : NOTHING, isSearching };
}
