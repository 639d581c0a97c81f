import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { RestRequestStatusCheck } from '@tributary/contract/status-checks/rest.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { serverPollInterval } from '../../lib/poll-interval.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { isAbout } from './widget-polling.ts';

const FIRST_MS = 1_000;
const POLL_MS = 10_000;

type Answer = { checks: readonly RestRequestStatusCheck[]; pollMs: number };

async function fetchChecks(path: string, signal: AbortSignal): Promise<Answer> {
  const response = await api.raw('GET', path, { signal });
  return {
    checks: (await response.json()) as RestRequestStatusCheck[],
    pollMs: serverPollInterval(response, POLL_MS),
  };
}

/** Only what is pending can change by itself. */
export function nextCheckPoll(answer: Answer | undefined): number | false {
  if (!answer || answer.pollMs < 0) return false;
  return answer.checks.some(({ status }) => status === 'pending') ? answer.pollMs : false;
}

export type StatusChecks = {
  checks: readonly RestRequestStatusCheck[] | undefined;
  isError: boolean;
  /** Throws where it did not work; that another one was faster is no failure. */
  retry: (id: number) => Promise<void>;
  refresh: () => Promise<void>;
};

/** The external status checks of the newest commit; the first request is sent a second after the widget is there. */
export function useStatusChecks({ status_checks_path: at, diff_head_sha: sha, id }: WidgetData): StatusChecks {
  const path = at ?? '';
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const queryKey = ['merge-requests', 'status-checks', path];
  const { data, isError } = useQuery(
    {
      queryKey: [...queryKey, sha],
      queryFn: ({ signal }) => fetchChecks(path, signal),
      enabled: isDue && path !== '',
      refetchInterval: ({ state }) => nextCheckPoll(state.data),
    },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  useRealtime(`merge_request:${id}`, (message) => {
    if (message.event === 'merge_status.changed' && isAbout('status_checks', message)) void refresh();
  });
  const retry = async (checkId: number) => {
    try {
      await api.post(`${path}/${checkId}/retry`);
    } catch (error) {
      if (!isAppError(error) || error.status !== 409) throw error;
    }
    await refresh();
  };
  return { checks: data?.checks, isError, retry, refresh };
}
