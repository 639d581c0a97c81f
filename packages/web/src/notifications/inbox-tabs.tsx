import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { LinkTabs } from '../ui/link-tabs.tsx';

/** What waits by itself, and what was noted down: two views of one question. */
export function InboxTabs({ active, turns, todos }: { active: 'inbox' | 'todos'; turns?: number; todos?: number }) {
  return (
    <LinkTabs
      label="Inbox and to-do list"
      items={[
        { key: 'inbox', label: 'Your turn', href: shellPaths.inbox, active: active === 'inbox', count: turns },
        { key: 'todos', label: 'To-do list', href: shellPaths.todos, active: active === 'todos', count: todos },
      ]}
    />
  );
}
