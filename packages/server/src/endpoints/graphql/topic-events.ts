import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { hasSameRights } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { accessTopic, endsAccessOf } from '../../platform/realtime/access-end.ts';
import type { RealtimeMessage } from '../../platform/realtime/hub.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';

const MAX_WAITING = 100;
/** How long it is believed who hears, before that is proven again. */
const RECHECK_MS = 4_000;

/** What a subscription gives for a message; undefined when it is not meant by it. */
type Pick<T> = (message: RealtimeMessage) => T | undefined | Promise<T | undefined>;

/** Does what the subscription was begun with still hold, with the same rights? Whoever was demoted begins again. */
function proofOf(ctx: Context): () => Promise<boolean> {
  let provenAt = ctx.clock.now().getTime();
  return async () => {
    const now = ctx.clock.now().getTime();
    if (!ctx.proveActor || now - provenAt < RECHECK_MS) return true;
    provenAt = now;
    return ctx.proveActor().then(
      (actor) => hasSameRights(actor, ctx.actor),
      () => false,
    );
  };
}

/**
 * Messages of one topic as an async iteration, for subscriptions. The right to hear is proven at the start and again
 * for each message, and it ends with the session or token that it rests on; a reader that does not keep up loses the
 * oldest messages, never the memory of the server. `inner` is a topic of the same thing that only some of its listeners
 * may hear: the others are not told what is said there.
 */
export async function topicEvents<T>(
  ctx: Context,
  topic: string,
  pick: Pick<T>,
  inner: string | null = null,
): Promise<AsyncIterableIterator<T>> {
  if (!(await maySubscribe(ctx, topic))) throw new AppError('not_found', { resource: 'Subscription' });
  const waiting: RealtimeMessage[] = [];
  let wake: (() => void) | undefined;
  const state = { isOver: false };
  const hear = (message: RealtimeMessage) => {
    if (waiting.length >= MAX_WAITING) waiting.shift();
    waiting.push(message);
    wake?.();
  };
  const stops = [topic, inner].flatMap((each) => (each === null ? [] : [ctx.realtime.subscribe(each, hear)]));
  const end = () => {
    state.isOver = true;
    for (const stop of stops.splice(0)) stop();
    wake?.();
  };
  const { actor } = ctx;
  const isProven = proofOf(ctx);
  if (actor.kind === 'user') {
    const isEnd = (message: RealtimeMessage) => endsAccessOf(actor, message);
    stops.push(ctx.realtime.subscribe(accessTopic(actor.id), (message) => isEnd(message) && end()));
  }
  const following = async (): Promise<T | undefined> => {
    while (!state.isOver) {
      const message = waiting.shift();
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (!(await isProven()) || !(await maySubscribe(ctx, topic))) end();
      const isHeard = message.topic !== inner || (await maySubscribe(ctx, inner));
      const picked = state.isOver || !isHeard ? undefined : await pick(message);
      if (picked !== undefined && !state.isOver) return picked;
    }
    return undefined;
  };
  const done = { done: true, value: undefined } as const;
  // No generator: one that waits for a message would not hear that nobody waits for it any more.
  const iterator: AsyncIterableIterator<T> = {
    next: async () => {
      try {
        const value = await following();
        return value === undefined ? done : { done: false, value };
      } catch (error) {
        end();
        throw error;
      }
    },
    return: async () => {
      end();
      return done;
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** Messages by the names of their events; a gap counts as each of them. */
export function onEvents(...events: string[]): (message: RealtimeMessage) => RealtimeMessage | undefined {
  return (message) => (message.event === reconnectedEvent || events.includes(message.event) ? message : undefined);
}

/** Messages that say that one of these fields changed, or that say nothing about which. */
export function onFields(...fields: string[]): (message: RealtimeMessage) => RealtimeMessage | undefined {
  return (message) => {
    const { changed } = message.data;
    const isMeant = !Array.isArray(changed) || fields.some((field) => changed.includes(field));
    return onEvents('changed')(message) && isMeant ? message : undefined;
  };
}
