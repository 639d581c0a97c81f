import { failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canGrant } from '../abilities.ts';
import { todayOf } from '../../access/project-access.ts';
import { type LoadedMember, loadMember } from '../load-container.ts';
import { recordMemberChange } from '../member-changes.ts';
import { inheritedRole, type MemberContainer, updateMemberRow } from '../member-store.ts';
import { expiryProblem, inheritedLevelProblem } from '../rules/granting.ts';

export type UpdateMemberInput = {
  place: MemberContainer;
  userId: number;
  level: number;
  /** `undefined` leaves it, null removes it. */
  expiresAt?: string | null | undefined;
};

/** Changes a role given here. */
export const updateMember = defineOperation<UpdateMemberInput, LoadedMember, void>({
  name: 'member.update',
  load: (ctx, input) => loadMember(ctx, input.place, input.userId),
  check: (ctx, { place, policy, member, isLastOwner }, input) => {
    const denied = canGrant(ctx.actor, place, policy, { wanted: input.level, current: member.access_level });
    if (denied) return denied;
    return isLastOwner && (input.level < 50 || input.expiresAt) ? refuse('last_owner') : null;
  },
  run: async (ctx, { place, member }, input) => {
    const today = todayOf(ctx);
    const inherited = inheritedLevelProblem(input.level, await inheritedRole(ctx.db, place, member.user_id, today));
    if (inherited) failFields({ access_level: [inherited] });
    const expiry = expiryProblem(input.expiresAt, today);
    if (expiry) failFields({ expires_at: [expiry] });
    const changes = {
      access_level: input.level,
      ...(input.expiresAt !== undefined && { expires_at: input.expiresAt }),
    };
    await updateMemberRow(ctx.db, member.id, changes);
    await recordMemberChange(ctx, place, member.user_id, {
      from: member.access_level,
      to: input.level,
      expiresAt: input.expiresAt === undefined ? member.expires_at : input.expiresAt,
    });
  },
});
