import { actorId } from './actor.ts';
import type { Context } from './context.ts';
import { sql } from './db/database.ts';
import { addJob, defineJob, MAX_ATTEMPTS, type JobDefinition } from './jobs.ts';

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

/** What was done together with others, such as a review: told together, and until then to be taken back. */
export type EventBatch = { id: string; heldUntil: string };

/** Events that were written together are delivered together, in their order. */
type DeliveryPayload = { eventId: number } | { eventIds: number[] };
type Subscription = { type: EventType; job: JobDefinition<DeliveryPayload>; waits: boolean };
type Options = {
  /** What may still be taken back is told to it only once it cannot, in the order it was done. */
  waits?: boolean;
};

const subscriptions = new Map<string, Subscription[]>();

/**
 * Calls `handle` after the event's transaction is committed, at least once, as a job of its own: a slow or failing
 * subscriber never holds up another. Handlers must bear repetition.
 */
export function onEvent<T extends EventType>(
  type: T,
  subscriber: string,
  handle: (ctx: Context, event: EventOf<T>) => Promise<void>,
  { waits = false }: Options = {},
): void {
  const job: JobDefinition<DeliveryPayload> = defineJob<DeliveryPayload>({
    name: `event:${type}:${subscriber}`,
    run: async (ctx, payload) => {
      if ('eventId' in payload) return deliver(ctx, type, handle, payload.eventId);
      for (const eventId of payload.eventIds) {
        try {
          await deliver(ctx, type, handle, eventId);
        } catch (error) {
          // The one that fails is tried again alone.
          ctx.log.warn({ err: error, eventId, job: job.name }, 'an event is told again');
          await addJob(ctx, job, { eventId });
        }
      }
    },
  });
  subscriptions.set(type, [...(subscriptions.get(type) ?? []), { type, job, waits }]);
}

async function deliver<T extends EventType>(
  ctx: Context,
  type: T,
  handle: (ctx: Context, event: EventOf<T>) => Promise<void>,
  eventId: number,
): Promise<void> {
  const row = await ctx.db.selectFrom('outbox_events').selectAll().where('id', '=', eventId).executeTakeFirst();
  if (!row) return;
  await handle(ctx, {
    id: row.id,
    type,
    data: row.data as EventMap[T],
    actorId: row.actor_id,
    createdAt: row.created_at,
  });
}

/** Writes an event next to its cause; call inside the transaction that makes the change. Returns the event's id. */
export async function emit<T extends EventType>(ctx: Context, type: T, data: EventMap[T]): Promise<number> {
  const [id] = await emitAll(ctx, type, [data]);
  if (id === undefined) throw new Error('an event was not written');
  return id;
}

/** The same for what happened together: events of one type and, if any, one batch. */
export async function emitAll<T extends EventType>(
  ctx: Context,
  type: T,
  all: readonly EventMap[T][],
): Promise<number[]> {
  const [first] = all;
  if (first === undefined) return [];
  const told = subscriptions.get(type) ?? [];
  const batch = batchOf(first);
  const held = batch && { at: new Date(Date.parse(batch.heldUntil) + LAST_MOMENT_MS), queue: queueOf(batch) };
  const names = told.map(({ job }) => job.name);
  const times = told.map(({ waits }) => (waits && held ? held.at : null));
  const queues = told.map(({ waits }) => (waits && held ? held.queue : null));
  // One round trip for the events and all their deliveries: most changes write several events.
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into outbox_events (type, data, actor_id)
      select ${type}, each.data::jsonb, ${actorId(ctx.actor) ?? null}::bigint
      from unnest(${all.map((data) => JSON.stringify(data))}::text[]) with ordinality as each (data, place)
      order by each.place
      returning id
    ), payload as (
      select case when count(*) = 1 then json_build_object('eventId', min(id))
             else json_build_object('eventIds', json_agg(id order by id)) end as of_job
      from event
    ), deliveries as (
      select (graphile_worker.add_job(job.name, payload.of_job, queue_name => job.queue, run_at => job.at,
                                      max_attempts => ${MAX_ATTEMPTS}::int)).id
      from payload, unnest(${names}::text[], ${queues}::text[], ${times}::timestamptz[]) as job (name, queue, at)
    )
    select event.id, (select count(deliveries.id) from deliveries) as deliveries from event order by event.id`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** Whoever takes it back at the last moment gets to the end of it. */
const LAST_MOMENT_MS = 5_000;
const HELD_QUEUES = 16;

function batchOf(data: unknown): EventBatch | undefined {
  return (data as { batch?: EventBatch }).batch;
}

/** One for each batch would never end; what is told of one batch stands in one. */
function queueOf({ id }: EventBatch): string {
  const sum = [...id].reduce((total, char) => (total * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003, 0);
  return `held:${sum % HELD_QUEUES}`;
}

/** Of what was taken back nobody hears any more who has not yet. Call in the transaction that takes it back. */
export async function retractEvents(ctx: Pick<Context, 'db'>, batchId: string): Promise<void> {
  await sql`delete from outbox_events where data ? 'batch' and data->'batch'->>'id' = ${batchId}`.execute(ctx.db);
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

/** The same of many things on one topic, each told by itself. */
export async function publishAll(
  ctx: Pick<Context, 'db'>,
  topic: string,
  event: string,
  all: readonly Record<string, unknown>[],
): Promise<void> {
  if (all.length === 0) return;
  const texts = all.map((data) => JSON.stringify({ topic, event, data }));
  await sql`select pg_notify('tributary_realtime', text) from unnest(${texts}::text[]) as each (text)`.execute(ctx.db);
}

/** The same news on many topics. */
export async function publishOn(
  ctx: Pick<Context, 'db'>,
  topics: readonly string[],
  event: string,
  data: Record<string, unknown>,
): Promise<void> {
  if (topics.length === 0) return;
  const texts = topics.map((topic) => JSON.stringify({ topic, event, data }));
  await sql`select pg_notify('tributary_realtime', text) from unnest(${texts}::text[]) as each (text)`.execute(ctx.db);
}
