import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { Check, CirclePlus } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { SignedOutNotice } from '../activity/notices.tsx';
import { setResolved } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { focusReply } from './note-focus.ts';
import { mayResolve } from './may-resolve.ts';
import { ReplyForm, useReplying } from './reply-form.tsx';

function useResolve(discussion: PageDiscussion) {
  const store = useDiscussionStore();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const toggle = async () => {
    setBusy(true);
    setFailed(false);
    try {
      store.put(await setResolved(discussion, !discussion.resolved));
      store.setExpanded(discussion.id, discussion.resolved);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  const dismiss = () => {
    setFailed(false);
    focusReply(discussion.id);
  };
  return { toggle, isBusy, hasFailed, dismiss };
}

/** Reply and resolve, below the notes of a thread. What stands alone is answered by a button of its note. */
export function ThreadFooter({ discussion }: { discussion: PageDiscussion }) {
  const store = useDiscussionStore();
  const { isReplying, ask, form } = useReplying(discussion);
  const { toggle, isBusy, hasFailed, dismiss } = useResolve(discussion);
  const { canCreateNote } = store.notes.currentUser;
  const canResolve = mayResolve(discussion);
  if (isReplying) return <ReplyForm discussion={discussion} {...form} />;
  if (discussion.individual_note) return null;
  if (store.notes.notice?.kind === 'signed_out') {
    return (
      <div className="border-t px-4 py-2">
        <SignedOutNotice notes={store.notes} />
      </div>
    );
  }
  if (!canCreateNote && !canResolve) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2">
      {hasFailed && (
        <Banner tone="danger" live className="w-full" onDismiss={dismiss}>
          Something went wrong while resolving this discussion. Please try again.
        </Banner>
      )}
      {canCreateNote && (
        <button
          type="button"
          data-thread-reply={discussion.id}
          onClick={ask}
          className="control min-h-8 min-w-20 flex-1 truncate rounded-md border bg-surface px-3 text-left text-fg-faint hover:border-line-strong"
        >
          {discussion.internal ? 'Reply internally' : 'Reply…'}
        </button>
      )}
      {canResolve && (
        <Button busy={isBusy} icon={Check} onClick={() => void toggle()}>
          {discussion.resolved ? 'Unresolve thread' : 'Resolve thread'}
        </Button>
      )}
      {canResolve && !discussion.resolved && discussion.resolve_with_issue_path !== null && (
        <Tooltip text="Create issue to resolve thread">
          <Button asChild variant="ghost" className="w-7 px-0!">
            <a href={discussion.resolve_with_issue_path} aria-label="Create issue to resolve thread">
              <CirclePlus size={16} aria-hidden />
            </a>
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
