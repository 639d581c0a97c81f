import { useState } from 'react';
import { keepFocusOnPage } from '../../app/next-focus.ts';
import { Banner } from '../../ui/banner.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';
import { NO_COMMENTS, FETCH_LATEST_FAILED } from './fetch-errors.ts';

/** What could not be fetched, at the bottom of a page that shows threads without the activity that would tell it. */
export default function CommentsMissing() {
  const store = useDiscussionStore();
  const { status, isBehind } = useDiscussions();
  const [isBusy, setBusy] = useState(false);
  const hasNone = status === 'failed';
  if (!hasNone && !isBehind) return null;
  const retry = async () => {
    setBusy(true);
    await store.load();
    setBusy(false);
    if (store.state.status === 'loaded') keepFocusOnPage();
  };
  return (
    <BottomBar label="Comments">
      <Banner
        tone="danger"
        live
        className="w-full"
        {...(hasNone && {
          action: (
            <Button size="sm" busy={isBusy} onClick={() => void retry()}>
              Try again
            </Button>
          ),
        })}
      >
        {hasNone ? NO_COMMENTS : FETCH_LATEST_FAILED}
      </Banner>
    </BottomBar>
  );
}
