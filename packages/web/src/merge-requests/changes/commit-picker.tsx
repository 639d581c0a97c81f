import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLinkItem } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { COMMITS_OF_PAGE, laterPage, oldestPage } from './model/commit-pages.ts';
import { useChanges } from './changes-context.ts';

type ListedCommit = { id: string; short_id: string; title: string; author_name: string; authored_date: string };

/**
 * The commits of the merge request, oldest first: the order they are read in. The server lists the newest first, so its
 * last page is the first one here.
 */
function useCommits(path: string, count: number) {
  return useInfiniteQuery({
    queryKey: ['merge-requests', 'commits', path, count],
    queryFn: async ({ signal, pageParam: page }) => {
      const query = { per_page: COMMITS_OF_PAGE, page };
      return (await api.get<ListedCommit[]>(path, { query, signal })).toReversed();
    },
    initialPageParam: oldestPage(count),
    getNextPageParam: (_commits, _all, page) => laterPage(page),
    staleTime: 60_000,
  });
}

function Commits({ path, count }: { path: string; count: number }) {
  const { hrefWith } = usePageUrl();
  const { params } = useChanges();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCommits(path, count);
  if (error && !data) {
    return (
      <MenuItem
        onSelect={(event) => {
          event.preventDefault();
          void refetch();
        }}
        hint={messageOf(error)}
      >
        Try again
      </MenuItem>
    );
  }
  if (!data) {
    return (
      <p className="flex justify-center p-3">
        <Spinner label="Loading the commits" />
      </p>
    );
  }
  const commits = data.pages.flat();
  const items = commits.map((commit) => (
    <MenuLinkItem
      key={commit.id}
      href={hrefWith({ commit_id: commit.id, diff_id: null, start_sha: null, file: null })}
      hint={
        <>
          <code>{commit.short_id}</code> <bdi>{commit.author_name}</bdi>, <Time value={commit.authored_date} />
        </>
      }
    >
      <span aria-current={params.commit_id === commit.id ? 'true' : undefined} className="aria-[current]:font-semibold">
        <bdi>{commit.title}</bdi>
      </span>
    </MenuLinkItem>
  ));
  return (
    <>
      {items}
      {hasNextPage && (
        <MenuItem
          onSelect={(event) => {
            event.preventDefault();
            void fetchNextPage();
          }}
          hint={error ? messageOf(error) : `${commits.length} of ${plural(count, 'commit')} are listed`}
        >
          {isFetchingNextPage ? 'Loading the commits' : 'Show more commits'}
        </MenuItem>
      )}
    </>
  );
}

/** Shows all commits together or one of them. */
export function CommitPicker() {
  const { mergeRequest, metadata } = useChanges();
  const { hrefWith } = usePageUrl();
  const [isOpen, setOpen] = useState(false);
  if (!mergeRequest || mergeRequest.mergeRequest.commitsCount < 2) return null;
  const { commit } = metadata;
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost" iconEnd={ChevronDown}>
          {commit ? <code>{commit.short_id}</code> : 'All commits'}
        </Button>
      }
    >
      <MenuLabel>Show the changes of</MenuLabel>
      <MenuLinkItem href={hrefWith({ commit_id: null, file: null })}>All commits</MenuLinkItem>
      {isOpen && <Commits path={`${mergeRequest.paths.api}/commits`} count={mergeRequest.mergeRequest.commitsCount} />}
    </Menu>
  );
}
