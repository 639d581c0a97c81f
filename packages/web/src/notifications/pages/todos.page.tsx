import type { TodoItem, TodosPageData } from '@tributary/contract/notifications/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { ListChecks, ListTodo } from 'lucide-react';
import { useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage, usePage, usePageUrl, useShell } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { isEventOrReconnect, useRealtime } from '../../lib/realtime.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { InboxTabs } from '../inbox-tabs.tsx';
import { finishAllTodos, finishTodo, restoreTodo } from '../commands.ts';
import { TodoRow } from '../todo-row.tsx';
import { ACTION_NAMES } from '../todo-text.ts';
import { TextLink } from '../../ui/text-link.tsx';

function useTicks() {
  const [busyId, setBusyId] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const run = async (item: TodoItem, button: Element | null): Promise<void> => {
    setBusyId(item.id);
    setProblem(null);
    const focusNext = focusAfterRow(button);
    const isDone = item.state === 'done';
    try {
      await (isDone ? restoreTodo(item.id) : finishTodo(item.id));
      await reloadPage();
      focusNext();
      if (!isDone) {
        const undo = () => void restoreTodo(item.id).then(reloadPage, (error: unknown) => setProblem(messageOf(error)));
        toast({ text: 'Marked as done.', action: { text: 'Undo', run: undo } });
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusyId(null);
  };
  return { busyId, problem, setProblem, run };
}

function Nothing({ data }: { data: TodosPageData }) {
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.state === 'done') return <EmptyState icon={ListChecks} title="No completed to-do items" />;
  return (
    <EmptyState
      icon={ListTodo}
      title="Nothing to do"
      text="When someone assigns something to you, requests your review or mentions you, it shows up here. It clears itself when it is done."
    />
  );
}

export default function TodosPage() {
  const { data } = usePage<TodosPageData>();
  const { viewer } = useShell();
  const { hrefWith, setSearch } = usePageUrl();
  const { busyId, problem, setProblem, run } = useTicks();
  const confirm = useConfirm();
  useRealtime(viewer === null ? null : `user:${viewer.id}`, (message) => {
    if (isEventOrReconnect('todos.changed', message)) reloadPage().catch(() => undefined);
  });
  const finishAll = async () => {
    const isSure = await confirm({
      title: `Mark all ${data.from === 'bots' ? data.counts.bots : data.counts.pending} as done?`,
      text: 'You can find them under Done and restore them one by one.',
      action: 'Mark all as done',
    });
    if (!isSure) return;
    await finishAllTodos(data.from).then(reloadPage, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <PageBody>
      <PageHeader
        title="To-do list"
        actions={
          data.state === 'pending' &&
          data.action === null &&
          data.items.length > 1 && <Button onClick={() => void finishAll()}>Mark all as done</Button>
        }
      />
      <InboxTabs active="todos" todos={viewer?.unreadInboxCount ?? data.counts.pending} />
      {problem !== null && (
        <Banner tone="danger" live>
          {problem}
        </Banner>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3 py-3">
        <LinkTabs
          label="State"
          className="border-b-0"
          items={[
            {
              key: 'pending',
              label: 'Open',
              count: data.from === 'people' ? data.counts.pending : undefined,
              href: hrefWith({ state: null, page: null, from: null }),
              active: data.state === 'pending' && data.from === 'people',
            },
            {
              key: 'done',
              label: 'Done',
              count: data.from === 'people' ? data.counts.done : undefined,
              href: hrefWith({ state: 'done', page: null, from: null }),
              active: data.state === 'done' && data.from === 'people',
            },
            ...(data.counts.bots > 0 || data.from === 'bots'
              ? [
                  {
                    key: 'bots',
                    label: 'From bots',
                    count: data.counts.bots,
                    href: hrefWith({ from: 'bots', state: null, page: null }),
                    active: data.from === 'bots',
                  },
                ]
              : []),
          ]}
        />
        <Select
          label="Reason"
          labelHidden
          className="w-44"
          value={data.action ?? ''}
          onValueChange={(action) => void setSearch({ action, page: null })}
          options={[{ value: '', label: 'Any reason' }, ...ACTION_NAMES.map(([value, label]) => ({ value, label }))]}
        />
      </div>
      {data.items.length === 0 ? (
        <Nothing data={data} />
      ) : (
        <List label={data.state === 'done' ? 'Done' : 'Open'}>
          {data.items.map((item) => (
            <TodoRow
              key={item.id}
              item={item}
              isBusy={busyId === item.id}
              onToggle={(button) => void run(item, button)}
            />
          ))}
        </List>
      )}
      <Pagination
        page={data.paging.page}
        totalPages={data.paging.total === null ? undefined : Math.ceil(data.paging.total / data.paging.perPage)}
        hasNext={data.paging.hasNext}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
      <p className="pt-4 text-sm text-fg-muted">
        Choose which emails you get in{' '}
        <TextLink href={`${shellPaths.profile}/notifications`}>notification settings</TextLink>.
      </p>
    </PageBody>
  );
}
