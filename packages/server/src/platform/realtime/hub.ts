import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { isConnectionLost } from '../db/database-errors.ts';
import type { Logger } from '../log.ts';
import { RecentMessages } from './recent-messages.ts';

export type RealtimeMessage = { topic: string; event: string; data: Record<string, unknown> };
type Listener = (message: RealtimeMessage) => void;

/** One LISTEN connection per process; messages fan out in memory. */
export type RealtimeHub = {
  subscribe(topic: string, listener: Listener): () => void;
  /** What was told on these topics since then (`performance.now()`); null when some of it may not have been heard. */
  toldSince(topics: ReadonlySet<string>, then: number): RealtimeMessage[] | null;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const CHANNEL = 'tributary_realtime';
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 4_000;

export function createRealtimeHub({ url, watch }: Pick<Database, 'url' | 'watch'>, log: Logger): RealtimeHub {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  let stopped = true;
  const recent = new RecentMessages();

  const deliver = (payload: string | undefined) => {
    if (!payload) return;
    const message = JSON.parse(payload) as RealtimeMessage;
    // What is said between processes is of no use to a page.
    if (!message.topic.startsWith('instance:')) recent.add(message, performance.now());
    for (const listener of listeners.get(message.topic) ?? []) {
      try {
        listener(message);
      } catch (error) {
        // It is of one page; the others are told all the same.
        log.error({ err: error, topic: message.topic }, 'a message could not be passed on');
      }
    }
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'tributary-realtime',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      stream: () => watch.socket(),
    });
    const again = () => {
      if (stopped || client !== next) return;
      client = undefined;
      recent.begin(performance.now(), false);
      setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS).unref();
    };
    client = next;
    next.on('notification', (notification) => deliver(notification.payload));
    next.on('error', (error) => {
      log.warn({ reason: error.message }, 'realtime connection lost');
      again();
    });
    next.on('end', again);
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
      recent.begin(performance.now(), true);
      // A gap may have hidden messages: every subscriber looks again.
      for (const [topic, set] of listeners)
        for (const listener of set) listener({ topic, event: reconnectedEvent, data: {} });
    } catch (error) {
      again();
      throw error;
    }
  };

  return {
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set<Listener>();
      set.add(listener);
      listeners.set(topic, set);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    toldSince: (topics, then) => recent.since(topics, then, performance.now()),
    async start() {
      stopped = false;
      await connect().catch((error: unknown) => {
        // It is connected again by itself.
        if (!isConnectionLost(error)) throw error;
      });
    },
    async stop() {
      stopped = true;
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
}
