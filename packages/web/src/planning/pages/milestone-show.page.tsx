import type { MilestoneItem, MilestoneShowPageData } from '@tributary/contract/planning/page.ts';
import { useState } from 'react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Label } from '../../ui/label.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useToast } from '../../ui/toast.tsx';
import { placeApi } from '../labels-api.ts';
import { MilestoneBadge, MilestoneDates, MilestoneProgress } from '../milestone-facts.tsx';
import { MilestoneForm } from '../milestone-form.tsx';

function ItemRow({ item }: { item: MilestoneItem }) {
  return (
    <ListRow
      title={item.title}
      href={item.href}
      badges={
        <>
          <StateBadge state={item.state} />
          {item.labels.map((label) => (
            <Label key={label.id} title={label.name} color={label.color} />
          ))}
        </>
      }
      meta={item.reference}
      trailing={<AvatarStack label="People" people={item.people} size={20} />}
    />
  );
}

export default function MilestoneShowPage() {
  const { data } = usePage<MilestoneShowPageData>();
  const { milestone } = data;
  const navigate = useNavigate();
  const toast = useToast();
  const [isEditing, setEditing] = useState(false);
  const path = `${placeApi(milestone.owner)}/milestones/${milestone.id}`;
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  const toggle = () =>
    run(async () => {
      await api.put(path, { body: { state_event: milestone.state === 'active' ? 'close' : 'activate' } });
      await reloadPage();
    });
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the milestone ${milestone.title}?`,
      text: 'Merge requests stay; they only lose the milestone.',
      action: 'Delete milestone',
      danger: true,
    });
    if (isSure) {
      await run(async () => {
        await api.delete(path);
        await navigate(milestone.href.replace(/\/\d+$/, ''));
      });
    }
  };
  return (
    <PageBody>
      <PageHeader
        badge={<MilestoneBadge milestone={milestone} />}
        title={milestone.title}
        meta={<MilestoneDates milestone={milestone} />}
        actions={
          <>
            {milestone.can.update && (
              <>
                <Button onClick={() => setEditing(!isEditing)}>Edit</Button>
                <Button onClick={() => void toggle()}>{milestone.state === 'active' ? 'Close' : 'Reopen'}</Button>
              </>
            )}
            {milestone.can.delete && (
              <Button variant="danger" onClick={() => void remove()}>
                Delete
              </Button>
            )}
          </>
        }
      />
      {isEditing ? (
        <MilestoneForm
          milestone={milestone}
          submitLabel="Save changes"
          onSubmit={async (body) => {
            await api.put(path, { body });
            setEditing(false);
            await reloadPage();
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          {milestone.descriptionHtml !== '' && <Prose html={milestone.descriptionHtml} />}
          <div className="py-4">
            <MilestoneProgress milestone={milestone} />
          </div>
        </>
      )}
      {data.sections.map((section) => (
        <section key={section.key} aria-label={section.title} className="pt-4">
          <h2 className="pb-2 text-h3 font-semibold">
            {section.title} <span className="font-normal text-fg-muted">{section.total}</span>
          </h2>
          {section.items.length === 0 ? (
            <p className="text-fg-muted">Nothing belongs to this milestone yet.</p>
          ) : (
            <List label={section.title}>
              {section.items.map((item) => (
                <ItemRow key={item.id} item={item} />
              ))}
            </List>
          )}
        </section>
      ))}
    </PageBody>
  );
}
