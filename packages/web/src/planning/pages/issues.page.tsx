import { ISSUE_SORTS, type IssuesPageData, type IssueTabState } from '@tributary/contract/planning/issue-page.ts';
import { CircleDot, SearchX } from 'lucide-react';
import { usePage, usePageUrl, useShell } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { issueFields } from '../issues/filter-fields.ts';
import { IssueRow } from '../issues/issue-row.tsx';
import { OrderedIssues } from '../issues/ordered-issues.tsx';
import { SavedViewsMenu } from '../listing/saved-views.tsx';
import { useBulkEdit } from '../listing/use-bulk-edit.tsx';

const TABS: readonly [IssueTabState, string][] = [
  ['opened', 'Open'],
  ['closed', 'Closed'],
  ['all', 'All'],
];

const SORT_LABELS: Record<(typeof ISSUE_SORTS)[number], string> = {
  created_date: 'Newest',
  created_asc: 'Oldest',
  updated_desc: 'Recently updated',
  updated_asc: 'Least recently updated',
  due_date: 'Due soonest',
  milestone_due: 'Milestone due soonest',
  title_asc: 'Title A to Z',
  title_desc: 'Title Z to A',
  weight: 'Highest weight',
  weight_asc: 'Lowest weight',
  label_priority: 'Label priority',
  popularity: 'Most liked',
  relative_position: 'Manual',
};

const SORTS = ISSUE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));
/** Each project has an order of its own. */
const SORTS_OF_MANY = SORTS.filter(({ value }) => value !== 'relative_position');

function NewIssue({ path }: { path: string }) {
  return (
    <Button asChild variant="primary">
      <a href={path}>New issue</a>
    </Button>
  );
}

function Nothing({ data }: { data: IssuesPageData }) {
  if (data.page > 1) return <PageBeyond />;
  if (data.search !== '' || data.tokens.length > 0)
    return <EmptyState icon={SearchX} title="No matching issues" text="Remove a filter or try a different search." />;
  return (
    <EmptyState
      icon={CircleDot}
      title={data.state === 'closed' ? 'No closed issues' : 'No issues here'}
      text="Use issues to report problems, discuss ideas and plan work."
      action={data.newPath && <NewIssue path={data.newPath} />}
    />
  );
}

export default function IssuesPage() {
  const { data } = usePage<IssuesPageData>();
  const { viewer } = useShell();
  const { hrefWith } = usePageUrl();
  const bulk = useBulkEdit({ kind: 'issue', place: data.place, path: data.bulkUpdatePath, items: data.items });
  return (
    <PageBody>
      <PageHeader
        title="Issues"
        actions={
          <>
            {bulk.button}
            {data.newPath && <NewIssue path={data.newPath} />}
          </>
        }
      />
      <LinkTabs
        label="State"
        trailing={data.savedViews && <SavedViewsMenu list="issues" saved={data.savedViews} />}
        items={TABS.map(([state, label]) => ({
          key: state,
          label,
          count: data.counts[state],
          href: hrefWith({ state: state === 'opened' ? null : state, page: null }),
          active: data.state === state,
        }))}
      />
      <PageFilterBar
        fields={issueFields(data.place, viewer !== null)}
        sorts={data.place?.type === 'project' ? SORTS : SORTS_OF_MANY}
        placeholder="Search or filter issues"
      />
      {bulk.fields}
      {data.items.length === 0 ? (
        <Nothing data={data} />
      ) : data.canReorder && data.place ? (
        <OrderedIssues items={data.items} projectPath={data.place.fullPath} boxOf={bulk.boxOf} />
      ) : (
        <List label="Issues">
          {data.items.map((item) => (
            <IssueRow
              key={item.id}
              item={item}
              showProject={data.place?.type !== 'project'}
              handle={bulk.boxOf(item)}
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
