import type { LogOutline, PageLogLine } from '@tributary/contract/ci/job-page.ts';
import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { startPolling } from '../../lib/polling.ts';
import { LogPages } from './log-pages.ts';
import { LogSections } from './log-sections.ts';

const POLL_MS = 2_000;
const STOP = -1;

export type LogPaths = { path: string; lines_path: string; search_path: string };

/** What is known of a log. A new object each time that it grew; sections and pages grow in place. */
export type LogState = {
  sections: LogSections;
  pages: LogPages;
  completeLines: number;
  /** With the last one, which may have no end yet. */
  lines: number;
  last: PageLogLine | null;
  hasTimes: boolean;
  /** Nothing will be added. */
  isComplete: boolean;
  /** The server still looks at what is there. */
  hasMore: boolean;
  problem: string | null;
};

const emptyState = (linesPath: string): LogState => ({
  sections: new LogSections(),
  pages: new LogPages(linesPath),
  completeLines: 0,
  lines: 0,
  last: null,
  hasTimes: false,
  isComplete: false,
  hasMore: false,
  problem: null,
});

/** Follows how long a log is until it is complete; its lines are fetched as they are seen. Null fetches nothing. */
export function useJobLog(paths: LogPaths | null, onStatus: (status: CiStatus) => void): LogState {
  const path = paths?.path ?? null;
  const linesPath = paths?.lines_path ?? '';
  const [state, setState] = useState<LogState>(() => emptyState(linesPath));
  const latest = useRef(onStatus);
  useEffect(() => {
    latest.current = onStatus;
  });
  useEffect(() => {
    if (path === null) return undefined;
    const { sections, pages } = emptyState(linesPath);
    let since = 0;
    const poll = async (signal: AbortSignal): Promise<number> => {
      try {
        const query = { since };
        const outline = await api.get<LogOutline>(path, { query, signal, takesAhead: since === 0 });
        if (signal.aborted) return STOP;
        // Another process of the server may not have read as far.
        since = Math.max(since, outline.lines);
        const lines = since + (outline.last && outline.lines === since ? 1 : 0);
        pages.put(outline.start);
        sections.update(outline.sections, lines);
        const { last, has_times: hasTimes, is_complete: isComplete, has_more: hasMore } = outline;
        setState({ sections, pages, completeLines: since, lines, last, hasTimes, isComplete, hasMore, problem: null });
        latest.current(outline.status);
        if (isComplete) return STOP;
        return hasMore ? 0 : POLL_MS;
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, problem: messageOf(error) }));
        throw error;
      }
    };
    const polling = startPolling({ intervalMs: POLL_MS, startNow: true, poll: ({ signal }) => poll(signal) });
    return () => polling.stop();
  }, [path, linesPath]);
  return state;
}
