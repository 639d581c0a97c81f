import { listActingUsers } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { accessesOfUsers, featureOf, type ProjectAccess } from './project-access.ts';

/** What is asked for in one request. */
const MAX_PEOPLE = 200;

/**
 * Of the wanted users, in their order, those who may do this with a feature of the project; others are left out silently,
 * as asking for someone must not tell whether they exist.
 */
export async function usersWhoCan(
  ctx: Context,
  { project }: Pick<ProjectAccess, 'project'>,
  { ability, feature }: { ability: Ability; feature: Parameters<typeof featureOf>[1] },
  wanted: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(wanted.filter((id) => id > 0))].slice(0, MAX_PEOPLE);
  const people = await listActingUsers(ctx, ids);
  if (people.length === 0) return [];
  const accesses = await accessesOfUsers(ctx, project, people);
  const able = people.filter((actor) => {
    const access = accesses.get(actor.id);
    return access !== undefined && isAllowed(actor, ability, featureOf(access, feature));
  });
  const ableIds = new Set<number>(able.map((actor) => actor.id));
  return ids.filter((id) => ableIds.has(id));
}
