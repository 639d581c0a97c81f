import type { Extensions } from './extensions.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { actorId } from './actor.ts';
import { type Context, transact } from './context.ts';
import { defineJob, registerJob, scheduleJob } from './jobs.ts';

/** Who comes back after a holiday may still have on a device what was sent from it. */
const KEPT_MS = 30 * 86_400_000;

/** What was asked for: `act` names the action and its place, `key` is the client's own for this one request. */
export type IdempotentRequest = { act: string; key: string | undefined };

/** What came of the same request before. */
export async function doneBefore(ctx: Context, { act, key }: IdempotentRequest): Promise<number | undefined> {
  const id = actorId(ctx.actor);
  if (id === undefined || key === undefined) return undefined;
  const row = await ctx.db
    .selectFrom('done_requests')
    .select('result_id')
    .where('actor_id', '=', id)
    .where('act', '=', act)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row?.result_id ?? undefined;
}

/**
 * Does what a client may ask for again because the answer was lost: once for each key of a user. `action` and the note of it
 * are one transaction; a second one at the same moment waits for it. Undefined when it was done before (see `doneBefore`).
 */
export function doOnce<T>(
  ctx: Context,
  { act, key }: IdempotentRequest,
  deed: (ctx: Context) => Promise<{ id: number; made: T }>,
): Promise<T | undefined> {
  const id = actorId(ctx.actor);
  return transact(ctx, async (inner) => {
    if (id === undefined || key === undefined) return (await deed(inner)).made;
    const mine = { actor_id: id, act, idempotency_key: key };
    const added = await inner.db
      .insertInto('done_requests')
      .values({ ...mine, created_at: inner.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('actor_id')
      .executeTakeFirst();
    if (!added) return undefined;
    const { id: result, made } = await deed(inner);
    await inner.db
      .updateTable('done_requests')
      .set({ result_id: result })
      .where('actor_id', '=', id)
      .where('act', '=', act)
      .where('idempotency_key', '=', key)
      .execute();
    return made;
  });
}

/** The same for what makes one thing: gives its id, also of the one that was made before. */
export async function makeOnce(
  ctx: Context,
  asked: IdempotentRequest,
  make: (ctx: Context) => Promise<number>,
): Promise<number> {
  const made = await doOnce(ctx, asked, async (inner) => {
    const id = await make(inner);
    return { id, made: id };
  });
  return made ?? (await doneBefore(ctx, asked)) ?? fail('conflict');
}

const expireJob = defineJob<Record<string, never>>({
  name: 'expire-done-requests',
  run: async (ctx) => {
    const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
    await ctx.db.deleteFrom('done_requests').where('created_at', '<', before).execute();
    await ctx.db.deleteFrom('requests_under_way').where('held_until', '<', before).execute();
  },
});

export const platformDoneOnce: Extensions = [registerJob(expireJob), scheduleJob('51 3 * * *', expireJob)];
