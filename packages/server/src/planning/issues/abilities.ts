import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { canBackdate } from '../../discussions/index.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { can, isAllowed, type PolicySubject } from '../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { issuesOf } from './issue-access.ts';
import type { IssueRow } from './store/issues.ts';

/** An issue as the actor meets it; see issue-access.ts. */
type Met = { row: IssueRow; policy: PolicySubject };

/**
 * Of the number and the times that an issue had elsewhere; a time that is still to come never was. Nothing is refused to those
 * who may not give them: of them they are not heard.
 */
export function refuseBackdating(
  { actor, clock }: Context,
  access: ProjectAccess,
  times: { created_at?: Date | undefined; updated_at?: Date | undefined },
): Refusal | null {
  if (!canBackdate(actor, access)) return null;
  for (const [name, time] of Object.entries(times)) {
    if (time && time > clock.now()) return refuse('bad_parameter', { name });
  }
  return null;
}

/** Title and description: author, assignees, reporters. */

export function canUpdateIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'update_issue', policy);
}

/**
 * What someone may set of an issue that they make, in the form or by commands in its text: members all that describes it,
 * everyone that it is confidential, and what is left only those who may do so of any issue.
 */
const ON_NEW_ISSUE = {
  metadata: 'set_new_issue_metadata',
  create: 'create_issue',
  admin: 'admin_issue',
  lock: 'lock_issue',
} as const;
export type RightOnNewIssue = keyof typeof ON_NEW_ISSUE;

export function canOnNewIssue({ actor }: Context, access: ProjectAccess, right: RightOnNewIssue): boolean {
  return isAllowed(actor, ON_NEW_ISSUE[right], issuesOf(access));
}

/** Labels, milestone, users, dates, weight, confidentiality, time and links are for those who work in the project. */
export function canAdminIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'admin_issue', policy);
}

export function canLockIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'lock_issue', policy);
}

/** Close and reopen, whatever the state is now: a lock stops talk, and authors from outside may still withdraw. */
export function canChangeIssueState(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'change_issue_state', policy);
}

export function canCloseIssue(actor: Actor, { row, policy }: Met): Refusal | null {
  const refusal = can(actor, 'change_issue_state', policy);
  if (refusal) return refusal;
  return row.state === 'opened' ? null : refuse('issue_state', { state: 'closed' });
}

/** Not while locked, for anyone. */
export function canReopenIssue(actor: Actor, { row, policy }: Met): Refusal | null {
  const refusal = can(actor, 'change_issue_state', policy);
  if (refusal) return refusal;
  if (row.state !== 'closed') return refuse('issue_state', { state: 'open' });
  return row.is_discussion_locked ? refuse('issue_locked_reopen') : null;
}

export function canDeleteIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'delete_issue', policy);
}

export function canSubscribeToIssue(actor: Actor, { policy }: Met): Refusal | null {
  return can(actor, 'subscribe', policy);
}
