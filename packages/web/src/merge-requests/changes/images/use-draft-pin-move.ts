import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { useCallback } from 'react';
import type { Spot } from '../../../discussions/images/image-spots.ts';
import { movedTo } from '../../../discussions/images/use-pin-moves.ts';
import { updateDraft } from '../../review/review-actions.ts';
import { useReviewStore } from '../../review/use-review-store.ts';

/** Saves where the pin of a pending comment was put. */
export function useDraftPinMove(): (draft: PageDraft, to: Spot) => Promise<void> {
  const review = useReviewStore();
  return useCallback(
    async ({ id }, to) => {
      const draft = review?.state.drafts.find((each) => each.id === id);
      if (!review || !draft?.position) return;
      await updateDraft(review, draft, { position: movedTo(draft.position, to) }, { at: draft.updated_at });
    },
    [review],
  );
}
