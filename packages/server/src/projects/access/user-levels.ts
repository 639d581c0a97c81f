import type { Context } from '../../platform/context.ts';
import type { Container, ContainerKind } from './container.ts';
import { userLevels, userLevelsInGroup } from './user-levels-store.ts';
import { todayOf } from './project-access.ts';

const LEVELS_IN: Record<ContainerKind, typeof userLevels> = { project: userLevels, group: userLevelsInGroup };

/** Roles of several users in one project or group by user id, in one query; those without a role are missing. */
export function listLevels(
  ctx: Context,
  { kind, id }: Pick<Container, 'kind' | 'id'>,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  return LEVELS_IN[kind](ctx.db, id, userIds, todayOf(ctx));
}
