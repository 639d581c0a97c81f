import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { findUser } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canAdd } from '../abilities.ts';
import { todayOf } from '../../access/project-access.ts';
import { type LoadedContainer, loadContainer } from '../load-container.ts';
import { recordMemberChange } from '../member-changes.ts';
import { deleteAccessRequestRow } from '../access-request-store.ts';
import {
  deleteMemberRow,
  inheritedRole,
  insertMember,
  lockDirectMember,
  type MemberContainer,
  personalOwnerOf,
} from '../member-store.ts';
import { expiryProblem, inheritedLevelProblem } from '../rules/granting.ts';

export type AddMemberInput = {
  place: MemberContainer;
  userId: number;
  level: number;
  /** First day without access, `YYYY-MM-DD`. */
  expiresAt?: string | null | undefined;
};

/** Gives a user a role. Nobody gives one above their own, or one below what the user has from above anyway. */
export const addMember = defineOperation<AddMemberInput, LoadedContainer, void>({
  name: 'member.add',
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: (ctx, { place, policy }, input) => canAdd(ctx, place, policy, input.level),
  run: async (ctx, { place }, input) => {
    const today = todayOf(ctx);
    const user = await findUser(ctx, input.userId);
    if (!user || user.state === 'blocked' || user.state === 'banned' || user.isBot)
      throw new AppError('not_found', { resource: 'User' });
    const present = await lockDirectMember(ctx.db, place, user.id);
    const isExpired = present?.expires_at != null && present.expires_at <= today;
    const isOwner = place.kind === 'project' && (await personalOwnerOf(ctx.db, place.id)) === user.id;
    if ((present && !isExpired) || isOwner) throw new AppError('member_exists');
    const inherited = inheritedLevelProblem(input.level, await inheritedRole(ctx.db, place, user.id, today));
    if (inherited) failFields({ access_level: [inherited] });
    const expiry = expiryProblem(input.expiresAt, today);
    if (expiry) failFields({ expires_at: [expiry] });
    if (present) await deleteMemberRow(ctx.db, present.id);
    await insertMember(ctx.db, {
      user_id: user.id,
      project_id: place.kind === 'project' ? place.id : null,
      namespace_id: place.kind === 'group' ? place.id : null,
      access_level: input.level,
      expires_at: input.expiresAt ?? null,
      created_by_id: actorId(ctx.actor) ?? null,
    });
    // Who has a role now waits for none.
    await deleteAccessRequestRow(ctx.db, place, user.id);
    await recordMemberChange(ctx, place, user.id, { from: 0, to: input.level, expiresAt: input.expiresAt });
  },
});
