import type { Context } from '../../platform/context.ts';
import type { Place, PlaceKind } from './place.ts';
import { peopleLevels, peopleLevelsInGroup } from './people-levels-store.ts';
import { todayOf } from './project-access.ts';

/** Roles of several people in one project by user id, in one query; those without a role are missing. */
export function listProjectLevels(
  ctx: Context,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  return peopleLevels(ctx.db, projectId, userIds, todayOf(ctx));
}

const LEVELS_IN: Record<PlaceKind, typeof peopleLevels> = { project: peopleLevels, group: peopleLevelsInGroup };

/** The same in a project or a group. */
export function listLevels(
  ctx: Context,
  { kind, id }: Pick<Place, 'kind' | 'id'>,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  return LEVELS_IN[kind](ctx.db, id, userIds, todayOf(ctx));
}
