import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import clsx from 'clsx';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { placementText } from '../../discussions/model/placement-text.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { CommandEffects } from '../../discussions/threads/command-effects.tsx';
import { SuggestingProse } from '../../discussions/threads/suggested-lines.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { messageOf } from '../../lib/app-error.ts';
import { keyHeader } from '../../lib/send-key.ts';
import { serialize } from '../../lib/serialize.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { DraftEditor, draftField } from './draft-editor.tsx';
import { focusAfterDraft, focusDraft } from './draft-focus.ts';
import { isLost } from './outcome.ts';
import { publishReview, removeDraft, updateDraft } from './review-actions.ts';
import type { ReviewStore } from './review-store.ts';
import { useReviewStore } from './use-review-store.ts';

/** What can be done with one pending comment. */
function useDraftActs(store: ReviewStore, draft: PageDraft) {
  const toast = useToast();
  const discussions = useDiscussionStore();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const attempt = async (work: () => Promise<unknown>, sentence: (error: unknown) => string) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(sentence(error));
    }
    setBusy(false);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: 'Are you sure you want to delete this pending comment?',
      action: 'Delete pending comment',
      danger: true,
    });
    if (!isSure) return;
    const focusNext = focusAfterDraft(draft.id);
    await attempt(
      () => removeDraft(store, draft).then(focusNext),
      () => 'An error occurred while deleting the comment',
    );
  };
  const publish = () =>
    attempt(
      async () => {
        const focusNext = focusAfterDraft(draft.id);
        const { headSha: sha } = discussions.notes;
        const { quick_actions_status: status } = await publishReview(
          store,
          { id: draft.id, ...(sha !== null && { sha }) },
          keyHeader(key),
          [draft],
        );
        const told = [...(status?.messages ?? []), ...(status?.error_messages ?? [])];
        if (told.length > 0) toast({ text: told.join(' '), tone: status?.error_messages.length ? 'failed' : 'info' });
        await discussions.catchUp(AbortSignal.timeout(10_000));
        focusNext();
      },
      (error) => messageOf(error),
    );
  return { isBusy, problem, setProblem, remove, publish };
}

/** What publishing does to the thread: it settles an open one, reopens a settled one, or leaves it as it is. */
function ResolveBox(props: { draft: PageDraft; store: ReviewStore; onProblem: (problem: string | null) => void }) {
  const { draft, store, onProblem } = props;
  const { discussions } = useDiscussions();
  const isResolved = discussions.find((each) => each.id === draft.discussion_id)?.resolved === true;
  /** Shown at once, while it is on its way. */
  const [wanted, setWanted] = useState<{ resolve: boolean | null } | null>(null);
  const [send] = useState(() =>
    serialize((to: boolean | null) => updateDraft(store, draft, { resolve_discussion: to })),
  );
  const { resolve } = wanted ?? { resolve: draft.resolve_discussion };
  const set = async (isChecked: boolean) => {
    const mine = { resolve: isChecked ? !isResolved : null };
    setWanted(mine);
    onProblem(null);
    try {
      await send(mine.resolve);
    } catch {
      onProblem('An error occurred while updating the comment');
    }
    setWanted((now) => (now === mine ? null : now));
  };
  return (
    <div className="pt-2">
      <Checkbox
        label={isResolved ? 'Unresolve thread' : 'Resolve thread'}
        checked={resolve === !isResolved}
        onCheckedChange={(isChecked) => void set(isChecked)}
      />
    </div>
  );
}

function useBegunText(draft: PageDraft): string {
  const { notes } = useDiscussionStore();
  return useAutosavedText({ place: autosaveScopeOf(notes), field: draftField(draft) }, draft.note).text;
}

/** What its writer made of it last, saved or not. */
function CopyDraft({ draft }: { draft: PageDraft }) {
  return <CopyButton text={useBegunText(draft)} label="Copy pending comment" size="sm" />;
}

