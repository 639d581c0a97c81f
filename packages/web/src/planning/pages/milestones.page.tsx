import type { MilestoneEntry, MilestonesPageData } from '@tributary/contract/planning/page.ts';
import { ArrowUpToLine, Milestone, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { confirmPromotion } from '../confirm-promotion.ts';
import { containerApi } from '../labels-api.ts';
import { MilestoneBadge, MilestoneDates, MilestoneProgress } from '../milestone-facts.tsx';
import { MilestoneForm, milestoneDraftScope } from '../milestone-form.tsx';
import { useAutosavedForm } from '../use-autosaved-form.ts';

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

const EMPTY = {
  active: ['No open milestones', 'Use milestones to track issues and merge requests for a date or release.'],
  closed: ['No closed milestones', 'Closed milestones appear here.'],
  all: ['No milestones yet', 'Use milestones to track issues and merge requests for a date or release.'],
} as const;

function MilestoneRow({ milestone, place }: { milestone: MilestoneEntry; place: MilestonesPageData['place'] }) {
  const isInherited = milestone.owner.id !== place.id || milestone.owner.kind !== place.kind;
  const [problem, setProblem] = useState<string | null>(null);
  const promote = async (group: string) => {
    setProblem(null);
    if (!(await confirmPromotion('milestone', milestone.title, group))) return;
    try {
      await api.post(`${containerApi(milestone.owner)}/milestones/${milestone.id}/promote`);
      await showSaved();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <ListRow
      title={<bdi>{milestone.title}</bdi>}
      href={milestone.href}
      badges={<MilestoneBadge milestone={milestone} />}
      meta={
        <>
          <MilestoneDates milestone={milestone} />
          {isInherited && <> · from {milestone.owner.fullPath}</>}
          <RowProblem text={problem} />
        </>
      }
      trailing={
        <>
          <MilestoneProgress milestone={milestone} />
          {milestone.promotesTo !== null && (
            <IconButton
              icon={ArrowUpToLine}
              size="sm"
              label={`Promote ${milestone.title} to group milestone`}
              onClick={() => void promote(milestone.promotesTo ?? '')}
            />
          )}
        </>
      }
    />
  );
}

function Nothing({ data, action }: { data: MilestonesPageData; action: ReactNode }) {
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.search !== '') {
    return <EmptyState icon={SearchX} title="No matching milestones" text="Try a different title." />;
  }
  const state = data.counts.all === 0 ? 'all' : data.state;
  const [title, text] = EMPTY[state];
  return <EmptyState icon={Milestone} title={title} text={text} action={state !== 'closed' && action} />;
}

function AddCard(props: { data: MilestonesPageData; place: string; autoFocus: boolean; onDone: () => void }) {
  const { data, onDone } = props;
  return (
    <Card className="mb-4">
      <CardHeader title="New milestone" />
      <div className="p-4">
        <MilestoneForm
          milestone={null}
          place={props.place}
          autoFocus={props.autoFocus}
          writing={data.writing}
          submitLabel="Create milestone"
          onSubmit={async (body, headers) => {
            await api.post(`${containerApi(data.place)}/milestones`, { body, headers });
            // It is saved, whether it can be shown at once or not.
            await reloadPage().catch(() => undefined);
          }}
          onClose={onDone}
        />
      </div>
    </Card>
  );
}

export default function MilestonesPage() {
  const { data } = usePage<MilestonesPageData>();
  const { hrefWith } = usePageUrl();
  const place = milestoneDraftScope(null, data.place);
  const { form: adding, open, close } = useAutosavedForm(place, data.can.create);
  const addButton = useRef<HTMLButtonElement>(null);
  const hasNone = data.counts.all === 0;
  const add = data.can.create && adding === null && (
    <Button ref={addButton} variant="primary" onClick={open}>
      New milestone
    </Button>
  );
  const done = () => focusAfterChange(close, addButton);
  return (
    <PageBody>
      <PageHeader
        title="Milestones"
        meta="Plan issues and merge requests for a date or release."
        actions={!hasNone && add}
      />
      {adding && <AddCard data={data} place={place} {...adding} onDone={done} />}
      {!hasNone && (
        <>
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
          <PageFilterBar fields={[]} sorts={SORTS} placeholder="Search milestones" />
        </>
      )}
      {data.milestones.length > 0 ? (
        <List label="Milestones">
          {data.milestones.map((milestone) => (
            <MilestoneRow key={milestone.id} milestone={milestone} place={data.place} />
          ))}
        </List>
      ) : (
        !(adding !== null && hasNone) && <Nothing data={data} action={hasNone && add} />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
