import type { HookDeliveryCard, HookDeliveryDetail, HookPageData } from '@tributary/contract/projects/page.ts';
import { ChevronDown, Send } from 'lucide-react';
import { useState } from 'react';
import { reloadPage } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { Time } from '../lib/time.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Section } from '../ui/section.tsx';
import { StatusIcon } from '../ui/status-icon.tsx';
import { Table } from '../ui/table.tsx';
import { ListPages } from '../projects/containers/project-list.tsx';
import { sendTest } from './commands.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { durationText, outcomeText } from './model/hook-status.ts';

const GROUPS = { waiting: 'running', succeeded: 'success', failed: 'failed' } as const;
const WORDS = { waiting: 'Waiting', succeeded: 'Succeeded', failed: 'Failed' } as const;

type TableProps = { deliveries: readonly HookDeliveryCard[]; onOpen: (delivery: HookDeliveryCard) => void };

export function DeliveryTable({ deliveries, onOpen }: TableProps) {
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      rowKey={(delivery) => delivery.id}
      columns={[
        {
          key: 'event',
          header: 'Event',
          primary: true,
          render: (delivery) => (
            <span className="flex items-center gap-2">
              <StatusIcon group={GROUPS[delivery.state]} label={WORDS[delivery.state]} size={16} />
              <button
                type="button"
                className="control rounded-sm text-accent-fg hover:underline"
                onClick={() => onOpen(delivery)}
              >
                {delivery.event}
              </button>
            </span>
          ),
        },
        {
          key: 'status',
          header: 'Response',
          render: (delivery) => (
            <span className="wrap-anywhere max-sm:text-end">{delivery.status ?? delivery.error ?? '–'}</span>
          ),
        },
        { key: 'attempt', header: 'Attempt', align: 'end', hideNarrow: true, render: (delivery) => delivery.attempt },
        {
          key: 'duration',
          header: 'Duration',
          align: 'end',
          hideNarrow: true,
          render: (delivery) => (delivery.durationMs === null ? '–' : durationText(delivery.durationMs)),
        },
        {
          key: 'at',
          header: 'When',
          align: 'end',
          render: (delivery) => <Time value={delivery.at} className="whitespace-nowrap" />,
        },
      ]}
    />
  );
}

type Result = { tone: 'success' | 'danger'; text: string };

function TestMenu({ data, onResult }: { data: HookPageData; onResult: (result: Result | null) => void }) {
  const [isBusy, setBusy] = useState(false);
  const test = async (trigger: string) => {
    setBusy(true);
    onResult(null);
    try {
      const delivery: HookDeliveryDetail = await sendTest(data.paths.test, trigger);
      const isGood = delivery.state === 'succeeded';
      onResult({ tone: isGood ? 'success' : 'danger', text: `Test sent. ${outcomeText(delivery)}` });
      await reloadPage();
    } catch (error) {
      onResult({ tone: 'danger', text: messageOf(error) });
    }
    setBusy(false);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button iconEnd={ChevronDown} busy={isBusy}>
          Send a test
        </Button>
      }
    >
      {data.testTriggers.map((trigger) => (
        <MenuItem key={trigger.key} onSelect={() => void test(trigger.key)}>
          {trigger.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** What was sent lately and what came back, with the way to send something now. */
export function Deliveries({ data }: { data: HookPageData }) {
  const [result, setResult] = useState<Result | null>(null);
  const [shown, setShown] = useState<HookDeliveryCard | null>(null);
  return (
    <Section title="Recent deliveries" actions={<TestMenu data={data} onResult={setResult} />}>
      {result !== null && (
        <Banner tone={result.tone} live className="mb-3" onDismiss={() => setResult(null)}>
          {result.text}
        </Banner>
      )}
      {data.deliveries.length > 0 ? (
        <DeliveryTable deliveries={data.deliveries} onOpen={setShown} />
      ) : (
        <EmptyState
          icon={Send}
          title="No deliveries yet"
          text="Deliveries of this webhook and their responses appear here for 30 days."
        />
      )}
      <ListPages paging={data.paging} />
      {shown && (
        <DeliveryDialog
          delivery={shown}
          basePath={data.paths.deliveries}
          onClose={() => setShown(null)}
          onSent={(delivery) =>
            setResult({
              tone: delivery.state === 'failed' ? 'danger' : 'success',
              text: `Sent again. ${outcomeText(delivery)}`,
            })
          }
        />
      )}
    </Section>
  );
}
