import type { HookDeliveryCard, ProjectHookPageData } from '@tributary/contract/projects/page.ts';
import { ChevronDown, Send } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DeliveryDialog } from '../hooks/delivery-dialog.tsx';
import { HookForm } from '../hooks/hook-form.tsx';
import { useHooksApi } from '../hooks/use-hooks-api.ts';
import { ListPages } from '../places/project-list.tsx';

const GROUPS = { waiting: 'running', succeeded: 'success', failed: 'failed' } as const;
const WORDS = { waiting: 'Waiting', succeeded: 'Succeeded', failed: 'Failed' } as const;

function Deliveries({ data, onOpen }: { data: ProjectHookPageData; onOpen: (delivery: HookDeliveryCard) => void }) {
  if (data.deliveries.length === 0) {
    return (
      <EmptyState
        icon={Send}
        title="Nothing was sent yet"
        text="Every call of this webhook appears here for 30 days, with its answer."
      />
    );
  }
  return (
    <Table
      label="Deliveries"
      rows={data.deliveries}
      rowKey={(delivery) => String(delivery.id)}
      columns={[
        {
          key: 'state',
          header: 'State',
          render: (delivery) => <StatusIcon group={GROUPS[delivery.state]} label={WORDS[delivery.state]} size={16} />,
        },
        {
          key: 'event',
          header: 'Event',
          primary: true,
          render: (delivery) => (
            <button type="button" className="control text-accent-fg hover:underline" onClick={() => onOpen(delivery)}>
              {delivery.event}
            </button>
          ),
        },
        { key: 'status', header: 'Answer', render: (delivery) => delivery.status ?? delivery.error ?? '–' },
        { key: 'attempt', header: 'Attempt', render: (delivery) => delivery.attempt },
        {
          key: 'duration',
          header: 'Took',
          render: (delivery) => (delivery.durationMs === null ? '–' : `${delivery.durationMs} ms`),
        },
        { key: 'at', header: 'When', render: (delivery) => <Time value={delivery.at} /> },
      ]}
    />
  );
}

export default function ProjectHookPage() {
  const { data } = usePage<ProjectHookPageData>();
  const path = `${useHooksApi()}/${data.hook.id}`;
  const navigate = useNavigate();
  const toast = useToast();
  const [shown, setShown] = useState<HookDeliveryCard | null>(null);
  const test = async (trigger: string) => {
    try {
      await api.post(data.paths.test, { body: { trigger } });
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this webhook?',
      text: 'The receiver is not called any more, and the log of its calls goes with it.',
      action: 'Delete webhook',
      danger: true,
    });
    if (!isSure) return;
    await api.delete(path);
    await navigate(data.hook.href.replace(/\/\d+$/, ''));
  };
  return (
    <PageBody>
      <PageHeader
        title="Webhook"
        meta={<span className="break-all">{data.hook.url}</span>}
        actions={
          <>
            <Menu align="end" trigger={<Button iconEnd={ChevronDown}>Test</Button>}>
              {data.testTriggers.map((trigger) => (
                <MenuItem key={trigger.key} onSelect={() => void test(trigger.key)}>
                  {trigger.label}
                </MenuItem>
              ))}
            </Menu>
            <Button variant="danger" onClick={() => void remove()}>
              Delete
            </Button>
          </>
        }
      />
      {data.hook.statusReason && <Banner tone="danger">{data.hook.statusReason}</Banner>}
      <HookForm
        key={data.hook.url}
        hook={data.hook}
        events={data.events}
        submitLabel="Save changes"
        onSubmit={async (body) => {
          await api.put(path, { body });
          await reloadPage();
        }}
      />
      <h2 className="pt-8 pb-2 text-h2 font-semibold">Recent deliveries</h2>
      <Deliveries data={data} onOpen={setShown} />
      <ListPages paging={data.paging} />
      {shown && <DeliveryDialog delivery={shown} basePath={data.paths.deliveries} onClose={() => setShown(null)} />}
    </PageBody>
  );
}
