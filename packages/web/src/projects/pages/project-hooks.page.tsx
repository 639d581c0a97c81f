import type { ProjectHooksPageData } from '@tributary/contract/projects/page.ts';
import { Webhook } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useHooksApi } from '../hooks/commands.ts';
import { HookForm } from '../hooks/hook-form.tsx';
import { HookRow } from '../hooks/hook-row.tsx';

export default function ProjectHooksPage() {
  const { data } = usePage<ProjectHooksPageData>();
  const path = useHooksApi();
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const labels = new Map<string, string>(data.events.map((event) => [event.key, event.label]));
  const add = !isAdding && (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  );
  const done = () => focusAfterChange(() => setAdding(false), addButton);
  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        meta="Send events from this project to other services."
        actions={data.hooks.length > 0 && add}
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
                await reloadPage();
                done();
              }}
              onCancel={done}
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
            text="A webhook sends a request to your URL when someone pushes, comments or merges."
            action={add}
          />
        )
      )}
    </PageBody>
  );
}
