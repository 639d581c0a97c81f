import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { todayOf } from '../../access/project-access.ts';
import { canGrant } from '../../members/abilities.ts';
import { type LoadedContainer, loadContainer } from '../../members/load-container.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { expiryProblem } from '../../members/rules/granting.ts';
import { recordLinkChange } from '../link-changes.ts';
import { deleteGroupLink, type GroupLinkRow, lockGroupLink, updateGroupLink } from '../link-store.ts';

type Loaded = LoadedContainer & { link: GroupLinkRow };

/** The group need not be seen: who manages a place may always end what was given there. */
async function loadLink(ctx: Context, place: MemberContainer, groupId: number): Promise<Loaded> {
  const loaded = await loadContainer(ctx, place);
  const link = await lockGroupLink(ctx.db, place, groupId);
  if (!link) throw new AppError('not_found', { resource: 'Group' });
  return { ...loaded, link };
}

export type ChangeGroupLinkInput = {
  place: MemberContainer;
  groupId: number;
  level: number;
  /** `undefined` leaves it, null removes it. */
  expiresAt?: string | null | undefined;
};

export const changeGroupLink = defineOperation<ChangeGroupLinkInput, Loaded, GroupLinkRow>({
  name: 'group_link.update',
  load: (ctx, input) => loadLink(ctx, input.place, input.groupId),
  check: (ctx, { place, policy, link }, input) =>
    canGrant(ctx.actor, place, policy, { wanted: input.level, current: link.access_level }),
  run: async (ctx, { place, link }, input) => {
    const expiry = expiryProblem(input.expiresAt, todayOf(ctx));
    if (expiry) failFields({ expires_at: [expiry] });
    const changed = await updateGroupLink(ctx.db, link.id, {
      access_level: input.level,
      ...(input.expiresAt !== undefined && { expires_at: input.expiresAt }),
    });
    await recordLinkChange(ctx, place, link.group_id, {
      from: link.access_level,
      to: input.level,
      expiresAt: input.expiresAt === undefined ? link.expires_at : input.expiresAt,
    });
    return changed;
  },
});

/** Ends an invitation; the users of the group lose at once what it gave them. */
export const endGroupLink = defineOperation<{ place: MemberContainer; groupId: number }, Loaded, void>({
  name: 'group_link.delete',
  load: (ctx, input) => loadLink(ctx, input.place, input.groupId),
  check: (ctx, { place, policy, link }) =>
    canGrant(ctx.actor, place, policy, { wanted: 0, current: link.access_level }),
  run: async (ctx, { place, link }) => {
    await deleteGroupLink(ctx.db, link.id);
    await recordLinkChange(ctx, place, link.group_id, { from: link.access_level, to: 0 });
  },
});
