import { refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { canGrant } from '../abilities.ts';
import { type LoadedMember, loadMember } from '../load-container.ts';
import { recordMemberChange } from '../member-changes.ts';
import { deleteMemberRow, deleteMembersBelow, type MemberContainer } from '../member-store.ts';

export type RemoveMemberInput = {
  place: MemberContainer;
  userId: number;
  /** Leave the user's own roles in subgroups and projects of the group. */
  keepBelow?: boolean;
};

/** Takes a role away, or leaves. In a group the user's roles in everything below go too. */
export const removeMember = defineOperation<RemoveMemberInput, LoadedMember, void>({
  name: 'member.remove',
  load: (ctx, input) => loadMember(ctx, input.place, input.userId),
  check: (ctx, { place, policy, member, isLastOwner }) => {
    const isSelf = actorId(ctx.actor) === member.user_id;
    const denied = isSelf
      ? can(ctx.actor, place.kind === 'project' ? 'leave_project' : 'leave_group', policy)
      : canGrant(ctx.actor, place, policy, { wanted: 0, current: member.access_level });
    if (denied) return denied;
    return isLastOwner ? refuse('last_owner') : null;
  },
  run: async (ctx, { place, member }, input) => {
    await deleteMemberRow(ctx.db, member.id);
    await recordMemberChange(ctx, place, member.user_id, { from: member.access_level, to: 0 });
    if (place.kind === 'project' || input.keepBelow === true) return;
    for (const row of await deleteMembersBelow(ctx.db, place.id, member.user_id)) {
      const below: MemberContainer =
        row.project_id === null
          ? { kind: 'group', id: row.namespace_id ?? 0 }
          : { kind: 'project', id: row.project_id };
      await recordMemberChange(ctx, below, row.user_id, { from: row.access_level, to: 0 });
    }
  },
});
