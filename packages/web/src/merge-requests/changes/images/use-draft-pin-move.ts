import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { useCallback } from 'react';
import type { Spot } from '../../../discussions/pictures/image-places.ts';
import { movedTo } from '../../../discussions/pictures/use-pin-moves.ts';
import { useReviewStore } from '../../review/use-review-store.ts';

/** Saves where the pin of a pending comment was put. */
export function useDraftPinMove(): (draft: PageDraft, to: Spot) => Promise<void> {
  const review = useReviewStore();
  return useCallback(
    async ({ id }, to) => {
      const draft = review?.state.drafts.find((each) => each.id === id);
      if (draft?.position) await review?.update(draft, { position: movedTo(draft.position, to) }, draft.updated_at);
    },
    [review],
  );
}
