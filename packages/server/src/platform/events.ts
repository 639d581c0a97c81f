import { actorId } from './actor.ts';
import type { Context } from './context.ts';
import { sql } from './db/database.ts';
import { addJob, defineJob, type JobDefinition } from './jobs.ts';

/** Names and data of all events. Each slice adds its own by declaration merging; data holds ids, never whole rows. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface EventMap {}
export type EventType = keyof EventMap & string;
export type EventOf<T extends EventType> = {
  id: number;
  type: T;
  data: EventMap[T];
  actorId: number | null;
  createdAt: Date;
};

type DeliveryPayload = { eventId: number };
type Subscription = { type: EventType; job: JobDefinition<DeliveryPayload> };

const subscriptions = new Map<string, Subscription[]>();

/**
 * Calls `handle` after the event's transaction is committed, at least once, as a job of its own: a slow or failing
 * subscriber never holds up another. Handlers must bear repetition.
 */
export function onEvent<T extends EventType>(
  type: T,
  subscriber: string,
  handle: (ctx: Context, event: EventOf<T>) => Promise<void>,
): void {
  const job = defineJob<DeliveryPayload>({
    name: `event:${type}:${subscriber}`,
    run: async (ctx, payload) => {
      const row = await ctx.db
        .selectFrom('outbox_events')
        .selectAll()
        .where('id', '=', payload.eventId)
        .executeTakeFirst();
      if (!row) return;
      await handle(ctx, {
        id: row.id,
        type,
        data: row.data as EventMap[T],
        actorId: row.actor_id,
        createdAt: row.created_at,
      });
    },
  });
  subscriptions.set(type, [...(subscriptions.get(type) ?? []), { type, job }]);
}

/** Writes an event next to its cause; call inside the transaction that makes the change. Returns the event's id. */
export async function emit<T extends EventType>(ctx: Context, type: T, data: EventMap[T]): Promise<number> {
  const row = await ctx.db
    .insertInto('outbox_events')
    .values({ type, data: JSON.stringify(data), actor_id: actorId(ctx.actor) ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const subscription of subscriptions.get(type) ?? []) {
    await addJob(ctx, subscription.job, { eventId: row.id });
  }
  return row.id;
}

/** Tells connected browsers that something changed; sent when the transaction commits. `data` holds ids only. */
export async function publish(
  ctx: Pick<Context, 'db'>,
  topic: string,
  event: string,
  data: Record<string, unknown>,
): Promise<void> {
  await sql`select pg_notify('tributary_realtime', ${JSON.stringify({ topic, event, data })})`.execute(ctx.db);
}
