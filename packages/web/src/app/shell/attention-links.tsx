import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import { Inbox, ListTodo } from 'lucide-react';
import { api } from '../../lib/http.ts';
import { abbreviate, plural } from '../../lib/format.ts';
import { isNewsOf, useRealtime } from '../../lib/realtime.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { updateShell } from '../navigation.tsx';

async function refresh(): Promise<void> {
  const { todos } = await api.get<{ todos: number }>('/api/v4/user_counts');
  updateShell((shell) =>
    shell.viewer === null ? shell : { ...shell, viewer: { ...shell.viewer, unreadInboxCount: todos } },
  );
}

/** Inbox and to-do list, with the number that is kept live. */
export function AttentionLinks({ viewer }: { viewer: ShellViewer }) {
  useRealtime(`user:${viewer.id}`, (message) => {
    // The number is asked for again with the next page.
    if (isNewsOf('todos.changed', message)) refresh().catch(() => undefined);
  });
  const count = viewer.unreadInboxCount;
  const label = count === 0 ? 'To-do list' : `To-do list, ${plural(count, 'open entry', 'open entries')}`;
  return (
    <>
      <Tooltip text="Inbox">
        <Button asChild variant="ghost" className="w-7 px-0! max-sm:hidden">
          <a href={shellPaths.inbox} aria-label="Inbox">
            <Inbox size={16} aria-hidden />
          </a>
        </Button>
      </Tooltip>
      <Tooltip text={label}>
        <Button asChild variant="ghost" className="min-w-7 gap-1 px-1.5!">
          <a href={shellPaths.todos} aria-label={label}>
            <ListTodo size={16} aria-hidden />
            {count > 0 && (
              <span aria-hidden className="text-xs font-medium text-fg-muted">
                {abbreviate(count)}
              </span>
            )}
          </a>
        </Button>
      </Tooltip>
    </>
  );
}
