import clsx from 'clsx';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDiscussionStore } from '../store/use-discussions.tsx';

const CommentNotice = lazyPart(() => import('../activity/notices.tsx'));

/**
 * Above lines that nobody but others can comment on: why, once for all of them. Most readers never see it, so it is loaded
 * when it is needed; its room is that of one sentence, or of the two lines that one with a link takes on a phone.
 */
export function WhyNoComments() {
  const { notes } = useDiscussionStore();
  if (!notes.notice) return null;
  return (
    <div className={clsx('mt-3 min-h-11.5', notes.notice.docsPath && 'max-sm:min-h-16.5')}>
      <Suspense fallback={null}>
        <CommentNotice notes={notes} />
      </Suspense>
    </div>
  );
}
