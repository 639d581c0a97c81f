import type { Extensions } from '../platform/extensions.ts';
import { createHash, randomUUID } from 'node:crypto';
import { type Context, transact } from '../platform/context.ts';
import { addJob } from '../platform/jobs.ts';
import { deliverJob } from './deliver.ts';
import { insertDelivery } from './store/delivery-store.ts';
import { type HookRow, hooksFor, hooksForGroup, ownerOf } from './store/hook-store.ts';
import { type HookPayload, setHookDispatch } from './payloads/payload-registry.ts';
import { passesBranchFilter } from './rules/branch-filter.ts';

/** The same for everyone who is told of an event, however often. */
function uuidOfEvent(eventId: number): string {
  const hex = createHash('sha256').update(`hook-event:${eventId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const SYSTEM_EVENT_NAME = 'System Hook';

/** After this the job sends what its caller did not get to. */
const CALLER_PATIENCE_MS = 120_000;

/** Writes a delivery down and has it sent; deliveries of one hook go out one after the other. */
export async function queueDelivery(
  ctx: Context,
  hook: HookRow,
  payload: Pick<HookPayload, 'trigger' | 'eventName' | 'body'>,
  event: { id: number | null; uuid?: string; isSentByCaller?: boolean },
): Promise<number | undefined> {
  const delivery = await insertDelivery(ctx.db, {
    hook_id: hook.id,
    event_id: event.id,
    uuid: event.uuid ?? (event.id === null ? randomUUID() : uuidOfEvent(event.id)),
    trigger: payload.trigger,
    event_name: payload.eventName,
    url: hook.url,
    request_body: JSON.stringify(payload.body),
    created_at: ctx.clock.now(),
  });
  if (!delivery) return undefined;
  const runAt = event.isSentByCaller ? new Date(ctx.clock.now().getTime() + CALLER_PATIENCE_MS) : pauseOf(ctx, hook);
  await addJob(
    ctx,
    deliverJob,
    { deliveryId: delivery.id },
    {
      queue: `hook:${hook.id}`,
      maxAttempts: 3,
      ...(runAt && { runAt }),
    },
  );
  return delivery.id;
}

/** A hook that failed is left alone until its pause is over. */
function pauseOf(ctx: Context, hook: HookRow): Date | undefined {
  return hook.disabled_until !== null && hook.disabled_until > ctx.clock.now() ? hook.disabled_until : undefined;
}

/** System hooks have one name for all events, and are told of pushes without their commits. */
function forSystem({ trigger, body }: HookPayload): Pick<HookPayload, 'trigger' | 'eventName' | 'body'> {
  return { trigger, eventName: SYSTEM_EVENT_NAME, body: 'commits' in body ? { ...body, commits: [] } : body };
}

/** Tells all system hooks of what happened on the instance; as above, a repetition is not written twice. */
export function notifySystemHooks(ctx: Context, eventId: number, body: Record<string, unknown>): Promise<void> {
  return transact(ctx, async (inner) => {
    for (const hook of await hooksFor(inner.db, null, 'system_events')) {
      await queueDelivery(inner, hook, systemPayload(body), { id: eventId });
    }
  });
}

/** Notifies the hooks of a group and of the groups above it; an event that is handled again is not sent twice. */
export function notifyGroupHooks(
  ctx: Context,
  eventId: number,
  groupId: number,
  payload: Pick<HookPayload, 'trigger' | 'eventName' | 'body'>,
): Promise<void> {
  return transact(ctx, async (inner) => {
    for (const hook of await hooksForGroup(inner.db, groupId, payload.trigger)) {
      await queueDelivery(inner, hook, payload, { id: eventId });
    }
  });
}

export function systemPayload(body: Record<string, unknown>): Pick<HookPayload, 'trigger' | 'eventName' | 'body'> {
  return { trigger: 'system_events', eventName: SYSTEM_EVENT_NAME, body };
}

export const webhooksDispatch: Extensions = [
  /** Runs in the job of the event, which may be repeated: what was written down before is not written twice. */
  setHookDispatch((ctx, eventId, payload) =>
    transact(ctx, async (inner) => {
      for (const hook of await hooksFor(inner.db, payload.projectId, payload.trigger)) {
        const filter = { strategy: hook.branch_filter_strategy, pattern: hook.push_events_branch_filter };
        if (!passesBranchFilter(filter, payload.branch)) continue;
        await queueDelivery(inner, hook, ownerOf(hook).kind === 'instance' ? forSystem(payload) : payload, {
          id: eventId,
        });
      }
    }),
  ),
];
