import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useChanges } from '../changes/changes-context.ts';
import { useDrafts, useReviewStore } from './use-review-store.ts';

const SubmitReview = lazyPart(
  () => import('./submit-review.tsx'),
  ({ onClose }) => onClose,
);

/** An outcome without comments on lines; with some the bar at the bottom has it. */
export function ReviewChangesButton() {
  const { mergeRequest } = useChanges();
  const store = useReviewStore();
  const drafts = useDrafts();
  const [isOpen, setOpen] = useState(false);
  if (!store || !mergeRequest?.reviewing?.can.comment || (drafts.length > 0 && !isOpen)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Your review</Button>
      {isOpen && (
        <Suspense>
          <SubmitReview page={mergeRequest} store={store} drafts={drafts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
