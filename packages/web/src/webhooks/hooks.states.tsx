import type { HookCard, HookDeliveryCard, HookDeliveryDetail } from '@tributary/contract/projects/page.ts';
import type { ReactNode } from 'react';
import { List } from '../ui/list-row.tsx';
import { DeliveryTable } from './deliveries.tsx';
import { Exchange } from './exchange.tsx';
import { HookForm } from './hook-form.tsx';
import { HookRow } from './hook-row.tsx';

export const group = 'Webhooks';

const at = (minutes: number): string => new Date(Date.now() - minutes * 6e4).toISOString();
const noop = (): void => undefined;

const events = [
  { key: 'push_events', label: 'Push', help: 'Commits are pushed to a branch, or a branch is created or deleted.' },
  { key: 'merge_requests_events', label: 'Merge requests', help: 'A merge request is opened, changed or merged.' },
] as const;
const labels = new Map<string, string>(events.map((event) => [event.key, event.label]));

function hook(id: number, parts: Partial<HookCard> = {}): HookCard {
  return {
    id,
    name: '',
    description: '',
    url: `https://ci.example.org/hook/${id}`,
    href: '/-/gallery',
    events: ['push_events', 'merge_requests_events'],
    branchFilter: '',
    sslVerification: true,
    tokenPresent: false,
    customHeaderNames: [],
    status: 'executable',
    statusReason: null,
    disabledUntil: null,
    lastDelivery: null,
    ...parts,
  };
}

function delivery(id: number, parts: Partial<HookDeliveryCard> = {}): HookDeliveryCard {
  return {
    id,
    uuid: `uuid-${id}`,
    event: 'Push Hook',
    at: at(id * 11),
    attempt: 1,
    durationMs: 12,
    status: 200,
    state: 'succeeded',
    error: null,
    ...parts,
  };
}

const detail: HookDeliveryDetail = {
  ...delivery(1),
  url: 'https://ci.example.org/hook',
  requestHeaders: { 'content-type': 'application/json', 'x-gitlab-event': 'Push Hook' },
  requestBody: '{"object_kind":"push","ref":"refs/heads/main"}',
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'thanks',
  resendPath: '/',
};

export const states: Record<string, ReactNode> = {
  Webhooks: (
    <List label="Webhooks">
      <HookRow labels={labels} hook={hook(1, { name: 'CI', lastDelivery: { at: at(3), status: 200, error: null } })} />
      <HookRow labels={labels} hook={hook(2)} />
      <HookRow
        labels={labels}
        hook={hook(3, {
          url: `https://ci.example.org/${'a-very-long-part-of-a-path/'.repeat(6)}`,
          lastDelivery: { at: at(90), status: null, error: 'timed out' },
        })}
      />
      <HookRow
        labels={labels}
        hook={hook(4, {
          status: 'disabled',
          statusReason: 'It failed 40 times in a row.',
          lastDelivery: { at: at(9_000), status: 500, error: null },
        })}
      />
    </List>
  ),
  Deliveries: (
    <DeliveryTable
      onOpen={noop}
      deliveries={[
        delivery(1, { state: 'waiting', status: null, durationMs: null }),
        delivery(2),
        delivery(3, { event: 'Merge Request Hook', status: 500, state: 'failed', attempt: 3, durationMs: 10_004 }),
        delivery(4, { status: null, state: 'failed', error: 'The address ci.example.org cannot be found.' }),
      ]}
    />
  ),
  'A delivery with its answer': <Exchange detail={detail} />,
  'A delivery without an answer': <Exchange detail={{ ...detail, status: null, state: 'failed' }} />,
  'A new webhook': (
    <HookForm
      hook={null}
      events={[...events]}
      submitLabel="Add webhook"
      onSubmit={async () => noop()}
      onCancel={noop}
    />
  ),
  'One with secrets': (
    <HookForm
      hook={hook(5, { tokenPresent: true, customHeaderNames: ['X-Gateway'], branchFilter: 'release/*' })}
      events={[...events]}
      submitLabel="Save changes"
      onSubmit={async () => noop()}
    />
  ),
};
