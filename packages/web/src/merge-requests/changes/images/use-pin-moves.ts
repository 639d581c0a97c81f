import type { DiffPosition, PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { useCallback } from 'react';
import { starterOf } from '../../../discussions/model/starter-of.ts';
import { useDiscussionStore } from '../../../discussions/store/use-discussions.tsx';
import { api } from '../../../lib/http.ts';
import { useReviewStore } from '../../review/use-review-store.ts';
import { pixelsAt, type Spot } from './image-places.ts';

/** The same place on the file at another point, in the size that it was given in. */
function movedTo(position: DiffPosition, to: Spot): DiffPosition {
  return { ...position, ...pixelsAt(to, { width: position.width ?? 0, height: position.height ?? 0 }) };
}

/** Refused when the point was moved since it was shown. */
function moveNote(note: PageNote, position: DiffPosition): Promise<PageNote> {
  const body = { note: { position }, last_known_updated_at: note.updated_at };
  return api.put<PageNote>(note.path ?? '', { body });
}

/** Saves where pins were put; the answer is what everybody sees from then on. */
export function usePinMoves() {
  const store = useDiscussionStore();
  const review = useReviewStore();
  const onMove = useCallback(
    async ({ id }: PageDiscussion, to: Spot) => {
      // As it is now: an earlier move may have arrived since.
      const discussion = store.state.discussions.find((each) => each.id === id);
      const starter = discussion && starterOf(discussion);
      if (!discussion?.position || !starter) return;
      await store.merge([await moveNote(starter, movedTo(discussion.position, to))]);
    },
    [store],
  );
  const onMoveDraft = useCallback(
    async ({ id }: PageDraft, to: Spot) => {
      const draft = review?.state.drafts.find((each) => each.id === id);
      if (draft?.position) await review?.update(draft, { position: movedTo(draft.position, to) }, draft.updated_at);
    },
    [review],
  );
  return { onMove, onMoveDraft };
}
