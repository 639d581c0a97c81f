import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { getNamespaceAccess, type NamespaceAccess, todayOf } from '../../access/project-access.ts';
import { canGrant } from '../../members/abilities.ts';
import { type LoadedContainer, loadContainer } from '../../members/load-container.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { expiryProblem } from '../../members/rules/granting.ts';
import { recordLinkChange } from '../link-changes.ts';
import { deleteGroupLink, type GroupLinkRow, insertGroupLink, lockGroupLink, pathAbove } from '../link-store.ts';

export type InviteGroupInput = {
  place: MemberContainer;
  groupId: number;
  level: number;
  /** First day without access, `YYYY-MM-DD`. */
  expiresAt?: string | null | undefined;
};

type Loaded = LoadedContainer & { invited: NamespaceAccess; above: { ids: number[]; isLocked: boolean } };

/** Invites a group that the actor may see. Nobody gives it a role above their own. */
export const inviteGroup = defineOperation<InviteGroupInput, Loaded, GroupLinkRow>({
  name: 'group_link.create',
  load: async (ctx, input) => ({
    ...(await loadContainer(ctx, input.place)),
    invited: await getNamespaceAccess(ctx, input.groupId),
    above: await pathAbove(ctx.db, input.place),
  }),
  check: (ctx, { place, policy, invited, above }, input) => {
    const denied = canGrant(ctx.actor, place, policy, { wanted: input.level, current: 0 });
    if (denied) return denied;
    if (invited.namespace.kind !== 'group' || invited.namespace.deleting_since !== null)
      return refuse('not_found', { resource: 'Group' });
    if (above.ids.includes(invited.namespace.id)) return refuse('group_link_above');
    return place.kind === 'project' && above.isLocked ? refuse('sharing_locked') : null;
  },
  run: async (ctx, { place, invited }, input) => {
    const today = todayOf(ctx);
    const groupId = invited.namespace.id;
    const present = await lockGroupLink(ctx.db, place, groupId);
    const isExpired = present?.expires_at != null && present.expires_at <= today;
    if (present && !isExpired) throw new AppError('group_link_exists');
    const expiry = expiryProblem(input.expiresAt, today);
    if (expiry) failFields({ expires_at: [expiry] });
    if (present) await deleteGroupLink(ctx.db, present.id);
    const row = await insertGroupLink(ctx.db, {
      group_id: groupId,
      project_id: place.kind === 'project' ? place.id : null,
      namespace_id: place.kind === 'group' ? place.id : null,
      access_level: input.level,
      expires_at: input.expiresAt ?? null,
      created_by_id: actorId(ctx.actor) ?? null,
    });
    await recordLinkChange(ctx, place, groupId, { from: 0, to: input.level, expiresAt: input.expiresAt });
    return row;
  },
});
