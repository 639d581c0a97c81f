import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { can, type PolicySubject } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import { isMembershipLocked, type MemberContainer } from './member-store.ts';

/** The actor's own role as far as giving roles goes: administrators and the product itself give any. */
export function grantingLevel(actor: Actor, policy: PolicySubject): number {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.isAdmin)) return 50;
  return policy.level;
}

/** May the actor give this role here, or change someone who has `currentLevel`? */
export function canGrant(
  actor: Actor,
  place: MemberContainer,
  policy: PolicySubject,
  levels: { wanted: number; current: number },
): Refusal | null {
  const denied = can(actor, place.kind === 'project' ? 'admin_project_members' : 'admin_group_members', policy);
  if (denied) return denied;
  const own = grantingLevel(actor, policy);
  return levels.wanted > own || levels.current > own ? refuse('member_level_too_high') : null;
}

/** May the actor add someone with this role? Nobody adds any to projects of a group that is locked. */
export async function canAdd(
  ctx: Context,
  place: MemberContainer,
  policy: PolicySubject,
  level: number,
): Promise<Refusal | null> {
  return canGrant(ctx.actor, place, policy, { wanted: level, current: 0 }) ?? lockRefusal(ctx, place);
}

export async function lockRefusal({ db }: Context, place: MemberContainer): Promise<Refusal | null> {
  return place.kind === 'project' && (await isMembershipLocked(db, place.id)) ? refuse('membership_locked') : null;
}
