import type { MissedCommandResults } from '@tributary/contract/discussions/page.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { noteableCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import type { Noteable } from '../noteable.ts';
import { clearUntold, listUntold } from '../store/command-runs.ts';

/** What the reader's own commands came to when they were not there to hear of it; kept until they put it away. */
export async function missedCommandResults(ctx: Context, { type, id }: Noteable): Promise<MissedCommandResults | null> {
  const authorId = actorId(ctx.actor);
  if (authorId === undefined) return null;
  const runs = await readCached(ctx, {
    key: `later_commands:${authorId}:${type}:${id}`,
    marks: () => [noteableCacheVersion(id)],
    load: () => listUntold(ctx.db, { authorId, noteableType: type, noteableId: id }),
  });
  const last = runs?.at(-1);
  if (!runs || !last) return null;
  return {
    messages: runs.flatMap((run) => run.outcome?.messages ?? []),
    error_messages: runs.flatMap((run) => run.outcome?.errors ?? []),
    until: String(last.sinceMicros),
  };
}

/** What was told is not told again; what came since is. */
export async function dismissCommandResults(ctx: Context, { type, id }: Noteable, until: number): Promise<void> {
  const authorId = actorId(ctx.actor);
  if (authorId !== undefined) await clearUntold(ctx.db, { authorId, noteableType: type, noteableId: id }, until);
}
