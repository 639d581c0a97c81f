import {
  MERGE_REQUEST_SORTS,
  type MergeRequestsPageData,
  type MergeRequestTabState,
} from '@tributary/contract/merge-requests/page.ts';
import { GitPullRequestArrow, SearchX } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PushedBranchBanner } from '../../projects/containers/pushed-branch-banner.tsx';
import { SavedViewsMenu } from '../../planning/listing/saved-views.tsx';
import { useBulkEdit } from '../../planning/listing/use-bulk-edit.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { MergeRequestRow } from '../listing/merge-request-row.tsx';
import { filterFields } from '../listing/filter-fields.ts';

const TABS: readonly [MergeRequestTabState, string][] = [
  ['opened', 'Open'],
  ['merged', 'Merged'],
  ['closed', 'Closed'],
  ['all', 'All'],
];

const SORT_LABELS: Record<(typeof MERGE_REQUEST_SORTS)[number], string> = {
  created_date: 'Newest',
  created_asc: 'Oldest',
  updated_desc: 'Recently updated',
  updated_asc: 'Least recently updated',
  title_asc: 'Title A to Z',
  title_desc: 'Title Z to A',
  merged_at_desc: 'Recently merged',
  popularity: 'Most liked',
};

const SORTS = MERGE_REQUEST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

function Nothing({ data, isFiltered }: { data: MergeRequestsPageData; isFiltered: boolean }) {
  if (data.page > 1) return <PageBeyond />;
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No matching merge requests" text="Remove a filter or try a different search." />
    );
  }
  return (
    <EmptyState
      icon={GitPullRequestArrow}
      title="No merge requests here"
      text="Use merge requests to propose changes so that others can review and merge them."
      action={
        data.newPath && (
          <Button asChild>
            <a href={data.newPath}>New merge request</a>
          </Button>
        )
      }
    />
  );
}

export default function MergeRequestsPage() {
  const { data } = usePage<MergeRequestsPageData>();
  const { hrefWith } = usePageUrl();
  const bulk = useBulkEdit({
    kind: 'merge request',
    place: data.place,
    path: data.bulkUpdatePath,
    items: data.items,
  });
  const fields: readonly FilterField[] = filterFields(data.place);
  const isFiltered = data.search !== '' || data.tokens.length > 0;
  return (
    <PageBody>
      <PageHeader
        title="Merge requests"
        actions={
          <>
            {bulk.button}
            {data.newPath && (
              // What was just pushed is the likelier next step.
              <Button asChild variant={data.pushedBranch ? 'secondary' : 'primary'}>
                <a href={data.newPath}>New merge request</a>
              </Button>
            )}
          </>
        }
      />
      {data.pushedBranch && <PushedBranchBanner pushed={data.pushedBranch} />}
      <LinkTabs
        label="State"
        trailing={data.savedViews && <SavedViewsMenu list="merge_requests" saved={data.savedViews} />}
        items={TABS.map(([state, label]) => ({
          key: state,
          label,
          count: data.counts[state],
          href: hrefWith({ state: state === 'opened' ? null : state, page: null }),
          active: data.state === state,
        }))}
      />
      <PageFilterBar fields={fields} sorts={SORTS} placeholder="Search or filter merge requests" />
      {bulk.fields}
      {data.items.length === 0 ? (
        <Nothing data={data} isFiltered={isFiltered} />
      ) : (
        <List label="Merge requests">
          {data.items.map((item) => (
            <MergeRequestRow
              key={item.id}
              item={item}
              showProject={data.place?.type !== 'project'}
              box={bulk.boxOf(item)}
            />
          ))}
        </List>
      )}
      <Pagination
        page={data.page}
        totalPages={data.total === undefined ? undefined : Math.ceil(data.total / data.perPage)}
        hasNext={data.hasNext}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
      {bulk.bar}
    </PageBody>
  );
}
