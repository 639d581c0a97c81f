import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { Refs } from '../model/seen-in.ts';
import { PlacedThread } from '../threads/placed-thread.tsx';

type ThreadListProps = { threads: readonly PageDiscussion[]; refs: Refs; areToldAbove?: boolean };

/** Threads at one place of the comparison between these commits. */
export function ThreadList({ threads, refs, areToldAbove = false }: ThreadListProps) {
  return threads.map((discussion) => (
    <PlacedThread
      key={discussion.id}
      discussion={discussion}
      refs={refs}
      isToldAbove={areToldAbove}
      className="my-1 not-last:mb-2"
    />
  ));
}
