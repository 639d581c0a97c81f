import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Fragment } from 'react';
import { Thread } from '../threads/thread.tsx';
import { rangeWords } from './line-range.ts';

/** Threads at one place, each with the lines it is about where there are several. */
export function ThreadList({ threads }: { threads: readonly PageDiscussion[] }) {
  return threads.map((discussion) => {
    const words = rangeWords(discussion);
    return (
      <Fragment key={discussion.id}>
        {words !== null && <p className="mt-1 text-sm text-fg-muted">{words}</p>}
        <Thread discussion={discussion} className="my-1 not-last:mb-2" />
      </Fragment>
    );
  });
}
