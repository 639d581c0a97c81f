import type { MemberLevel } from '@tributary/contract/core/access-levels.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { can } from '../../../platform/policy/policy.ts';
import { canGrant, grantingLevel } from '../abilities.ts';
import type { LoadedContainer } from '../load-container.ts';
import { grantableLevels } from '../rules/granting.ts';
import { isLastOwner } from './last-owner.ts';
import type { MemberView } from './list-members.ts';

export type MemberFlags = {
  isSelf: boolean;
  /** Levels that this role can be changed to; none when it cannot. */
  levels: MemberLevel[];
  /** Null when the actor may take the role away (or leave). */
  removalRefusal: string | null;
};

const INHERITED = 'This role is inherited from a parent group. Change it there.';
const INVITED = 'This role comes from an invited group. Change it in the group invitation.';
const NAMESPACE_OWNER = 'A personal project always belongs to its owner.';

/** What the actor may do about each, by the same checks as the operations. */
export async function memberFlags(
  ctx: Context,
  loaded: LoadedContainer,
  members: readonly MemberView[],
): Promise<{ grantable: MemberLevel[]; ofMembers: MemberFlags[] }> {
  const adding = canGrant(ctx.actor, loaded.place, loaded.policy, { wanted: 10, current: 0 });
  const grantable = adding === null ? grantableLevels(grantingLevel(ctx.actor, loaded.policy)) : [];
  const ofMembers = await Promise.all(members.map((member) => flagsOf(ctx, loaded, member, grantable)));
  return { grantable, ofMembers };
}

async function flagsOf(
  ctx: Context,
  { place, policy }: LoadedContainer,
  member: MemberView,
  grantable: MemberLevel[],
): Promise<MemberFlags> {
  const isSelf = actorId(ctx.actor) === member.user.id;
  if (member.isNamespaceOwner) return { isSelf, levels: [], removalRefusal: NAMESPACE_OWNER };
  if (member.origin === 'above') return { isSelf, levels: [], removalRefusal: INHERITED };
  if (member.origin === 'invited') return { isSelf, levels: [], removalRefusal: INVITED };
  const changing = canGrant(ctx.actor, place, policy, { wanted: 0, current: member.level });
  const leaving = isSelf
    ? can(ctx.actor, place.kind === 'project' ? 'leave_project' : 'leave_group', policy)
    : changing;
  const isLast = await isLastOwner(ctx, place, { user_id: member.user.id, access_level: member.level });
  return {
    isSelf,
    levels: changing === null && !isLast ? grantable : [],
    removalRefusal: leaving ? sentence(leaving) : isLast ? errorText('last_owner') : null,
  };
}

function sentence(refusal: Refusal): string {
  return errorText(refusal.code, refusal.params);
}
