import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../app/query-client.ts';
import { api } from '../../../lib/http.ts';
import { serverPollInterval } from '../../../lib/poll-interval.ts';

const POLL_MS = 3_000;
const NO_CONTENT = 204;

type Read<Answer> = { answer: Answer } | { againMs: number };

export type ReportState<Answer> =
  | { kind: 'loading' }
  | { kind: 'error'; retry: () => void; isRetrying: boolean }
  | { kind: 'ready'; answer: Answer };

/** Asks for a report, and again while the server is reading it. `version`: what the report is of. */
export function useReport<Answer>(path: string, version: string): ReportState<Answer> {
  const { data, isError, isFetching, refetch } = useQuery(
    {
      queryKey: ['merge-requests', 'report', path, version],
      queryFn: async ({ signal }): Promise<Read<Answer>> => {
        const response = await api.raw('GET', path, { signal });
        if (response.status === NO_CONTENT) return { againMs: serverPollInterval(response, POLL_MS) };
        return { answer: (await response.json()) as Answer };
      },
      refetchInterval: ({ state }) => (state.data && 'againMs' in state.data ? state.data.againMs : false),
      retry: false,
    },
    queryClient,
  );
  if (isError) return { kind: 'error', retry: () => void refetch(), isRetrying: isFetching };
  return data && 'answer' in data ? { kind: 'ready', answer: data.answer } : { kind: 'loading' };
}
