import type { DiffPosition, PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { useCallback } from 'react';
import { api } from '../../lib/http.ts';
import { starterOf } from '../model/starter-of.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { pixelsAt, type Spot } from './image-spots.ts';

/** The same place on the file at another point, in the size that it was given in. */
export function movedTo(position: DiffPosition, to: Spot): DiffPosition {
  return { ...position, ...pixelsAt(to, { width: position.width ?? 0, height: position.height ?? 0 }) };
}

/** Refused when the point was moved since it was shown. */
function moveNote(note: PageNote, position: DiffPosition): Promise<PageNote> {
  const body = { note: { position }, last_known_updated_at: note.updated_at };
  return api.put<PageNote>(note.path ?? '', { body });
}

/** Saves where the pin of a thread was put; the answer is what everyone sees from then on. */
export function useThreadPinMove(): (discussion: PageDiscussion, to: Spot) => Promise<void> {
  const store = useDiscussionStore();
  return useCallback(
    async ({ id }, to) => {
      // As it is now: an earlier move may have arrived since.
      const discussion = store.state.discussions.find((each) => each.id === id);
      const starter = discussion && starterOf(discussion);
      if (!discussion?.position || !starter) return;
      await store.merge([await moveNote(starter, movedTo(discussion.position, to))]);
    },
    [store],
  );
}
