import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { MAX_REPLAY_GAP_MS, reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { accessTopic, endsAccessOf } from '../../platform/realtime/access-end.ts';
import type { RealtimeMessage } from '../../platform/realtime/hub.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import type { RequestContexts } from '../http/request-context.ts';

const MAX_TOPICS = 50;
const HEARTBEAT_MS = 25_000;
/** How long a right that was proven is believed before it is asked for again. */
const RECHECK_MS = 4_000;
const MAX_BUFFERED_BYTES = 1_048_576;
/** A request may wait so long before it is looked at, while what its page shows was read at once. */
const WAITED_MS = 250;

/** The gap before this stream in ms; what is no number is too long to be told. */
function gapOf(missed: string | undefined): number {
  if (missed === undefined) return 0;
  return /^\d{1,9}$/.test(missed) ? Number(missed) : MAX_REPLAY_GAP_MS + 1;
}

/**
 * `GET /-/realtime?topics=a,b&missed=1200`: server-sent events with `RealtimeMessage` as data, for topics the user may
 * hear. First what was told in the last `missed` ms, or `reconnectedEvent` on every topic where that is not known any more.
 */
export function bindEventStream(server: FastifyInstance, contexts: RequestContexts): void {
  const open = new Set<ServerResponse>();
  // A stream never ends by itself; stopping the service would wait for it.
  server.addHook('preClose', async () => {
    for (const raw of open) raw.end();
  });
  server.get<{ Querystring: { topics?: string; missed?: string } }>('/-/realtime', async (request, reply) => {
    const arrivedAt = performance.now();
    const topics = [...new Set((request.query.topics ?? '').split(',').filter((topic) => topic !== ''))];
    if (topics.length === 0 || topics.length > MAX_TOPICS) throw new AppError('bad_parameter', { name: 'topics' });
    const ctx = await contexts.of(request);
    for (const topic of topics)
      if (!(await maySubscribe(ctx, topic))) throw new AppError('not_found', { resource: 'Topic' });

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(': ready\n\n');
    open.add(raw);
    const checkedAt = new Map(topics.map((topic) => [topic, Date.now()]));
    /** Rights are proven again, credentials included, so that a block or a lost role ends the stream within seconds. */
    const stillMay = async (topic: string) => {
      if (Date.now() - (checkedAt.get(topic) ?? 0) < RECHECK_MS) return true;
      checkedAt.set(topic, Date.now());
      return maySubscribe(await contexts.of(request), topic).catch(() => false);
    };
    const send = async (message: RealtimeMessage) => {
      if (!(await stillMay(message.topic).catch(() => false)) || raw.writableLength > MAX_BUFFERED_BYTES)
        return raw.end();
      return raw.write(`data: ${JSON.stringify(message)}\n\n`);
    };
    const stops = topics.map((topic) => ctx.realtime.subscribe(topic, (message) => void send(message)));
    const gap = gapOf(request.query.missed);
    if (gap > 0) {
      const missed =
        ctx.realtime.toldSince(new Set(topics), arrivedAt - gap - WAITED_MS) ??
        topics.map((topic) => ({ topic, event: reconnectedEvent, data: {} }));
      for (const message of missed) void send(message);
    }
    const { actor } = ctx;
    if (actor.kind === 'user') {
      stops.push(
        ctx.realtime.subscribe(accessTopic(actor.id), (message) => {
          if (endsAccessOf(actor, message)) raw.end();
        }),
      );
    }
    const heartbeat = setInterval(() => raw.write(': beat\n\n'), HEARTBEAT_MS);
    raw.on('close', () => {
      open.delete(raw);
      clearInterval(heartbeat);
      for (const stop of stops) stop();
    });
  });
}
