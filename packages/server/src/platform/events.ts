import type { Extension, Extensions } from './extensions.ts';
import { actorId } from './actor.ts';
import { type Context, transact } from './context.ts';
import { sql } from './db/database.ts';
import { addJob, defineJob, registerJob, MAX_ATTEMPTS, type JobDefinition } from './jobs.ts';
import { defineLastStep } from './last-steps.ts';
import { mapAtMost } from './map-at-most.ts';

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
type Handle = (ctx: Context, event: EventOf<EventType>) => Promise<void>;
type Subscription = { handle: Handle; job: JobDefinition<DeliveryPayload>; waits: boolean };
type Options = {
  /** What may still be taken back is told to it only once it cannot, in the order it was done. */
  waits?: boolean;
};

const subscriptions = new Map<string, Subscription[]>();

/**
 * Calls `handle` after the event's transaction is committed, at least once. A subscriber that fails is tried again by a job
 * of its own and holds up no other. Handlers must bear repetition.
 */
export function onEvent<T extends EventType>(
  type: T,
  subscriber: string,
  handle: (ctx: Context, event: EventOf<T>) => Promise<void>,
  { waits = false }: Options = {},
): Extension {
  return () => {
    const known = handle as Handle;
    const job: JobDefinition<DeliveryPayload> = defineJob<DeliveryPayload>({
      name: `event:${type}:${subscriber}`,
      run: async (ctx, payload) => {
        for await (const events of readEvents(ctx, payload)) {
          const [only] = events;
          if (only && 'eventId' in payload) return known(ctx, only);
          for (const event of events) await deliver(ctx, { handle: known, job }, event);
        }
      },
    });
    registerJob(job)();
    subscriptions.set(type, [...(subscriptions.get(type) ?? []), { handle: known, job, waits }]);
  };
}

/** A push of many branches writes an event for each. */
const READ_AT_ONCE = 500;

/** The ones that were not taken back, in their order, some at a time. */
async function* readEvents(ctx: Context, payload: DeliveryPayload): AsyncGenerator<EventOf<EventType>[]> {
  const ids = 'eventId' in payload ? [payload.eventId] : payload.eventIds;
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const some = ids.slice(from, from + READ_AT_ONCE);
    const rows = await ctx.db.selectFrom('outbox_events').selectAll().where('id', 'in', some).orderBy('id').execute();
    yield rows.map(({ id, type, data, actor_id: actor, created_at: createdAt }) => ({
      id,
      type: type as EventType,
      data: data as EventMap[EventType],
      actorId: actor,
      createdAt,
    }));
  }
}

/** What fails is tried again alone. */
async function deliver(
  ctx: Context,
  { handle, job }: Pick<Subscription, 'handle' | 'job'>,
  event: EventOf<EventType>,
): Promise<void> {
  try {
    await handle({ ...ctx }, event);
  } catch (error) {
    ctx.log.warn({ err: error, eventId: event.id, job: job.name }, 'an event is delivered again');
    await addJob(ctx, job, { eventId: event.id });
  }
}

/** A slow subscriber holds up only some of the others. Each takes a connection to the database. */
const SUBSCRIBERS_AT_ONCE = 2;

/** Delivers the events of one transaction to all their subscribers, to each of them in order. */
const deliverEventsJob = defineJob<DeliveryPayload>({
  name: 'deliver-events',
  run: async (ctx, payload) => {
    for await (const events of readEvents(ctx, payload)) {
      const of = (subscription: Subscription, type: string) =>
        events.filter((event) => event.type === type && !isHeld(subscription, event.data));
      const tasks = [...new Set(events.map(({ type }) => type))].flatMap((type) =>
        (subscriptions.get(type) ?? []).map((subscription) => ({ subscription, events: of(subscription, type) })),
      );
      await mapAtMost(SUBSCRIBERS_AT_ONCE, tasks, async (task) => {
        for (const event of task.events) await deliver(ctx, task.subscription, event);
      });
    }
  },
});

/** Held ones have jobs of their own from the beginning. */
const isHeld = ({ waits }: Subscription, data: unknown): boolean => waits && batchOf(data) !== undefined;

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
  if (!ctx.db.isTransaction) return transact(ctx, (inner) => emitAll(inner, type, all));
  const told = subscriptions.get(type) ?? [];
  const batch = batchOf(first);
  const held = told.filter((each) => isHeld(each, first)).map(({ job }) => job.name);
  const heldUntil = batch ? new Date(Date.parse(batch.heldUntil) + LAST_MOMENT_MS) : null;
  const queue = batch ? queueOf(batch) : null;
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
      select (graphile_worker.add_job(job.name, payload.of_job, queue_name => ${queue}, run_at => ${heldUntil}::timestamptz,
                                      max_attempts => ${MAX_ATTEMPTS}::int)).id
      from payload, unnest(${held}::text[]) as job (name)
    )
    select event.id, (select count(deliveries.id) from deliveries) as deliveries from event order by event.id`.execute(
    ctx.db,
  );
  const ids = rows.map((row) => row.id);
  if (held.length < told.length) await deliverAtEnd(ctx, ids);
  return ids;
}

/** One job for all events of a transaction that are not held. */
const deliverAtEnd = defineLastStep<number[]>(async (ctx, ids) => {
  await addJob(ctx, deliverEventsJob, { eventIds: ids.flat() });
});

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

export const platformEvents: Extensions = [registerJob(deliverEventsJob)];
