import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Suspense } from 'react';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';

const Thread = loadedLater(async () => ({ default: (await import('../../discussions/threads/thread.tsx')).Thread }));

/** Threads with the lines they were begun on. */
export default function UnplacedThreads(props: { threads: readonly PageDiscussion[]; changesPath: string }) {
  return (
    <ul className="flex flex-col gap-4 pt-3">
      {props.threads.map((thread) => (
        <li key={thread.id}>
          <ThreadLines discussion={thread} changesPath={props.changesPath} />
          <Suspense fallback={<SkeletonRows rows={2} label="Loading the thread" />}>
            <Thread discussion={thread} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
