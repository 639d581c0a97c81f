import type { Context } from '../../../platform/context.ts';
import { namespaceIsVisible, projectIsVisible, todayOf } from '../../../projects/index.ts';
import { listKnownMilestoneTitles } from '../milestone-store.ts';

/** Titles of the milestones of everything that the actor may see, each once; for lists that belong to no place. */
export function knownMilestoneTitles(ctx: Context, text: string, limit: number): Promise<string[]> {
  const today = todayOf(ctx);
  const visible = { project: projectIsVisible(ctx.actor, today), namespace: namespaceIsVisible(ctx.actor, today) };
  return listKnownMilestoneTitles(ctx.db, { text, ...visible }, limit);
}
