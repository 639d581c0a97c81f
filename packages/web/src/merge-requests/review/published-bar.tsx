import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { ChevronDown, ChevronRight, X } from 'lucide-react';
import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { keepFocusOnPage } from '../../app/next-focus.ts';
import { useKeyLabel } from '../../lib/key-label.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PublishedList } from './published-list.tsx';
import { forgetUndo, putAway } from './review-actions.ts';
import type { ReviewStore } from './review-store.ts';
import { UndoPart } from './undo-part.tsx';

type Props = { page: MergeRequestShowPageData; store: ReviewStore };

/**
 * After a review was published: what publishing led to, and for a minute the way back. Where something became other than it
 * was written, it stays until it is put away.
 */
export default function PublishedBar({ page, store }: Props) {
  // Of a review that was published in another window there is no outcome.
  const { undo, outcome } = useSyncExternalStore(store.subscribe, () => store.state);
  const [isListed, setListed] = useState(false);
  const keys = useKeyLabel('review.undo');
  const list = useId();
  const bar = useRef<HTMLElement>(null);
  const comments = outcome?.comments ?? [];
  const isOfAnother = outcome === null || (undo !== null && undo.reviewId !== outcome.reviewId);
  /** Focus is not lost with the button that had it. */
  const leave = (change: () => void) => {
    if (bar.current?.contains(document.activeElement) === true) keepFocusOnPage();
    change();
  };
  return (
    <BottomBar ref={bar} label="Published review" className="gap-x-3 gap-y-1">
      <p role="status" className="mr-auto min-w-0">
        {isOfAnother ? 'Review published.' : outcome.sentence}
        {undo && (
          <span className="sr-only">
            {` You can undo this for one minute${keys === undefined ? '' : ` (${keys})`}.`}
          </span>
        )}
      </p>
      {comments.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          icon={isListed ? ChevronDown : ChevronRight}
          aria-expanded={isListed}
          aria-controls={list}
          onClick={() => setListed(!isListed)}
        >
          Details
        </Button>
      )}
      {undo && (
        <UndoPart
          key={undo.reviewId}
          {...{ page, store, undo }}
          onEnd={() => leave(() => forgetUndo(store, undo.reviewId))}
        />
      )}
      {comments.length > 0 && (
        <IconButton
          icon={X}
          size="sm"
          variant="ghost"
          label="Dismiss published review"
          onClick={() => leave(() => putAway(store))}
        />
      )}
      <div id={list} hidden={!isListed} className="w-full">
        {isListed && comments.length > 0 && (
          <PublishedList comments={comments} path={page.tab === 'changes' ? page.paths.changes : page.paths.overview} />
        )}
      </div>
    </BottomBar>
  );
}
