import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../access/project-access.ts';
import { lockNamespace } from '../namespaces/namespace-store.ts';
import { lockDirectMember, type MemberContainer, type MemberRow } from './member-store.ts';
import { isLastOwner } from './reads/last-owner.ts';

export type LoadedContainer = { place: MemberContainer; policy: PolicySubject };

/** The project or group as the actor meets it; not_found when they may not see it. */
export async function loadContainer(ctx: Context, place: MemberContainer): Promise<LoadedContainer> {
  if (place.kind === 'project') return { place, policy: (await getProjectAccess(ctx, place.id)).policy };
  const { namespace, policy } = await getNamespaceAccess(ctx, place.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { place, policy };
}

export type LoadedMember = LoadedContainer & { member: MemberRow; isLastOwner: boolean };

/**
 * A role given in this place, held until the transaction ends. The group is held too, so that of two owners who leave at
 * the same moment the second finds that nobody else is left.
 */
export async function loadMember(ctx: Context, place: MemberContainer, userId: number): Promise<LoadedMember> {
  const loaded = await loadContainer(ctx, place);
  if (place.kind === 'group') await lockNamespace(ctx.db, place.id);
  const member = await lockDirectMember(ctx.db, place, userId);
  if (!member) throw new AppError('not_found', { resource: 'Member' });
  return { ...loaded, member, isLastOwner: await isLastOwner(ctx, place, member) };
}
