import type { FindAnswer } from '@tributary/contract/merge-requests/find.ts';
import type { FindPlace } from '@tributary/contract/merge-requests/find-places.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../app/query-client.ts';
import { api } from '../../../lib/http.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { DiffRange } from '../../queries.ts';

export type FindQuestion = { text: string; isRegex: boolean; isCaseSensitive: boolean; place: FindPlace | 'all' };

const TYPING_MS = 200;

/** Asks when typing pauses; what was found before stays until the answer is there. */
export function useFind(path: string, range: DiffRange, question: FindQuestion) {
  const asked = useDebounced(question, TYPING_MS);
  return useQuery(
    {
      queryKey: ['merge-requests', 'find', path, range, asked],
      queryFn: ({ signal }) =>
        api.get<FindAnswer>(path, {
          query: {
            ...range,
            search: asked.text,
            regex: asked.isRegex,
            case_sensitive: asked.isCaseSensitive,
            ...(asked.place !== 'all' && { in: asked.place }),
          },
          signal,
        }),
      enabled: asked.text !== '',
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: 10_000,
    },
    queryClient,
  );
}
