import type { FindAnswer, FindHit } from '@tributary/contract/merge-requests/find.ts';
import type { FindScope } from '@tributary/contract/merge-requests/find-scopes.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { api } from '../../../lib/http.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import type { DiffRange } from '../../queries.ts';

export type FindQuestion = { text: string; isRegex: boolean; isCaseSensitive: boolean; place: FindScope | 'all' };

/** Lines that follow those that are listed. */
export type MoreHits = { isOnItsWay: boolean; load: () => void };

const TYPING_MS = 200;
const NO_ANSWERS: readonly FindAnswer[] = [];

/** Each counts again; time may have run out for one and not for another. */
function furthest(answers: readonly FindAnswer[]): FindAnswer | undefined {
  return answers.reduce<FindAnswer | undefined>(
    (best, each) => (best && best.lines_count >= each.lines_count ? best : each),
    undefined,
  );
}

/** Asks when typing pauses; what was found before stays until the answer is there. */
export function useFind(path: string, range: DiffRange, question: FindQuestion) {
  const asked = useDebounced(question, TYPING_MS);
  const query = useInfiniteQuery(
    {
      queryKey: ['merge-requests', 'find', path, range, asked],
      queryFn: ({ signal, pageParam: after }) =>
        api.get<FindAnswer>(path, {
          query: {
            ...range,
            search: asked.text,
            regex: asked.isRegex,
            case_sensitive: asked.isCaseSensitive,
            ...(asked.place !== 'all' && { in: asked.place }),
            ...(after > 0 && { after }),
          },
          signal,
        }),
      initialPageParam: 0,
      getNextPageParam: ({ hits }: FindAnswer, all: FindAnswer[], after: number) => {
        const listed = after + hits.length;
        return listed < (furthest(all)?.lines_count ?? 0) ? listed : null;
      },
      enabled: asked.text !== '',
      placeholderData: keepPreviousData,
      retry: false,
      staleTime: 10_000,
    },
    queryClient,
  );
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isFetchNextPageError } = query;
  const answers = data?.pages ?? NO_ANSWERS;
  const hits = useMemo<readonly FindHit[]>(() => answers.flatMap((each) => each.hits), [answers]);
  const load = () => void query.fetchNextPage({ cancelRefetch: false });
  return {
    /** What counts; undefined until something was found out. */
    answer: furthest(answers),
    hits,
    /** The same one as long as these are of the same question. */
    list: answers[0]?.hits,
    error,
    isFetching,
    more: hasNextPage ? { isOnItsWay: isFetchingNextPage, load } : null,
    /** After an error. */
    retry: isFetchNextPageError ? load : () => void query.refetch(),
  };
}
