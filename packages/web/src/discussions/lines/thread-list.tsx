import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Fragment } from 'react';
import { type Refs, seenIn } from '../model/seen-in.ts';
import { Thread } from '../threads/thread.tsx';
import { rangeWords } from './line-range.ts';

/** Threads at one place of the comparison between these commits, each with the lines it is about where there are several. */
export function ThreadList({ threads, refs }: { threads: readonly PageDiscussion[]; refs: Refs }) {
  return threads.map((discussion) => {
    const words = rangeWords(seenIn(discussion, refs)?.position ?? discussion.position);
    return (
      <Fragment key={discussion.id}>
        {words !== null && <p className="mt-1 text-sm text-fg-muted">{words}</p>}
        <Thread discussion={discussion} className="my-1 not-last:mb-2" />
      </Fragment>
    );
  });
}
