import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { todayOf } from '../../projects/index.ts';

/** Who looks at a list, for the conditions that leave out what they may not see. */
export function viewerOf(ctx: Context): { actor: Actor; today: string } {
  return { actor: ctx.actor, today: todayOf(ctx) };
}
