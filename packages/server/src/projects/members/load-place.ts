import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../access/project-access.ts';
import type { MemberPlace } from './member-store.ts';

export type LoadedPlace = { place: MemberPlace; policy: PolicySubject };

/** The project or group as the actor meets it; not_found when they may not see it. */
export async function loadPlace(ctx: Context, place: MemberPlace): Promise<LoadedPlace> {
  if (place.kind === 'project') return { place, policy: (await getProjectAccess(ctx, place.id)).policy };
  const { namespace, policy } = await getNamespaceAccess(ctx, place.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { place, policy: { ...policy, isArchived: namespace.deleting_since !== null } };
}
