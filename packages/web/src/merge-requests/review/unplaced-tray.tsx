import { Suspense, useMemo } from 'react';
import { listUnplaced } from '../../discussions/model/index-by-line.ts';
import { seenIn } from '../../discussions/model/seen-in.ts';
import { useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { useChanges } from '../changes/changes-context.ts';

const UnplacedThreads = loadedLater(() => import('./unplaced-threads.tsx'));

/**
 * Threads whose file is no part of the changes any more, so that no push takes them out of sight. An older version shows
 * those that were seen in it where they stood.
 */
export function UnplacedTray() {
  const { mergeRequest, metadata } = useChanges();
  const { discussions } = useDiscussions();
  const threads = useMemo(
    () => listUnplaced(discussions).filter((each) => seenIn(each, metadata.diff_refs)?.fileHash === undefined),
    [discussions, metadata],
  );
  if (threads.length === 0) return null;
  return (
    <section aria-label="Unplaced threads" className="mt-3 min-h-13.5 rounded-md border bg-surface p-3">
      <Suspense fallback={null}>
        <UnplacedThreads threads={threads} changesPath={mergeRequest?.paths.changes ?? ''} />
      </Suspense>
    </section>
  );
}
