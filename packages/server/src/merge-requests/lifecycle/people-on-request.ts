import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listProjectLevels, type ProjectAccess } from '../../projects/index.ts';

const GUEST_READS_NOTHING = 20;
export const MAX_PEOPLE = 200;

/**
 * Of the wanted people those who can read merge requests of this project; others are left out silently, as asking for
 * somebody must not tell whether they exist.
 */
export async function peopleWhoCanRead(
  ctx: Context,
  access: ProjectAccess,
  wanted: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(wanted.filter((id) => id > 0))].slice(0, MAX_PEOPLE);
  if (ids.length === 0) return [];
  const users = (await listUsersByIds(ctx, ids)).filter((user) => user.state === 'active');
  const { project } = access;
  const levels = await listProjectLevels(
    ctx,
    project.id,
    users.map((user) => user.id),
  );
  const isOpen = project.visibility !== 'private' && project.merge_requests_access_level === 'enabled';
  const needed = project.visibility === 'private' ? GUEST_READS_NOTHING : 10;
  return users.filter((user) => isOpen || (levels.get(user.id) ?? 0) >= needed).map((user) => user.id);
}
