import type { Context } from '../../platform/context.ts';
import { peopleLevels } from './people-levels-store.ts';
import { todayOf } from './project-access.ts';

/** Roles of several people in one project by user id, in one query; those without a role are missing. */
export function listProjectLevels(
  ctx: Context,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  return peopleLevels(ctx.db, projectId, userIds, todayOf(ctx));
}
