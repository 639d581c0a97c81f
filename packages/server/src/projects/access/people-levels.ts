import type { Context } from '../../platform/context.ts';
import type { Place, PlaceKind } from './place.ts';
import { peopleLevels, peopleLevelsInGroup } from './people-levels-store.ts';
import { todayOf } from './project-access.ts';

const LEVELS_IN: Record<PlaceKind, typeof peopleLevels> = { project: peopleLevels, group: peopleLevelsInGroup };

/** Roles of several people in one project or group by user id, in one query; those without a role are missing. */
export function listLevels(
  ctx: Context,
  { kind, id }: Pick<Place, 'kind' | 'id'>,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  return LEVELS_IN[kind](ctx.db, id, userIds, todayOf(ctx));
}
