import { Suspense, useMemo } from 'react';
import { listUnplaced } from '../../discussions/model/index-by-line.ts';
import { useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { plural } from '../../lib/format.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChanges } from '../changes/changes-context.ts';

const Threads = loadedLater(() => import('./unplaced-threads.tsx'));

/** Threads whose file is no part of the changes any more, so that no push takes them out of sight. */
export function UnplacedTray() {
  const { mergeRequest } = useChanges();
  const changesPath = mergeRequest?.paths.changes ?? '';
  const { discussions } = useDiscussions();
  const threads = useMemo(() => listUnplaced(discussions), [discussions]);
  const open = threads.filter((thread) => thread.resolvable && !thread.resolved).length;
  if (threads.length === 0) return null;
  const count = plural(threads.length, 'thread', 'threads');
  return (
    <section aria-label="Unplaced threads" className="mt-3 rounded-md border bg-surface p-3">
      <Collapsible
        title={`${count} without a place in these changes${open > 0 ? `, ${open} open` : ''}`}
        defaultOpen={open > 0}
      >
        <Suspense fallback={<SkeletonRows rows={2} label="Loading the threads" />}>
          <Threads threads={threads} changesPath={changesPath} />
        </Suspense>
      </Collapsible>
    </section>
  );
}
