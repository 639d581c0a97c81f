import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { can, type PolicySubject } from '../../platform/policy/policy.ts';
import type { MemberPlace } from './member-store.ts';

/** The actor's own role as far as giving roles goes: administrators and the product itself give any. */
export function grantingLevel(actor: Actor, policy: PolicySubject): number {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin)) return 50;
  return policy.level;
}

/** May the actor give this role here, or change somebody who has `currentLevel`? */
export function canGrant(
  actor: Actor,
  place: MemberPlace,
  policy: PolicySubject,
  levels: { wanted: number; current: number },
): Refusal | null {
  const denied = can(actor, place.kind === 'project' ? 'admin_project_members' : 'admin_group_members', policy);
  if (denied) return denied;
  const own = grantingLevel(actor, policy);
  return levels.wanted > own || levels.current > own ? refuse('member_level_too_high') : null;
}
