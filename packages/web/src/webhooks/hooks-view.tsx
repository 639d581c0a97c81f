import type { HooksPageData } from '@tributary/contract/projects/page.ts';
import { Webhook } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterChange } from '../app/next-focus.ts';
import { reloadPage, usePage } from '../app/navigation.tsx';
import { api } from '../lib/http.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { List } from '../ui/list-row.tsx';
import { PageBody } from '../ui/page-body.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { HookForm } from './hook-form.tsx';
import { HookRow } from './hook-row.tsx';

const TEXTS = {
  project: {
    title: 'Webhooks',
    meta: 'Send events from this project to other services.',
    add: 'Add webhook',
    heading: 'New webhook',
    empty: 'No webhooks',
    emptyText: 'A webhook sends a request to your URL when someone pushes, comments or merges.',
  },
  group: {
    title: 'Webhooks',
    meta: 'Send events from all projects in this group to other services.',
    add: 'Add webhook',
    heading: 'New webhook',
    empty: 'No webhooks',
    emptyText:
      'A webhook sends a request to your URL when someone pushes, comments or merges in a project of this group.',
  },
  system: {
    title: 'System hooks',
    meta: 'Send events from this instance to other services.',
    add: 'Add system hook',
    heading: 'New system hook',
    empty: 'No system hooks',
    emptyText: 'A system hook sends a request to your URL when users, groups, projects or members change.',
  },
} as const;

/** Webhooks of a project, a group or the instance. */
export function HooksView() {
  const { data } = usePage<HooksPageData>();
  const texts = TEXTS[data.scope];
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const labels = new Map<string, string>(data.events.map((event) => [event.key, event.label]));
  const add = !isAdding && (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const done = () => focusAfterChange(() => setAdding(false), addButton);
  return (
    <PageBody>
      <PageHeader title={texts.title} meta={texts.meta} actions={data.hooks.length > 0 && add} />
      {isAdding && (
        <Card className="mb-4">
          <CardHeader title={texts.heading} />
          <div className="p-4">
            <HookForm
              hook={null}
              events={data.events}
              isEventRequired={data.scope !== 'system'}
              submitLabel={texts.add}
              onSubmit={async (body) => {
                await api.post(data.api, { body });
                await reloadPage();
                done();
              }}
              onCancel={done}
            />
          </div>
        </Card>
      )}
      {data.hooks.length > 0 ? (
        <List label={texts.title}>
          {data.hooks.map((hook) => (
            <HookRow key={hook.id} hook={hook} labels={labels} />
          ))}
        </List>
      ) : (
        !isAdding && <EmptyState icon={Webhook} title={texts.empty} text={texts.emptyText} action={add} />
      )}
    </PageBody>
  );
}
