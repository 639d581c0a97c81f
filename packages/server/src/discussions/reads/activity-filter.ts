import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, isAllowed } from '../../platform/policy/policy.ts';
import { ACCESS } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { findActivityFilter, saveActivityFilter } from '../store/activity-filters.ts';
import type { Activity } from './discussion-page.ts';

/** The part of the activity that the user looked at last, on things of this kind; everything for those unknown. */
export async function savedActivityFilter(ctx: Context, noteableType: string): Promise<Activity> {
  const id = actorId(ctx.actor);
  if (id === undefined) return 0;
  const kept = await readCached(ctx, {
    key: `activity_filter:${id}:${noteableType}`,
    marks: () => [ACCESS],
    load: () => findActivityFilter(ctx.db, id, noteableType),
  });
  return kept ?? 0;
}

/** Remembers the choice for the user's next visit, on every device; not for a token that may only read. */
export async function persistActivityFilter(ctx: Context, noteableType: string, filter: Activity): Promise<void> {
  const id = actorId(ctx.actor);
  if (id !== undefined && isAllowed(ctx.actor, 'change_account', INSTANCE))
    await saveActivityFilter(ctx.db, id, noteableType, filter);
}
