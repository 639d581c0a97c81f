import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import clsx from 'clsx';
import { Suspense, useRef, useState } from 'react';
import { boundHotkeys } from '../../app/hotkey-catalogue.ts';
import { flushSync } from 'react-dom';
import { useNavigate, usePageUrl } from '../../app/navigation.tsx';
import { keepFocusOnPage } from '../../app/next-focus.ts';
import { useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { placementText } from '../../discussions/model/placement-text.ts';
import { REVIEW_HOTKEYS } from '../../app/review-hotkeys.ts';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { plural } from '../../lib/format.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Banner } from '../../ui/banner.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Popover } from '../../ui/popover.tsx';
import { focusDraft } from './draft-focus.ts';
import { DraftLocation } from './draft-location.tsx';
import { isLost } from './outcome.ts';
import { discardReview } from './review-actions.ts';
import type { ReviewStore } from './review-store.ts';
import { useDrafts, useReviewStore } from './use-review-store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const SubmitReview = lazyPart(
  () => import('./submit-review.tsx'),
  ({ onClose }) => onClose,
);

/** The pending comments by their places; choosing one goes there. */
function DraftList({ drafts, onChoose }: { drafts: readonly PageDraft[]; onChoose: (draft: PageDraft) => void }) {
  return (
    <ul aria-label="Pending comments" className="flex max-h-80 w-80 max-w-full flex-col overflow-y-auto">
      {drafts.map((draft) => (
        <li key={draft.id} className="border-b last:border-b-0">
          <button
            type="button"
            onClick={() => onChoose(draft)}
            className="control flex w-full flex-col px-3 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="text-fg-muted">
              <DraftLocation draft={draft} />
            </span>
            <span dir="auto" className="line-clamp-2 break-words">
              {draft.note}
            </span>
            {placementText(draft) !== null && (
              <span className={clsx('text-sm', isLost(draft.placement) ? 'text-warning' : 'text-fg-muted')}>
                {placementText(draft)}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Goes to a pending comment: a place on a diff is shown with the changes, all else on the overview. */
function useChoice({ tab, paths }: MergeRequestShowPageData): (draft: PageDraft) => Promise<void> {
  const navigate = useNavigate();
  const { renameHash } = usePageUrl();
  const { discussions } = useDiscussions();
  return async (draft) => {
    const hash = `draft_${draft.id}`;
    const thread = discussions.find((each) => each.id === draft.discussion_id);
    if (tab === 'changes' && (draft.file_hash !== null || thread?.diff_discussion)) {
      // What follows the address brings it into view; also when the address has named it before.
      flushSync(() => renameHash(''));
      renameHash(hash);
      return;
    }
    if (!document.getElementById(hash)) {
      const isOnDiff = draft.file_path !== null && draft.placement?.on !== 'overview';
      if (isOnDiff) {
        await navigate(`${paths.changes}#${hash}`);
        return;
      }
      if (tab !== 'overview') await navigate(paths.overview);
    }
    focusDraft(draft.id);
  };
}

function Bar(props: {
  page: MergeRequestShowPageData;
  store: ReviewStore;
  drafts: readonly PageDraft[];
  onSubmit: () => void;
}) {
  const { page, store, drafts, onSubmit } = props;
  const choose = useChoice(page);
  const [isListed, setListed] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const canSubmit = page.reviewing?.can.comment === true;
  useHotkeys(boundHotkeys(REVIEW_HOTKEYS, canSubmit ? { 'review.submit': onSubmit } : {}));
  const discard = async () => {
    const isSure = await confirm({
      title: 'Discard the whole review?',
      text: `${plural(drafts.length, 'pending comment')} will be deleted. This cannot be undone.`,
      action: 'Discard review',
      danger: true,
    });
    if (!isSure) return;
    setDiscarding(true);
    setFailed(false);
    try {
      await discardReview(store);
      keepFocusOnPage();
    } catch {
      setFailed(true);
    }
    setDiscarding(false);
  };
  return (
    <BottomBar ref={bar} label="Review" className="gap-2 max-sm:gap-1 max-sm:px-2">
      {hasFailed && (
        <Banner
          tone="danger"
          live
          className="w-full"
          onDismiss={() => {
            setFailed(false);
            focusWhenRendered(() => bar.current?.querySelector<HTMLElement>('button'));
          }}
        >
          An error occurred while deleting the comment
        </Banner>
      )}
      {!canSubmit && page.notes.notice && (
        // Why there is nothing to send them with.
        <p className="mr-auto min-w-0 text-sm text-fg-muted max-sm:w-full">{page.notes.notice.text}</p>
      )}
      <Popover
        title="Pending comments"
        open={isListed}
        onOpenChange={setListed}
        trigger={
          <Button variant="ghost" className="max-sm:px-1.5">
            {plural(drafts.length, 'pending comment')}
          </Button>
        }
      >
        <DraftList
          drafts={drafts}
          onChoose={(draft) => {
            setListed(false);
            void choose(draft);
          }}
        />
      </Popover>
      <Button variant="ghost" className="max-sm:px-1.5" busy={isDiscarding} onClick={() => void discard()}>
        Discard
      </Button>
      {canSubmit && (
        <Button variant="primary" onClick={onSubmit}>
          Submit review
        </Button>
      )}
    </BottomBar>
  );
}

/**
 * Stays at the bottom while there are pending comments. The question for the summary stays until it is answered: a review
 * whose answer was lost has no pending comments any more, and its summary is still to be seen.
 */
export default function ReviewBar({ page }: { page: MergeRequestShowPageData }) {
  const store = useReviewStore();
  const drafts = useDrafts();
  const [isSubmitting, setSubmitting] = useState(false);
  if (!store) return null;
  return (
    <>
      {drafts.length > 0 && <Bar page={page} store={store} drafts={drafts} onSubmit={() => setSubmitting(true)} />}
      {isSubmitting && (
        <Suspense>
          <SubmitReview page={page} store={store} drafts={drafts} onClose={() => setSubmitting(false)} />
        </Suspense>
      )}
    </>
  );
}
