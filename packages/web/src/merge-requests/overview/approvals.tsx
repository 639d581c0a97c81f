import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageApproval } from '@tributary/contract/merge-requests/reviews.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { UserLink } from '../../ui/user-link.tsx';
import { approve, isApprovalStale } from './merge-request-actions.ts';

function earlierText(ended: PageApproval['ended']): string {
  if (ended === 'changed') return 'outdated: content changed';
  if (ended === 'retargeted') return 'outdated: target branch changed';
  return ended === 'replaced' ? 'outdated: commits were replaced' : 'an earlier version';
}

/** Who approved which head; the reader's own approval is given in the section above the merge. */
export function Approvals({ page }: { page: MergeRequestShowPageData }) {
  const { approval } = page;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isStale = isApprovalStale(page);
  const act = async (work: (page: MergeRequestShowPageData) => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work(page);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      {approval.approvals.length === 0 ? (
        <p className="text-fg-faint">No approvals yet</p>
      ) : (
        <ul>
          {approval.approvals.map(({ user, approvedAt, isCurrent, ended }) => (
            <li key={user.id} className="flex min-h-7 flex-wrap items-center justify-between gap-x-2">
              <UserLink user={{ ...user, href: user.path }} avatar={20} />
              <span className={isCurrent ? 'text-success' : 'text-sm text-fg-muted'}>
                {isCurrent ? <Check aria-hidden size={14} className="inline" /> : earlierText(ended)}
                <span className="sr-only">{ended === null ? 'Approved' : 'Approval outdated'}</span>{' '}
                <Time value={approvedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {failure !== null && (
        <p role="alert" className="pt-1 text-sm text-danger">
          {failure}
        </p>
      )}
      {approval.canApprove && isStale && (
        <div className="pt-1">
          <Button size="sm" busy={isBusy} onClick={() => void act(approve)}>
            Approve this version
          </Button>
        </div>
      )}
    </>
  );
}
