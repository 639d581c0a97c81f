import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { plural } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { repliesOf } from '../model/starter-of.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

/** Whether a thread is folded to the header of its first note. */
export type Fold = { isFolded: boolean; replies: number; set: (isFolded: boolean) => void };

/** Undefined for single comments, and for resolved threads, which fold to a line of their own. */
export function useFold(discussion: PageDiscussion): Fold | undefined {
  const store = useDiscussionStore();
  const { id } = discussion;
  const isFolded = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.state.folded.has(id), [store, id]),
  );
  if (discussion.individual_note || discussion.resolved) return undefined;
  return {
    isFolded,
    replies: repliesOf(discussion).length,
    set: (next) => store.setFolded(id, next),
  };
}

/** Hides what is said in a thread, or shows it again. */
export function ThreadFold({ fold }: { fold: Fold }) {
  const { isFolded, replies } = fold;
  return (
    <>
      {isFolded && replies > 0 && <span className="text-sm text-fg-muted">{plural(replies, 'reply', 'replies')}</span>}
      <IconButton
        isAmongMany
        data-thread-fold
        icon={isFolded ? ChevronRight : ChevronDown}
        label={isFolded ? 'Show thread' : 'Hide thread'}
        size="sm"
        aria-expanded={!isFolded}
        onClick={() => fold.set(!isFolded)}
      />
    </>
  );
}
