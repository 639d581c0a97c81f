import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Suspense } from 'react';
import { plural } from '../../lib/format.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';

const Thread = loadedLater(async () => ({ default: (await import('../../discussions/threads/thread.tsx')).Thread }));

type Props = { threads: readonly PageDiscussion[]; changesPath: string };

/** How many threads there are, and below that each with the lines it was begun on. */
export default function UnplacedThreads({ threads, changesPath }: Props) {
  const open = threads.filter((thread) => thread.resolvable && !thread.resolved).length;
  const title = `${plural(threads.length, 'thread')} without a place in these changes${open > 0 ? `, ${open} open` : ''}`;
  return (
    <Collapsible title={title} defaultOpen={open > 0}>
      <ul className="flex flex-col gap-4 pt-3">
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadLines discussion={thread} changesPath={changesPath} />
            <Suspense fallback={<SkeletonRows rows={2} label="Loading the thread" />}>
              <Thread discussion={thread} />
            </Suspense>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
