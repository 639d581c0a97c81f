import type { ApprovalSettings } from '@tributary/contract/approvals/settings.ts';
import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { canUpdate, type MergeRequestAccess } from '../merge-requests/index.ts';
import { type Actor } from '../platform/actor.ts';
import { can } from '../platform/policy/policy.ts';
import { featureOf, type NamespaceAccess, type ProjectAccess } from '../projects/index.ts';

/** Rules and settings of a project. */
export function canManageRules(actor: Actor, access: ProjectAccess): Refusal | null {
  return can(actor, 'manage_approval_rules', featureOf(access, 'merge_requests'));
}

export function canManageGroupSettings(actor: Actor, access: NamespaceAccess): Refusal | null {
  return can(actor, 'manage_group_approval_settings', access.policy);
}

/** Rules of one merge request: those who may change it, while it is open and the settings let requests have rules. */
export function canChangeRequestRules(
  actor: Actor,
  found: MergeRequestAccess,
  settings: Pick<ApprovalSettings, 'allow_overrides_to_approver_list_per_merge_request'>,
): Refusal | null {
  const refusal = canUpdate(actor, found);
  if (refusal) return refusal;
  const { row } = found;
  if (row.state !== 'opened') return refuse('merge_request_not_open', { state: row.state });
  return settings.allow_overrides_to_approver_list_per_merge_request ? null : refuse('approval_rules_fixed');
}

/** Developers and up, of an open request. Whether they have approved it is another question. */
export function canUnapprove(actor: Actor, found: MergeRequestAccess): Refusal | null {
  const refusal = can(actor, 'approve_merge_request', { ...found.policy, isOwn: false });
  if (refusal) return refusal;
  return found.row.state === 'opened' ? null : refuse('merge_request_not_open', { state: found.row.state });
}
