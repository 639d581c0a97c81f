import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { can, type PolicySubject } from '../../platform/policy/policy.ts';
import type { IssueRow } from './store/issues.ts';

/** An issue as the actor meets it; see issue-access.ts. */
type Met = { row: IssueRow; policy: PolicySubject };

/** Title and description: author, assignees, reporters. */
export function canUpdateIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'update_issue', policy);
}

/** Labels, milestone, people, dates, weight, confidentiality, time and links are for those who work in the project. */
export function canAdminIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'admin_issue', policy);
}

export function canLockIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'lock_issue', policy);
}

export function canCloseIssue(actor: Actor, { row, policy }: Met): Refusal | null {
  const refusal = can(actor, 'update_issue', policy);
  if (refusal) return refusal;
  return row.state === 'opened' ? null : refuse('issue_state', { state: 'closed' });
}

/** Not while locked, for anyone. */
export function canReopenIssue(actor: Actor, { row, policy }: Met): Refusal | null {
  const refusal = can(actor, 'update_issue', policy);
  if (refusal) return refusal;
  if (row.state !== 'closed') return refuse('issue_state', { state: 'open' });
  return row.is_discussion_locked ? refuse('issue_locked_reopen') : null;
}

export function canDeleteIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'delete_issue', policy);
}

export function canFollowIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'subscribe', policy);
}
