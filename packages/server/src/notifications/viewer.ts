import { AppError } from '@tributary/contract/errors/app-error.ts';
import { noteableTypesWhere } from '../discussions/index.ts';
import { actorId } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { todayOf } from '../projects/index.ts';
import { readConditions } from './notification-subject.ts';

/** The user whose to-dos and wishes these are; nobody else ever sees them. Throws unauthenticated. */
export function selfId(ctx: Context): number {
  const id = actorId(ctx.actor);
  if (id === undefined) throw new AppError('unauthenticated');
  return id;
}

export function viewerOf(ctx: Context) {
  const asksGroups = noteableTypesWhere(({ livesIn }) => livesIn === 'group').length > 0;
  return { actor: ctx.actor, today: todayOf(ctx), asksGroups, kinds: readConditions() };
}
