import type { HookCard, ProjectHooksPageData } from '@tributary/contract/projects/page.ts';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { HookForm } from '../hooks/hook-form.tsx';
import { useHooksApi } from '../hooks/use-hooks-api.ts';

function statusOf(hook: HookCard) {
  if (hook.status === 'disabled') return ['failed', 'Switched off'] as const;
  if (hook.status === 'temporarily_disabled') return ['warning', 'Paused'] as const;
  if (!hook.lastDelivery) return ['neutral', 'Never called'] as const;
  return hook.lastDelivery.error === null
    ? (['success', 'Working'] as const)
    : (['warning', 'Last call failed'] as const);
}

function HookRow({ hook, labels }: { hook: HookCard; labels: Map<string, string> }) {
  const [group, word] = statusOf(hook);
  return (
    <ListRow
      leading={<StatusIcon group={group} label={word} size={16} />}
      title={<span className="break-all">{hook.name || hook.url}</span>}
      href={hook.href}
      badges={hook.events.map((event) => (
        <Badge key={event}>{labels.get(event) ?? event}</Badge>
      ))}
      meta={
        <>
          {hook.name !== '' && <span className="break-all">{hook.url} · </span>}
          {hook.lastDelivery ? (
            <>
              called <Time value={hook.lastDelivery.at} />
              {hook.lastDelivery.status !== null && <>, answered {hook.lastDelivery.status}</>}
            </>
          ) : (
            'never called'
          )}
          {hook.statusReason && <span className="block text-failed">{hook.statusReason}</span>}
        </>
      }
    />
  );
}

export default function ProjectHooksPage() {
  const { data } = usePage<ProjectHooksPageData>();
  const path = useHooksApi();
  const [isAdding, setAdding] = useState(false);
  const labels = new Map<string, string>(data.events.map((event) => [event.key, event.label]));
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        meta="Tell other systems when something happens in this project."
        actions={!isAdding && data.hooks.length > 0 && add}
      />
      {isAdding && (
        <Card className="mb-4">
          <CardHeader title="New webhook" />
          <div className="p-4">
            <HookForm
              hook={null}
              events={data.events}
              submitLabel="Add webhook"
              onSubmit={async (body) => {
                await api.post(path, { body });
                setAdding(false);
                await reloadPage();
              }}
              onCancel={() => setAdding(false)}
            />
          </div>
        </Card>
      )}
      {data.hooks.length > 0 ? (
        <List label="Webhooks">
          {data.hooks.map((hook) => (
            <HookRow key={hook.id} hook={hook} labels={labels} />
          ))}
        </List>
      ) : (
        !isAdding && (
          <EmptyState
            icon={Webhook}
            title="No webhooks"
            text="A webhook calls an address of yours when somebody pushes, comments or merges."
            action={add}
          />
        )
      )}
    </PageBody>
  );
}
