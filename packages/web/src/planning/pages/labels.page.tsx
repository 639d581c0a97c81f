import type { LabelEntry, LabelsPageData } from '@tributary/contract/planning/page.ts';
import { SearchX, Tags } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Label } from '../../ui/label.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPages } from '../../projects/places/project-list.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LabelForm } from '../label-form.tsx';
import { placeApi } from '../labels-api.ts';

function LabelRow({ label, data }: { label: LabelEntry; data: LabelsPageData }) {
  const [isEditing, setEditing] = useState(false);
  const toast = useToast();
  const path = `${placeApi(label.owner)}/labels/${label.id}`;
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the label ${label.name}?`,
      text: 'It is taken off every merge request that has it.',
      action: 'Delete label',
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.delete(path);
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  if (isEditing) {
    return (
      <li className="border-b p-4 last:border-b-0">
        <LabelForm
          label={label}
          suggestedColors={data.suggestedColors}
          submitLabel="Save changes"
          onSubmit={async ({ name, ...body }) => {
            await api.put(path, { body: { ...body, ...(name !== label.name && { new_name: name }) } });
            setEditing(false);
            await reloadPage();
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  }
  const isInherited = label.owner.id !== data.place.id || label.owner.kind !== data.place.kind;
  return (
    <ListRow
      title={<Label title={label.name} color={label.color} {...(label.filterHref && { href: label.filterHref })} />}
      meta={
        <>
          {label.description !== '' && <>{label.description} · </>}
          {plural(label.openMergeRequestsCount, 'open merge request')}
          {isInherited && (
            <>
              {' · from '}
              <a href={label.owner.href} className="hover:underline">
                {label.owner.fullPath}
              </a>
            </>
          )}
        </>
      }
      trailing={
        <span className="flex gap-2">
          {label.can.update && (
            <Button size="sm" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          {label.can.delete && (
            <Button size="sm" onClick={() => void remove()}>
              Delete
            </Button>
          )}
        </span>
      }
    />
  );
}

export default function LabelsPage() {
  const { data } = usePage<LabelsPageData>();
  const [isAdding, setAdding] = useState(false);
  const add = data.can.create && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      New label
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Labels"
        meta="Say what a merge request is about, so that it can be found by it."
        actions={!isAdding && add}
      />
      {isAdding && (
        <Card className="mb-4">
          <CardHeader title="New label" />
          <div className="p-4">
            <LabelForm
              label={null}
              suggestedColors={data.suggestedColors}
              submitLabel="Create label"
              onSubmit={async (body) => {
                await api.post(`${placeApi(data.place)}/labels`, { body });
                setAdding(false);
                await reloadPage();
              }}
              onCancel={() => setAdding(false)}
            />
          </div>
        </Card>
      )}
      <div className="pb-3">
        <PageFilterBar fields={[]} placeholder="Search labels" />
      </div>
      {data.labels.length > 0 ? (
        <List label="Labels">
          {data.labels.map((label) => (
            <LabelRow key={`${label.owner.kind}-${label.id}`} label={label} data={data} />
          ))}
        </List>
      ) : data.search !== '' ? (
        <EmptyState icon={SearchX} title="No label matches" text="Try another part of the name." />
      ) : (
        <EmptyState
          icon={Tags}
          title="No labels yet"
          text="Labels sort merge requests by kind, area or urgency."
          action={!isAdding && add}
        />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
