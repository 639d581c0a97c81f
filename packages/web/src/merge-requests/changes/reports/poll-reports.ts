import type { CoverageAnswer, QualityDiffAnswer } from '@tributary/contract/merge-requests/reports.ts';
import { api } from '../../../lib/http.ts';
import { NO_MORE_MS, serverPollInterval } from '../../../lib/poll-interval.ts';
import { startPolling } from '../../../lib/polling.ts';
import { toast } from '../../../ui/toast.tsx';
import { type DiffParams, diffQuery } from '../../queries.ts';

const POLL_MS = 3_000;
/** Times that code quality is asked for again while it is still being read. */
export const MOST_RETRIES = 5;
const NO_CONTENT = 204;

type Asked<Answer> = { path: string; params: DiffParams; take: (answer: Answer) => void };

/** Asks once, and again while the answer says that it is being read; hidden windows wait. Returns how to stop. */
function ask<Answer>(
  { path, params, take }: Asked<Answer>,
  of: { failure: string; goesOn: (response: Response, round: number) => boolean },
): () => void {
  let round = 0;
  const poll = async ({ signal }: { signal: AbortSignal }): Promise<number> => {
    try {
      const response = await api.raw('GET', path, { query: diffQuery(params), signal });
      if (response.status === NO_CONTENT)
        return of.goesOn(response, round++) ? serverPollInterval(response, POLL_MS) : NO_MORE_MS;
      take((await response.json()) as Answer);
    } catch {
      if (!signal.aborted) toast({ text: of.failure, tone: 'failed' });
    }
    return NO_MORE_MS;
  };
  return startPolling({ intervalMs: POLL_MS, startNow: true, poll }).stop;
}

/** Stops where nobody measured anything: then nothing is announced to come. */
export function pollCoverage(asked: Asked<CoverageAnswer>): () => void {
  return ask(asked, {
    failure: 'Something went wrong on our end. Please try again!',
    goesOn: (response) => response.headers.has('Poll-Interval'),
  });
}

export function pollQuality(asked: Asked<QualityDiffAnswer>): () => void {
  return ask(asked, {
    failure: 'An unexpected error occurred while loading the code quality diff.',
    goesOn: (_response, round) => round < MOST_RETRIES,
  });
}
