import { AppError, failFields, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, type PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../access/project-access.ts';
import {
  type BadgeOwner,
  type BadgeRow,
  deleteBadgeRow,
  lockBadgeOf,
  insertBadge,
  listBadgeRows,
  ownerColumns,
  updateBadgeRow,
} from '../badge-store.ts';

const MAX_BADGES = 50;

type Fields = { name?: string | null | undefined; link_url: string; image_url: string };
type Home = { owner: BadgeOwner; policy: PolicySubject };

async function loadHome(ctx: Context, owner: BadgeOwner): Promise<Home> {
  if (owner.kind === 'project') return { owner, policy: (await getProjectAccess(ctx, owner.id)).policy };
  const { namespace, policy } = await getNamespaceAccess(ctx, owner.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { owner, policy };
}

const refusal = (ctx: Context, { owner, policy }: Home): Refusal | null =>
  can(ctx.actor, owner.kind === 'project' ? 'admin_badges' : 'admin_group_badges', policy);

export const createBadge = defineOperation<Fields & { owner: BadgeOwner }, Home, BadgeRow>({
  name: 'badge.create',
  load: (ctx, { owner }) => loadHome(ctx, owner),
  check: refusal,
  run: async (ctx, { owner }, { name, link_url, image_url }) => {
    const { project_id: projectId } = ownerColumns(owner);
    const own = (await listBadgeRows(ctx.db, owner)).filter((row) => row.project_id === projectId);
    if (own.length >= MAX_BADGES) {
      failFields({ base: [`There are ${MAX_BADGES} badges, the maximum`] });
    }
    const row = await insertBadge(ctx.db, { ...ownerColumns(owner), name: name ?? '', link_url, image_url });
    await audit(ctx, 'badge.created', { type: owner.kind, id: owner.id }, { badge_id: row.id });
    return row;
  },
});

type Which = { owner: BadgeOwner; badgeId: number };
type Loaded = Home & { badge: BadgeRow };

async function load(ctx: Context, { owner, badgeId }: Which): Promise<Loaded> {
  const home = await loadHome(ctx, owner);
  const badge = await lockBadgeOf(ctx.db, owner, badgeId);
  if (!badge) throw new AppError('not_found', { resource: 'Badge' });
  return { ...home, badge };
}

export const updateBadge = defineOperation<
  Which & { change: { [Name in keyof Fields]?: Fields[Name] | undefined } },
  Loaded,
  BadgeRow
>({
  name: 'badge.update',
  load,
  check: refusal,
  run: async (ctx, { owner, badge }, { change: { name, link_url: link, image_url: image } }) => {
    const row = await updateBadgeRow(ctx.db, badge.id, {
      name: name === undefined ? badge.name : (name ?? ''),
      link_url: link ?? badge.link_url,
      image_url: image ?? badge.image_url,
    });
    await audit(ctx, 'badge.updated', { type: owner.kind, id: owner.id }, { badge_id: badge.id });
    return row;
  },
});

export const deleteBadge = defineOperation<Which, Loaded, void>({
  name: 'badge.delete',
  load,
  check: refusal,
  run: async (ctx, { owner, badge }) => {
    await deleteBadgeRow(ctx.db, badge.id);
    await audit(ctx, 'badge.deleted', { type: owner.kind, id: owner.id }, { badge_id: badge.id });
  },
});
