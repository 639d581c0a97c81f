import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import { Inbox, ListTodo, type LucideIcon } from 'lucide-react';
import { abbreviate, plural } from '../../lib/format.ts';
import { Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useInboxCount } from './inbox-count.ts';

const LiveCounts = lazyPart(() => import('./live-counts.tsx'));

type LinkProps = { icon: LucideIcon; href: string; name: string; count: number; counted: string; className?: string };

/** The number has its room reserved, so that nothing moves when it comes. */
function CountedLink({ icon: Icon, href, name, count, counted, className = '' }: LinkProps) {
  const label = count === 0 ? name : `${name}, ${counted}`;
  return (
    <Tooltip text={label}>
      <Button asChild variant="ghost" className={`min-w-12 justify-start! gap-1 px-1.5! ${className}`}>
        <a href={href} aria-label={label}>
          <Icon size={16} aria-hidden />
          {count > 0 && (
            <span aria-hidden className="text-xs font-medium text-fg-muted tabular-nums">
              {abbreviate(count)}
            </span>
          )}
        </a>
      </Button>
    </Tooltip>
  );
}

/** Inbox and to-do list, with numbers that are kept live. On a phone the inbox leads to the to-do list too. */
export function InboxLinks({ viewer }: { viewer: ShellViewer }) {
  const requests = useInboxCount(viewer.id);
  const todos = viewer.unreadInboxCount;
  return (
    <>
      <CountedLink
        icon={Inbox}
        href={shellPaths.inbox}
        name="Inbox"
        count={requests}
        counted={plural(requests, 'merge request')}
      />
      <CountedLink
        icon={ListTodo}
        href={shellPaths.todos}
        name="To-do list"
        count={todos}
        counted={plural(todos, 'to-do item', 'to-do items')}
        className="max-sm:hidden"
      />
      <Suspense>
        <LiveCounts viewerId={viewer.id} />
      </Suspense>
    </>
  );
}
