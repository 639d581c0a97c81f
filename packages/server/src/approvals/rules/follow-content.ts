import type { ApprovalSettings } from '@tributary/contract/approvals/settings.ts';
import type { ApprovalEnd } from '../tables.ts';

export type Followed =
  | { outcome: 'carried'; reason: 'same_content' }
  /** It goes on counting, for the head it was given to. */
  | { outcome: 'retained'; reason: 'commits_added' }
  | { outcome: 'ended'; reason: Extract<ApprovalEnd, 'changed' | 'replaced' | 'retargeted'> };

export type ContentFacts = {
  isSameHead: boolean;
  isRetargeted: boolean;
  /** No file differs from what was approved. */
  isSameContent: boolean;
  /** What was approved is part of the new head. */
  isOnTop: boolean;
  /** A file changed whose code owner gave the approval. */
  isOwnerOfChange: boolean;
};

/** What becomes of an approval when the merge request changes. */
export function followContent(
  facts: ContentFacts,
  settings: Pick<
    ApprovalSettings,
    'retain_approvals_on_push' | 'selective_code_owner_removals' | 'end_approvals_on_every_push'
  >,
): Followed {
  const ended = facts.isRetargeted ? 'retargeted' : facts.isOnTop ? 'changed' : 'replaced';
  const isMoved = facts.isRetargeted || !facts.isSameHead;
  if (settings.end_approvals_on_every_push && isMoved) return { outcome: 'ended', reason: ended };
  if (facts.isSameContent) return { outcome: 'carried', reason: 'same_content' };
  if (!settings.retain_approvals_on_push || facts.isRetargeted || !facts.isOnTop) {
    return { outcome: 'ended', reason: ended };
  }
  if (settings.selective_code_owner_removals && facts.isOwnerOfChange) return { outcome: 'ended', reason: 'changed' };
  return { outcome: 'retained', reason: 'commits_added' };
}
