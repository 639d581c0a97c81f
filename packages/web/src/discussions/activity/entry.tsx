import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { memo, type ReactNode } from 'react';
import { placementTextId, threadPlacementText } from '../model/placement-text.ts';
import { starterOf } from '../model/starter-of.ts';
import { Thread } from '../threads/thread.tsx';
import { SystemNote } from './system-note.tsx';

/** One thread of the activity, drawn again only when it has changed itself, for there may be thousands. */
export const Entry = memo(function Entry(props: {
  discussion: PageDiscussion;
  renderDiff: (discussion: PageDiscussion) => ReactNode;
}) {
  const { discussion, renderDiff } = props;
  const starter = starterOf(discussion);
  if (!starter) return discussion.notes[0] ? <SystemNote note={discussion.notes[0]} /> : null;
  const describedBy = threadPlacementText(discussion) === null ? undefined : placementTextId(discussion);
  return (
    <div role="listitem" className="relative bg-surface py-2">
      {discussion.diff_discussion && renderDiff(discussion)}
      <Thread discussion={discussion} describedBy={describedBy} className="max-w-none!" />
    </div>
  );
});
