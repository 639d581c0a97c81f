import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLinkItem } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useChanges } from './changes-context.ts';

type ListedCommit = { id: string; short_id: string; title: string; author_name: string; authored_date: string };

const MOST_LISTED = 100;

/** The commits of the merge request, oldest first: the order they are read in. */
function useCommits(path: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['merge-requests', 'commits', path],
    queryFn: async ({ signal }) => {
      const commits = await api.get<ListedCommit[]>(path, { query: { per_page: MOST_LISTED }, signal });
      return commits.toReversed();
    },
    enabled: isWanted,
    staleTime: 60_000,
  });
}

function Commits({ path }: { path: string }) {
  const { hrefWith } = usePageUrl();
  const { params } = useChanges();
  const { data, error, refetch } = useCommits(path, true);
  if (error) {
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
  return data.map((commit) => (
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
      {isOpen && <Commits path={`${mergeRequest.paths.api}/commits`} />}
    </Menu>
  );
}
