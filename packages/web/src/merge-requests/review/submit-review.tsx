import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { type PageDraft, type PublishAnswer, REVIEW_OUTCOMES } from '@tributary/contract/merge-requests/reviews.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { reloadPage } from '../../app/navigation.tsx';
import { keepFocusOnPage } from '../../app/next-focus.ts';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { placementText } from '../../discussions/model/placement-text.ts';
import { findUploadPlaceholders } from '../../discussions/model/upload-placeholders.ts';
import { UPLOADING_TEXT } from '../../discussions/writing/uploads/uploading-text.ts';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedChoice, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { isAppError } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DeletedDrafts } from './deleted-drafts.tsx';
import { publishedText } from './outcome.ts';
import type { ReviewStore } from './review-store.ts';
import { useReviewForm } from './use-review-form.ts';

function verdictsOf({ reviewing, approval }: MergeRequestShowPageData) {
  const can = reviewing?.can;
  const whyNot = approval.refusal ?? 'You do not have permission to do this.';
  return [
    { value: 'reviewed', label: 'Comment', hint: 'Submit general feedback without explicit approval.' },
    {
      value: 'approved',
      label: 'Approve',
      hint: can?.approve === true ? 'Submit feedback and approve these changes.' : whyNot,
      disabled: can?.approve !== true,
    },
    {
      value: 'requested_changes',
      label: 'Request changes',
      hint: can?.requestChanges === true ? 'Submit feedback that should be addressed before merging.' : whyNot,
      disabled: can?.requestChanges !== true,
    },
  ];
}

type Props = {
  page: MergeRequestShowPageData;
  store: ReviewStore;
  drafts: readonly PageDraft[];
  onClose: () => void;
};

/** The review is submitted, but not all of what was meant. */
function Rest({ gone, onClose }: { gone: readonly PageDraft[]; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone with its form.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <DeletedDrafts drafts={gone} />
      <DialogFooter>
        <Button ref={close} variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </div>
  );
}

/** A summary and an outcome, and everything is published at once. What fails can be sent again: nothing is said twice. */
export default function SubmitReview({ page, store, drafts, onClose }: Props) {
  const discussions = useDiscussionStore();
  const { notes } = discussions;
  const toast = useToast();
  const place = autosaveScopeOf(notes);
  const slot = useMemo(() => ({ place, field: 'review-summary' }), [place]);
  const { text: summary, setText: setSummary } = useAutosavedText(slot);
  const chosen = useAutosavedChoice({ place, field: 'review-summary:verdict' }, 'reviewed');
  const [gone, setGone] = useState<readonly PageDraft[]>([]);
  const [outcome, setOutcome] = useState<string | null>(null);
  /** Null until the settings turn out to ask for it. */
  const [password, setPassword] = useState<string | null>(null);
  const leave = () => {
    // What opened it may be gone with the pending comments; the keyboard is looked for when the dialog is.
    flushSync(onClose);
    keepFocusOnPage();
  };
  const onAnswer = async (answer: PublishAnswer, meant: readonly PageDraft[]) => {
    chosen.forget();
    const missed = new Set(answer.published.flatMap((each) => (each.gone ? each.draft_id : [])));
    if (missed.size > 0) {
      setGone(meant.filter((draft) => missed.has(draft.id)));
      setOutcome(publishedText(answer));
    } else {
      leave();
      // The bar that takes it back says the same.
      if (!store.state.outcome) toast({ text: publishedText(answer), tone: 'success' });
    }
    await Promise.allSettled([discussions.catchUp(AbortSignal.timeout(10_000)), reloadPage()]);
  };
  const form = useReviewForm({ store, slot, onAnswer });
  const { isUnanswered, failure, setFailure } = form;
  const verdicts = verdictsOf(page);
  // One that is kept from before may not be given any more; one that was sent stays what it was.
  const isRefused = !isUnanswered && verdicts.some(({ value, disabled }) => disabled && value === chosen.chosen);
  const verdict = (!isRefused && REVIEW_OUTCOMES.find((each) => each === chosen.chosen)) || 'reviewed';
  const moved = drafts.filter((draft) => placementText(draft) !== null);
  const isEmpty = !isUnanswered && drafts.length === 0 && summary.trim() === '' && verdict === 'reviewed';
  const submit = async () => {
    if (form.isBusy || isEmpty) return;
    if (findUploadPlaceholders(summary).length > 0) return setFailure(UPLOADING_TEXT);
    setGone([]);
    const confirmed = verdict === 'approved' && password !== null ? { password } : {};
    const error = await form.submit({ summary, verdict, sha: discussions.notes.headSha, ...confirmed }, drafts);
    if (isAppError(error) && error.code === 'approval_password_required') setPassword('');
    if (!isAppError(error) || error.status !== 404) return;
    await store.load();
    const left = new Set(store.state.drafts.map((draft) => draft.id));
    setGone(drafts.filter((draft) => !left.has(draft.id)));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (outcome === null ? onClose() : leave())}
      title={outcome === null ? 'Submit review' : 'Review submitted'}
      text={
        outcome ??
        (drafts.length === 0
          ? 'No pending comments.'
          : `${plural(drafts.length, 'pending comment')} will be published.`)
      }
      width="lg"
    >
      {outcome === null ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {failure !== null && (
            <Banner tone="danger" live onDismiss={() => setFailure(null)}>
              {failure}
            </Banner>
          )}
          <DeletedDrafts drafts={gone} />
          {moved.length > 0 && (
            <Banner tone="warning">
              The branch changed, so {plural(moved.length, 'comment')} moved. The list of pending comments shows the new
              positions.
            </Banner>
          )}
          <MarkdownEditor
            label="Summary"
            placeholder="Write a summary (optional)"
            value={summary}
            onValueChange={setSummary}
            slot={slot}
            previewPath={notes.previewMarkdownPath}
            uploadsPath={notes.uploadsPath}
            minRows={3}
            onSubmitKey={() => void submit()}
          />
          <RadioGroup label="Decision" options={verdicts} value={verdict} onValueChange={chosen.choose} />
          {password !== null && verdict === 'approved' && (
            <PasswordField label="Password" value={password} onValueChange={setPassword} />
          )}
          <DialogFooter>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={form.isBusy} disabled={isEmpty}>
              Submit review
            </Button>
          </DialogFooter>
        </form>
      ) : (
        <Rest gone={gone} onClose={leave} />
      )}
    </Dialog>
  );
}
