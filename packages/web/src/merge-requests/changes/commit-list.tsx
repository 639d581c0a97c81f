import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { optionClasses } from '../../ui/floating.ts';
import { OptionRow, OptionTick } from '../../ui/option-row.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { COMMITS_OF_PAGE, newerPage, oldestPage } from './model/commit-pages.ts';

type ListedCommit = { id: string; short_id: string; title: string; author_name: string; authored_date: string };

const DEBOUNCE_MS = 150;

/**
 * The commits of one version, oldest first: the order they are read in. The server lists the newest first, so its
 * last page is the first one here. Of what is searched for the newest are found first.
 */
function useCommits({ path, diffId, count }: Pick<CommitListProps, 'path' | 'diffId' | 'count'>, search: string) {
  return useInfiniteQuery(
    {
      queryKey: ['merge-requests', 'commits', path, diffId, count, search],
      queryFn: async ({ signal, pageParam: page }) => {
        const query = {
          per_page: COMMITS_OF_PAGE,
          page,
          ...(search !== '' && { search }),
          ...(diffId !== null && { diff_id: diffId }),
        };
        return (await api.get<{ commits: ListedCommit[] }>(path, { query, signal })).commits.toReversed();
      },
      initialPageParam: search === '' ? oldestPage(count) : 1,
      getNextPageParam: (_commits, _all, page) => (search === '' ? newerPage(page) : null),
      placeholderData: (before) => before,
      staleTime: 60_000,
    },
    queryClient,
  );
}

function CommitWords({ commit }: { commit: ListedCommit }) {
  return (
    <>
      <bdi className="block truncate" title={commit.title}>
        {commit.title}
      </bdi>
      <span className="flex gap-2 text-sm text-fg-muted">
        <code>{commit.short_id}</code>
        <bdi className="min-w-0 truncate">{commit.author_name}</bdi>
        <span className="shrink-0">
          <Time value={commit.authored_date} />
        </span>
      </span>
    </>
  );
}

export type CommitListProps = {
  path: string;
  /** The version, where it is not the newest. */
  diffId: number | null;
  /** How many commits it has. */
  count: number;
  /** Null while all commits are shown together. */
  shown: string | null;
  onPick: (id: string | null) => void;
};

/** Found by words of their subject, by their author, or by the beginning of their id. */
export function CommitList({ path, diffId, count, shown, onPick }: CommitListProps) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const search = useDebounced(query.trim(), DEBOUNCE_MS);
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useCommits({ path, diffId, count }, search);
  const commits = data?.pages.flat() ?? [];
  const rows: { key: string; pick: () => void; content: ReactNode }[] = [
    ...(search === '' ? [{ key: 'all', pick: () => onPick(null), content: 'All commits' }] : []),
    ...commits.map((commit) => ({
      key: commit.id,
      pick: () => onPick(commit.id),
      content: <CommitWords commit={commit} />,
    })),
    ...(hasNextPage && !error
      ? [
          {
            key: 'more',
            pick: () => void fetchNextPage(),
            content: `Show more (${commits.length} of ${plural(count, 'commit')})`,
          },
        ]
      : []),
    ...(error
      ? [
          {
            key: 'again',
            pick: () => void (data ? fetchNextPage() : refetch()),
            content: `Try again. ${messageOf(error)}`,
          },
        ]
      : []),
  ];
  const { active, setActive, onKeyDown } = useListKeys({
    count: rows.length,
    resetOn: search,
    onPick: (index) => rows[index]?.pick(),
  });
  const isNothing = !isFetching && !error && commits.length === 0;
  return (
    <div>
      <div className="flex h-9 items-center gap-2 border-b px-3">
        {isFetching ? (
          <Spinner size={14} label="Loading the commits" />
        ) : (
          <Search size={14} className="text-fg-faint" aria-hidden />
        )}
        <input
          autoFocus
          role="combobox"
          aria-label="Find a commit"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows.length === 0 ? undefined : `${listId}-${active}`}
          autoComplete="off"
          placeholder="Search by subject, author or SHA"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label="Show changes from" className="max-h-80 overflow-y-auto p-1">
        {rows.map((row, index) => (
          <OptionRow
            key={row.key}
            id={`${listId}-${index}`}
            isActive={index === active}
            isChosen={row.key === (shown ?? 'all')}
            className={optionClasses}
            onHover={() => setActive(index)}
            onPick={row.pick}
          >
            <OptionTick isChosen={row.key === (shown ?? 'all')} />
            <span className="min-w-0 flex-1">{row.content}</span>
          </OptionRow>
        ))}
      </div>
      <div role="status" className="px-3 pb-2 text-sm text-fg-muted empty:hidden">
        {isNothing ? `No commits match “${search}”.` : null}
        {search !== '' && commits.length === COMMITS_OF_PAGE ? `Showing the newest ${COMMITS_OF_PAGE}.` : null}
      </div>
    </div>
  );
}
