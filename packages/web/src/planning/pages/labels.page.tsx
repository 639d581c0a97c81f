import type { LabelsPageData } from '@tributary/contract/planning/page.ts';
import { BellOff, SearchX, Tags } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { api } from '../../lib/http.ts';
import { keyHeader, useSendKey } from '../../lib/send-key.ts';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LabelForm } from '../label-form.tsx';
import { LabelRow } from '../label-row.tsx';
import { containerApi } from '../labels-api.ts';

type AddCardProps = { data: LabelsPageData; onDone: () => void };

function AddCard({ data, onDone }: AddCardProps) {
  const { keyFor, arrived } = useSendKey();
  return (
    <Card className="mb-2">
      <CardHeader title="New label" />
      <div className="p-4">
        <LabelForm
          label={null}
          hasPriority={data.place.kind === 'project'}
          suggestedColors={data.suggestedColors}
          submitLabel="Create label"
          onSubmit={async (body) => {
            const headers = keyHeader(keyFor(JSON.stringify(body)));
            await api.post(`${containerApi(data.place)}/labels`, { body, headers });
            await showSaved();
            arrived();
            onDone();
          }}
          onCancel={onDone}
        />
      </div>
    </Card>
  );
}

function Nothing({ data, action }: { data: LabelsPageData; action: ReactNode }) {
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.search !== '') {
    return <EmptyState icon={SearchX} title="No matching labels" text="Try a different name." />;
  }
  if (data.isSubscribedOnly) {
    return (
      <EmptyState
        icon={BellOff}
        title="No subscribed labels"
        text="Subscribe to a label to get an email when it is added to an issue or merge request."
      />
    );
  }
  return (
    <EmptyState
      icon={Tags}
      title="No labels yet"
      text="Use labels to group issues and merge requests by type, area or priority."
      action={action}
    />
  );
}

export default function LabelsPage() {
  const { data } = usePage<LabelsPageData>();
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const { hrefWith } = usePageUrl();
  const { isSubscribedOnly } = data;
  const isEmpty = data.labels.length === 0 && data.search === '' && !isSubscribedOnly && data.paging.page === 1;
  const add = data.can.create && !isAdding && (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      New label
    </Button>
  );
  const done = () => focusAfterChange(() => setAdding(false), addButton);
  return (
    <PageBody>
      <PageHeader title="Labels" meta="Use labels to categorize issues and merge requests." actions={!isEmpty && add} />
      {isAdding && <AddCard data={data} onDone={done} />}
      {!isEmpty && data.can.subscribe && (
        <LinkTabs
          label="Label filter"
          items={[
            { key: 'all', label: 'All', active: !isSubscribedOnly, href: hrefWith({ subscribed: null, page: null }) },
            {
              key: 'subscribed',
              label: 'Subscribed',
              active: isSubscribedOnly,
              href: hrefWith({ subscribed: 'true', page: null }),
            },
          ]}
        />
      )}
      {!isEmpty && <PageFilterBar fields={[]} placeholder="Search labels" />}
      {data.labels.length > 0 ? (
        <List label="Labels">
          {data.labels.map((label) => (
            <LabelRow key={`${label.owner.kind}-${label.id}`} label={label} data={data} />
          ))}
        </List>
      ) : (
        !(isAdding && isEmpty) && <Nothing data={data} action={add} />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
