import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { MergeRequestAccess } from '../merge-requests/index.ts';
import { type Actor, actorId } from '../platform/actor.ts';
import { can } from '../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../projects/index.ts';

const MAINTAINER = 40;

/** Services of a project, with where they are. */
export function canManageChecks(actor: Actor, access: ProjectAccess): Refusal | null {
  return can(actor, 'manage_status_checks', featureOf(access, 'merge_requests'));
}

export function canReadStatuses(actor: Actor, { policy }: MergeRequestAccess): Refusal | null {
  return can(actor, 'read_status_checks', policy);
}

/** Nobody says of their own request that a service found it good; those who could take the check away may. */
export function canRespond(actor: Actor, { row, access, policy }: MergeRequestAccess): Refusal | null {
  const refusal = can(actor, 'respond_to_status_check', policy);
  if (refusal) return refusal;
  const isAuthor = row.author_id !== null && row.author_id === actorId(actor);
  return isAuthor && access.level < MAINTAINER ? refuse('status_check_own_request') : null;
}

export function canRetry(actor: Actor, { row, policy }: MergeRequestAccess): Refusal | null {
  const refusal = can(actor, 'retry_status_check', policy);
  if (refusal) return refusal;
  return row.state === 'opened' ? null : refuse('merge_request_not_open', { state: row.state });
}
