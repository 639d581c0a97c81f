import type { MilestonesPageData } from '@tributary/contract/planning/page.ts';
import { Milestone, SearchX } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { api } from '../../lib/http.ts';
import { ListPages } from '../../projects/places/project-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { placeApi } from '../labels-api.ts';
import { MilestoneBadge, MilestoneDates, MilestoneProgress } from '../milestone-facts.tsx';
import { MilestoneForm } from '../milestone-form.tsx';

const TABS = [
  ['active', 'Open'],
  ['closed', 'Closed'],
  ['all', 'All'],
] as const;

const SORTS = [
  { value: 'due_date_asc', label: 'Due soon' },
  { value: 'due_date_desc', label: 'Due later' },
  { value: 'title_asc', label: 'Title' },
  { value: 'updated_desc', label: 'Recently updated' },
];

export default function MilestonesPage() {
  const { data } = usePage<MilestonesPageData>();
  const { hrefWith } = usePageUrl();
  const [isAdding, setAdding] = useState(false);
  const add = data.can.create && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      New milestone
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="Milestones" meta="What should be done by when." actions={!isAdding && add} />
      {isAdding && (
        <Card className="mb-4">
          <CardHeader title="New milestone" />
          <div className="p-4">
            <MilestoneForm
              milestone={null}
              submitLabel="Create milestone"
              onSubmit={async (body) => {
                await api.post(`${placeApi(data.place)}/milestones`, { body });
                setAdding(false);
                await reloadPage();
              }}
              onCancel={() => setAdding(false)}
            />
          </div>
        </Card>
      )}
      <LinkTabs
        label="State"
        items={TABS.map(([key, label]) => ({
          key,
          label,
          count: data.counts[key],
          active: data.state === key,
          href: hrefWith({ state: key === 'active' ? null : key, page: null }),
        }))}
      />
      <div className="py-3">
        <PageFilterBar fields={[]} sorts={SORTS} placeholder="Search milestones" />
      </div>
      {data.milestones.length > 0 ? (
        <List label="Milestones">
          {data.milestones.map((milestone) => (
            <ListRow
              key={milestone.id}
              title={milestone.title}
              href={milestone.href}
              badges={<MilestoneBadge milestone={milestone} />}
              meta={
                <>
                  <MilestoneDates milestone={milestone} />
                  {milestone.owner.id !== data.place.id && <> · from {milestone.owner.fullPath}</>}
                </>
              }
              trailing={<MilestoneProgress milestone={milestone} />}
            />
          ))}
        </List>
      ) : data.search !== '' ? (
        <EmptyState icon={SearchX} title="No milestone matches" text="Try another part of the title." />
      ) : (
        <EmptyState
          icon={Milestone}
          title="No milestones here"
          text="A milestone gathers merge requests that belong to one date or release."
          action={!isAdding && add}
        />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
