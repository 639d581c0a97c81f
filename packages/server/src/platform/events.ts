import { actorId } from './actor.ts';
import type { Context } from './context.ts';
import { sql } from './db/database.ts';
import { defineJob, MAX_ATTEMPTS, type JobDefinition } from './jobs.ts';

/** Names and data of all events. Each slice adds its own by declaration merging; data holds ids, never whole rows. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface EventMap {}
export type EventType = keyof EventMap;
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
  const jobs = (subscriptions.get(type) ?? []).map((subscription) => subscription.job.name);
  // One round trip for the event and all its deliveries: most changes write several events.
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into outbox_events (type, data, actor_id)
      values (${type}, ${JSON.stringify(data)}::jsonb, ${actorId(ctx.actor) ?? null})
      returning id
    ), deliveries as (
      select (graphile_worker.add_job(job.name, json_build_object('eventId', event.id), max_attempts => ${MAX_ATTEMPTS}::int)).id
      from event, unnest(${jobs}::text[]) as job (name)
    )
    select event.id, (select count(deliveries.id) from deliveries) as deliveries from event`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('an event was not written');
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
