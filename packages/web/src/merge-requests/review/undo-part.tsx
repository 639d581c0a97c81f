import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { keepFocusOnPage } from '../../app/next-focus.ts';
import { REVIEW_HOTKEYS } from '../../app/review-hotkeys.ts';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { takeReviewBack } from './review-actions.ts';
import type { ReviewStore, Undoable } from './review-store.ts';

const NETWORK_TEXT = 'The review could not be undone. Check your network connection and try again.';
const TOO_LATE_TEXT = 'The server did not respond in time. Reload the page to see whether the review was undone.';

/** Whole seconds that are left; when none is, `end` is called once. */
function useSecondsLeft(until: number, end: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const ended = useRef(end);
  useEffect(() => void (ended.current = end));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  useEffect(() => {
    if (left === 0) ended.current();
  }, [left]);
  return left;
}

type UndoPartProps = {
  page: MergeRequestShowPageData;
  store: ReviewStore;
  undo: Undoable;
  /** It cannot be taken back any more. */
  onEnd: () => void;
};

/** For a minute after a review was published: back with it, before anyone gets a mail of it. */
export function UndoPart({ page, store, undo, onEnd }: UndoPartProps) {
  const discussions = useDiscussionStore();
  const toast = useToast();
  const place = autosaveScopeOf(page.notes);
  const slot = useMemo(() => ({ place, field: 'review-summary' }), [place]);
  const { text: summary, setText: setSummary } = useAutosavedText(slot);
  const [isBusy, setBusy] = useState(false);
  const isSent = useRef(false);
  const left = useSecondsLeft(undo.until, () => !isBusy && onEnd());
  const takeBack = async () => {
    if (isSent.current) return;
    isSent.current = true;
    setBusy(true);
    try {
      const answer = await takeReviewBack(store, undo);
      if (answer.summary !== null && summary.trim() === '') setSummary(answer.summary);
      const pending = answer.drafts === 1 ? 'is pending again' : 'are pending again';
      toast({
        text: answer.drafts === 0 ? 'Review undone.' : `Review undone: ${plural(answer.drafts, 'comment')} ${pending}.`,
        tone: 'success',
      });
      keepFocusOnPage();
      await Promise.allSettled([discussions.catchUp(AbortSignal.timeout(10_000)), reloadPage()]);
    } catch (error) {
      const hasNoAnswer = !isAppError(error) || error.status === 0 || error.status >= 500;
      const isOver = Date.now() >= undo.until;
      const lostText = isOver ? TOO_LATE_TEXT : NETWORK_TEXT;
      toast({ text: hasNoAnswer ? lostText : messageOf(error), tone: 'failed' });
      isSent.current = false;
      setBusy(false);
      // Refused: it stays published, whatever the time. The end of the time is not told a second time.
      if (!hasNoAnswer || isOver) onEnd();
    }
  };
  const known = REVIEW_HOTKEYS['review.undo'];
  useHotkeys([{ id: 'review.undo', keys: known, run: () => void takeBack() }]);
  return (
    <>
      <span aria-hidden className="text-sm text-fg-muted tabular-nums">
        {left} s left
      </span>
      <Button size="sm" icon={Undo2} busy={isBusy} onClick={() => void takeBack()}>
        Undo
      </Button>
    </>
  );
}