/** A change that can not be saved any more, below what was saved. */
function BegunChange({ draft }: { draft: PageDraft }) {
  const text = useBegunText(draft);
  return (
    <div role="group" aria-label="Unsaved changes" className="flex flex-col gap-1 border-t pt-2">
      <p className="text-sm text-warning">Your unsaved changes:</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </div>
  );
}

/** A comment that only its writer sees until it is published. */
export function DraftNote({ draft, store }: { draft: PageDraft; store: ReviewStore }) {
  const { notes } = useDiscussionStore();
  const [isAsked, setEditing] = useState(false);
  // A change that was begun and not saved opens again by itself.
  const isBegun = useHasAutosave({ place: autosaveScopeOf(notes), field: draftField(draft) });
  const canComment = notes.currentUser.canCreateNote;
  const isEditing = isAsked || (isBegun && canComment);
  const { isBusy, problem, setProblem, remove, publish } = useDraftActs(store, draft);
  const moved = placementText(draft);
  const close = () => {
    setEditing(false);
    focusDraft(draft.id);
  };
  return (
    <article
      id={`draft_${draft.id}`}
      aria-label="Pending comment"
      aria-busy={isBusy}
      // Focus comes here after it was written or changed.
      tabIndex={-1}
      className="flex max-w-180 gap-3 rounded-md border border-dashed border-line-strong bg-surface px-4 py-3"
    >
      <Avatar
        name={draft.author?.name ?? 'You'}
        id={draft.author?.id ?? 0}
        src={draft.author?.avatar_url}
        size={24}
        className="mt-1"
      />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-8 flex-wrap items-center gap-2">
          <bdi className="font-medium">{draft.author?.name ?? 'You'}</bdi>
          <Badge tone="warning">Pending</Badge>
          <span className="ml-auto flex items-center gap-1">
            {canComment ? (
              <>
                <IconButton
                  icon={Send}
                  label="Add comment now"
                  variant="ghost"
                  size="sm"
                  onClick={() => void publish()}
                />
                <IconButton
                  icon={Pencil}
                  label="Edit pending comment"
                  variant="ghost"
                  size="sm"
                  onClick={() => setEditing(true)}
                />
              </>
            ) : (
              <CopyDraft draft={draft} />
            )}
            <IconButton
              icon={Trash2}
              label="Delete pending comment"
              variant="ghost"
              size="sm"
              onClick={() => void remove()}
            />
          </span>
        </header>
        {problem !== null && (
          <Banner
            tone="danger"
            live
            className="mb-2"
            onDismiss={() => {
              setProblem(null);
              focusDraft(draft.id);
            }}
          >
            {problem}
          </Banner>
        )}
        {!canComment && (
          <p className="pb-1 text-sm text-warning">
            {notes.notice?.text ?? 'You can no longer comment here.'} This comment is not published. Only you can see
            it.
          </p>
        )}
        {moved !== null && (
          <p className={clsx('pb-1 text-sm', isLost(draft.placement) ? 'text-warning' : 'text-fg-muted')}>{moved}</p>
        )}
        {isEditing ? (
          <DraftEditor draft={draft} store={store} autoFocus={isAsked} onClose={close} />
        ) : (
          <div className="flex flex-col gap-2">
            <SuggestingProse html={draft.note_html} suggestions={draft.suggestions} />
            <CommandEffects text={draft.references.commands} />
            {isBegun && <BegunChange draft={draft} />}
          </div>
        )}
        {draft.discussion_id !== null && draft.current_user.can_resolve && canComment && (
          <ResolveBox draft={draft} store={store} onProblem={setProblem} />
        )}
      </div>
    </article>
  );
}

/** Some of the pending comments, one below the other. */
export function DraftNotes({ drafts, className }: { drafts: readonly PageDraft[]; className?: string }) {
  const store = useReviewStore();
  if (!store || drafts.length === 0) return null;
  return (
    <div className={clsx('my-1 flex flex-col gap-2', className)}>
      {drafts.map((draft) => (
        <DraftNote key={draft.id} draft={draft} store={store} />
      ))}
    </div>
  );
}
