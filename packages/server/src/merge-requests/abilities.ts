import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Actor } from '../platform/actor.ts';
import { can } from '../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../projects/index.ts';
import type { MergeRequestAccess } from './merge-request-access.ts';

/** Into this project, from a branch of that one. */
export function canCreate(actor: Actor, source: ProjectAccess, target: ProjectAccess): Refusal | null {
  return (
    can(actor, 'create_merge_request_in', { ...featureOf(target, 'merge_requests'), resource: 'Project' }) ??
    can(actor, 'create_merge_request_from', featureOf(source, 'repository'))
  );
}

/** Title, description, target, reviewers: author, assignees, developers. */
export function canUpdate(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'update_merge_request', found.policy);
}

/** Labels, milestone and assignees are for those who work in the project. */
export function canSetMetadata(actor: Actor, access: ProjectAccess): Refusal | null {
  return can(actor, 'admin_merge_request', featureOf(access, 'merge_requests'));
}

/** Commits of the target branch may be named by those who may read it. */
export function canNameContext(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return canUpdate(actor, found) ?? canReadCode(actor, found);
}

export function canReadCode(actor: Actor, { access }: MergeRequestAccess): Refusal | null {
  return can(actor, 'read_code', featureOf(access, 'repository'));
}

export function canLock(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'lock_merge_request', { ...found.policy, isLocked: false });
}

/** Close and reopen, whatever the state is now: a lock stops talk, and authors from outside may still withdraw. */
export function canChangeState(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'change_merge_request_state', found.policy);
}

export function canClose(actor: Actor, found: MergeRequestAccess): Refusal | null {
  const refusal = canChangeState(actor, found);
  if (refusal) return refusal;
  return found.row.state === 'opened' ? null : refuse('merge_request_not_open', { state: found.row.state });
}

/** Not while locked, for anyone; whether its branch is still there is asked when it is done. */
export function canReopen(actor: Actor, found: MergeRequestAccess): Refusal | null {
  const refusal = canChangeState(actor, found);
  if (refusal) return refusal;
  if (found.row.state !== 'closed') return refuse('merge_request_not_open', { state: found.row.state });
  return found.row.is_discussion_locked ? refuse('merge_request_locked_reopen') : null;
}

export function canDelete(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'delete_merge_request', found.policy);
}

/** Own marks on what one may read: also when locked or archived. */
export function canReviewChanges(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'review_changes', found.policy);
}

export function canSubscribe(actor: Actor, found: MergeRequestAccess): Refusal | null {
  return can(actor, 'subscribe', found.policy);
}
