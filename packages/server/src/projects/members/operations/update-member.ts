import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canGrant } from '../abilities.ts';
import { todayOf } from '../../access/project-access.ts';
import { type LoadedPlace, loadPlace } from '../load-place.ts';
import { recordMemberChange } from '../member-changes.ts';
import { inheritedRole, lockDirectMember, type MemberPlace, type MemberRow, updateMemberRow } from '../member-store.ts';
import { isLastOwner } from '../reads/last-owner.ts';
import { expiryProblem, inheritedLevelProblem } from '../rules/granting.ts';

export type UpdateMemberInput = {
  place: MemberPlace;
  userId: number;
  level: number;
  /** `undefined` leaves it, null removes it. */
  expiresAt?: string | null | undefined;
};

type Loaded = LoadedPlace & { member: MemberRow; isLastOwner: boolean };

/** Changes a role given here. */
export const updateMember = defineOperation<UpdateMemberInput, Loaded, void>({
  name: 'member.update',
  load: async (ctx, input) => {
    const loaded = await loadPlace(ctx, input.place);
    const member = await lockDirectMember(ctx.db, input.place, input.userId);
    if (!member) throw new AppError('not_found', { resource: 'Member' });
    return { ...loaded, member, isLastOwner: await isLastOwner(ctx, input.place, member) };
  },
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
