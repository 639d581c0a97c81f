import { useLayoutEffect } from 'react';
import type { LineCommentsStore } from '../../../discussions/lines/line-comments-store.ts';
import { useLineCommentsFeed } from '../../../discussions/lines/use-line-comments.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useDrafts } from '../../review/use-review-store.ts';

/** Threads, editors and what belongs to them come after the lines. */
export const LineDiscussions = lazyPart(() => import('./line-discussions.tsx'));

/** Brings what is said into the store. Draws nothing, and stands beside the changes: they are not drawn again for it. */
export function LineCommentsFeed({ store }: { store: LineCommentsStore }) {
  const drafts = useDrafts();
  useLayoutEffect(() => store.setDrafts(drafts), [store, drafts]);
  useLineCommentsFeed(store, LineDiscussions, drafts.length > 0);
  return null;
}
