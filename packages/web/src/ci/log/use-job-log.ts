import type { TracePart } from '@tributary/contract/ci/job-page.ts';
import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { startPolling } from '../../lib/polling.ts';
import { JobLog } from './job-log.ts';

const POLL_MS = 2_000;
const STOP = -1;
/** A long log comes in many parts: what is shown follows at most this often until all has come. */
const SHOW_MS = 500;

/** What has come of a log. A new object each time that it grew; the lines are in `log`, which grows. */
export type LogState = { log: JobLog; isComplete: boolean; problem: string | null };

/** Fetches a log part by part, and what is added until it is complete. Null fetches nothing. */
export function useJobLog(path: string | null, onStatus: (status: CiStatus) => void): LogState {
  const [state, setState] = useState<LogState>(() => ({ log: new JobLog(), isComplete: false, problem: null }));
  const latest = useRef(onStatus);
  useEffect(() => {
    latest.current = onStatus;
  });
  useEffect(() => {
    if (path === null) return undefined;
    const log = new JobLog();
    let offset = 0;
    let shownAt = -SHOW_MS;
    const poll = async (signal: AbortSignal): Promise<number> => {
      try {
        const part = await api.get<TracePart>(path, { query: { offset }, signal });
        if (part.offset !== offset || signal.aborted) return STOP;
        offset = part.next_offset;
        if (part.text !== '') log.append(part.text);
        const isComplete = part.is_complete || log.isCut;
        const hasMore = !isComplete && offset < part.size && part.text !== '';
        if (!hasMore || performance.now() - shownAt >= SHOW_MS) {
          shownAt = performance.now();
          setState({ log, isComplete, problem: null });
        }
        latest.current(part.status);
        if (isComplete) return STOP;
        return hasMore ? 0 : POLL_MS;
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, problem: messageOf(error) }));
        throw error;
      }
    };
    const polling = startPolling({ intervalMs: POLL_MS, startNow: true, poll: ({ signal }) => poll(signal) });
    return () => polling.stop();
  }, [path]);
  return state;
}
