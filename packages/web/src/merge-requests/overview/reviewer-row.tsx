import type { AskableReviewer } from '@tributary/contract/merge-requests/page.ts';
import { Check, CircleDashed, CircleX, Eye, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { linkedUser } from '../../planning/sidebar/side-block.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { UserLink } from '../../ui/user-link.tsx';

const LOOKS = {
  approved: [Check, 'Approved', 'text-success'],
  requested_changes: [CircleX, 'Requested changes', 'text-failed'],
  reviewed: [Eye, 'Reviewed', 'text-notice'],
  review_started: [Eye, 'Reviewing', 'text-fg-muted'],
  unreviewed: [CircleDashed, 'Awaiting review', 'text-fg-faint'],
  unapproved: [CircleDashed, 'Approval removed', 'text-fg-faint'],
} as const;

/** A reviewer, what they think, and the way to ask them once more, or for themselves to ask for changes no longer. */
export function ReviewerRow({ reviewer }: { reviewer: AskableReviewer }) {
  const [Icon, text, tone] = LOOKS[reviewer.state];
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { askAgainPath, withdrawPath } = reviewer;
  const act = async (path: string, done: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api.post(path, { body: {} });
      toast({ text: done, tone: 'success' });
      // The button goes with its reason; its row stays.
      row.current?.focus();
      await showSaved();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
    setBusy(false);
  };
  return (
    <li ref={row} tabIndex={-1} className="flex min-h-7 items-center justify-between gap-2 rounded-sm">
      <UserLink user={linkedUser(reviewer)} avatar={20} />
      <span className="inline-flex items-center gap-1">
        {askAgainPath !== null && (
          <IconButton
            icon={RotateCcw}
            label={`Re-request review from ${reviewer.name}`}
            variant="ghost"
            size="sm"
            busy={isBusy}
            onClick={() => void act(askAgainPath, `Review requested from ${reviewer.name}.`)}
          />
        )}
        {withdrawPath !== null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label="Withdraw your request for changes"
            busy={isBusy}
            onClick={() => void act(withdrawPath, 'Request for changes withdrawn.')}
          >
            Withdraw
          </Button>
        )}
        <span title={text} className={tone}>
          <Icon aria-hidden size={14} />
          <span className="sr-only">{text}</span>
        </span>
      </span>
    </li>
  );
}
