import type { CommitsPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { GitCommitHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { KeysetPagination } from '../../ui/pagination.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { commitFilterFields } from '../commits/commit-filter-fields.ts';
import { CommitDays } from '../commits/commit-list.tsx';
import { groupByDay } from '../model/group-by-day.ts';
import { PathCrumbs } from '../files/path-crumbs.tsx';
import { RepositoryBar } from '../files/repository-bar.tsx';

export default function CommitsPage() {
  const { data } = usePage<CommitsPageData>();
  const { setSearch } = usePageUrl();
  const { place, commits, filters } = data;
  const days = useMemo(() => groupByDay(commits, (commit) => commit.committer.date), [commits]);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const hrefFor = (ref: string): string => repositoryPaths.commits(place.projectPath, ref, place.path);
  return (
    <PageBody width="full">
      <RepositoryBar place={place} hrefFor={hrefFor}>
        <PathCrumbs crumbs={place.crumbs} path={place.path} prefix="History" />
      </RepositoryBar>
      <PageFilterBar fields={commitFilterFields(commits)} placeholder="Search messages, or author:name" />
      {commits.length === 0 ? (
        <EmptyState
          icon={GitCommitHorizontal}
          title={isFiltered ? 'No matching commits' : 'No commits'}
          text={isFiltered ? 'Change or remove the filters.' : 'Nothing has been committed here.'}
          action={
            isFiltered && (
              <Button
                onClick={() => void setSearch({ search: null, author: null, since: null, until: null, page: null })}
              >
                Remove all filters
              </Button>
            )
          }
        />
      ) : (
        <CommitDays days={days} />
      )}
      <KeysetPagination previousHref={data.prevHref} nextHref={data.nextHref} label="Pages of commits" />
    </PageBody>
  );
}
