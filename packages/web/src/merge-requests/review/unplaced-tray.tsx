import { Suspense } from 'react';
import { listUnplaced } from '../../discussions/model/index-by-line.ts';
import { type Placed, seenIn } from '../../discussions/model/seen-in.ts';
import { useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useChanges } from '../changes/changes-context.ts';
import { AutosavesElsewhere } from '../changes/lines/autosaves-elsewhere.tsx';
import { useDrafts } from './use-review-store.ts';

const UnplacedComments = lazyPart(() => import('./unplaced-comments.tsx'));

/**
 * Threads and pending comments whose file is no part of the changes any more, so that no push takes them out of sight. An
 * older version shows those that were seen in it where they stood.
 */
export default function UnplacedTray() {
  const { mergeRequest, metadata } = useChanges();
  const { discussions } = useDiscussions();
  const isNotHere = (each: Placed) => seenIn(each, metadata.diff_refs)?.fileHash === undefined;
  const drafts = listUnplaced(useDrafts()).filter(isNotHere);
  const threads = listUnplaced(discussions).filter(isNotHere);
  return (
    <>
      <AutosavesElsewhere />
      {threads.length + drafts.length > 0 && (
        <section
          aria-label="Comments outside these changes"
          className="mt-3 min-h-13.5 rounded-md border bg-surface p-3"
        >
          <Suspense fallback={null}>
            <UnplacedComments {...{ threads, drafts, mergeRequest }} />
          </Suspense>
        </section>
      )}
    </>
  );
}
