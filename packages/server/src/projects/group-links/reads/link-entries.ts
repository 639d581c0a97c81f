import type { MemberLevel } from '@tributary/contract/core/access-levels.ts';
import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import type { Context } from '../../../platform/context.ts';
import { canGrant, grantingLevel } from '../../members/abilities.ts';
import type { LoadedContainer } from '../../members/load-container.ts';
import { grantableLevels } from '../../members/rules/granting.ts';
import { groupsInvitedTo, pathAbove } from '../link-store.ts';
import { type GroupLinkView, pageOfGroupLinks } from './list-group-links.ts';

export type GroupLinkEntry = GroupLinkView & {
  /** False when the invitation is to a group above, where it is changed too. */
  isHere: boolean;
  /** Roles that the actor may change it to; none when they may not change or end it. */
  levels: MemberLevel[];
};

/** Invited groups with what the actor may do about each, by the same checks as the operations. */
export async function listGroupLinkEntries(
  ctx: Context,
  { place, policy }: LoadedContainer,
  search: string,
  request: PageRequest,
): Promise<Page<GroupLinkEntry>> {
  const grantable = grantableLevels(grantingLevel(ctx.actor, policy));
  const options = { inherited: true, search, isVisibleOnly: !mayInvite(ctx, { place, policy }) };
  const links = await pageOfGroupLinks(ctx, place, options, request);
  const items = links.items.map((link) => {
    const isHere = link.place.kind === place.kind && link.place.id === place.id;
    const refusal = canGrant(ctx.actor, place, policy, { wanted: 0, current: link.level });
    return { ...link, isHere, levels: isHere && refusal === null ? grantable : [] };
  });
  return { ...links, items };
}

function mayInvite(ctx: Context, { place, policy }: LoadedContainer): boolean {
  return canGrant(ctx.actor, place, policy, { wanted: 10, current: 0 }) === null;
}

/** Groups that are invited to the place itself, so that they are not offered again; for those who may invite. */
export async function listInvitedIds(ctx: Context, loaded: LoadedContainer): Promise<number[]> {
  return mayInvite(ctx, loaded) ? groupsInvitedTo(ctx.db, loaded.place) : [];
}

/** Why no group can be invited here, for those who otherwise could; null when one can. */
export async function sharingRefusal(ctx: Context, { place }: LoadedContainer): Promise<string | null> {
  if (place.kind === 'group') return null;
  return (await pathAbove(ctx.db, place)).isLocked ? errorText('sharing_locked') : null;
}
