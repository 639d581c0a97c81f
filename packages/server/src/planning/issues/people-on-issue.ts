import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { listProjectLevels, type ProjectAccess } from '../../projects/index.ts';

const GUEST = 10;
const MAX_PEOPLE = 200;

/**
 * Of the wanted people those who can read issues of this project; others are left out silently, as asking for somebody
 * must not tell whether they exist. A confidential issue is shown to those who are put on it.
 */
export async function peopleForIssue(
  ctx: Context,
  { project }: ProjectAccess,
  wanted: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(wanted.filter((id) => id > 0))].slice(0, MAX_PEOPLE);
  if (ids.length === 0) return [];
  const users = (await listUsersByIds(ctx, ids)).filter((user) => user.state === 'active');
  const isOpen = project.visibility !== 'private' && project.issues_access_level === 'enabled';
  const levels = await listProjectLevels(
    ctx,
    project.id,
    users.map((user) => user.id),
  );
  return users.filter((user) => isOpen || (levels.get(user.id) ?? 0) >= GUEST).map((user) => user.id);
}
