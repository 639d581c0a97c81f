import http from 'node:http';
import pg from 'pg';
import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { median, sampleInterleaved, timed } from './sampling.ts';
import type { Service } from './service.ts';
import { openStage } from './stage.ts';

/** Below the limit of notes a user may write in a minute, together with the notes of other benchmarks. */
const ROUNDS = 60;
const PATIENCE_MS = 10_000;

type Listener = { next(isMeant: (text: string) => boolean): Promise<void>; close(): void };

/** Hands each text that comes in to whoever waits for it. */
function createWaiter(): { hear(text: string): void; next: Listener['next'] } {
  let waiting: { isMeant: (text: string) => boolean; resolve: () => void } | undefined;
  return {
    hear(text) {
      if (!waiting?.isMeant(text)) return;
      waiting.resolve();
      waiting = undefined;
    },
    next: (isMeant) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('nothing was heard in 10 seconds')), PATIENCE_MS);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting = { isMeant, resolve: done };
      }),
  };
}

/** An event stream as another browser holds it, on a connection of its own. */
export function openStream(service: Service, topic: string): Promise<Listener> {
  const waiter = createWaiter();
  return new Promise((resolve, reject) => {
    const address = new URL(`/-/realtime?topics=${topic}`, service.url);
    const options = { agent: false, headers: { 'private-token': service.token } } as const;
    const request = http.get(address, options, (response) => {
      response.on('error', () => undefined);
      if (response.statusCode !== 200) reject(new Error(`the stream was answered ${response.statusCode}`));
      else resolve({ next: waiter.next, close: () => request.destroy() });
      response.on('data', (part: Buffer) => waiter.hear(part.toString()));
    });
    request.on('error', reject);
  });
}

/**
 * R20: from sending a note to a merge request by the API to its event arriving in another open stream ÷ from sending a
 * NOTIFY on one connection to the database to its arrival on another. The event carries ids; until the other browser has
 * also read the threads again is told beside it.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const stream = await openStream(service, `merge_request:${stage.big.id}`);
  const databaseUrl = await service.databaseUrl();
  const [sender, listener] = [databaseUrl, databaseUrl].map((url) => new pg.Client(url));
  if (!sender || !listener) throw new Error('two connections are needed');
  await Promise.all([sender.connect(), listener.connect()]);
  const notified = createWaiter();
  listener.on('notification', ({ payload }) => notified.hear(payload ?? ''));
  await listener.query('listen bench_note');
  const readMs: number[] = [];
  try {
    const threads = changesPath(stage, stage.big, 'discussions.json?per_page=100');
    const times = await sampleInterleaved(
      lab.rounds(ROUNDS),
      async (round) => {
        const body = `Note ${round} of the benchmark`;
        const heard = stream.next((text) => text.includes('data:'));
        const notes = `/projects/${stage.id}/merge_requests/${stage.big.iid}/notes`;
        const from = performance.now();
        const sent = service.rest('POST', notes, { body });
        await heard;
        const heardMs = performance.now() - from;
        const text = successBody(await service.client.request('GET', threads), threads).toString();
        readMs.push(performance.now() - from);
        if (!text.includes(body)) throw new Error('the note is not among the threads though its event came');
        await sent;
        return heardMs;
      },
      (round) =>
        timed(async () => {
          const heard = notified.next((text) => text === String(round));
          await sender.query('select pg_notify($1, $2)', ['bench_note', String(round)]);
          await heard;
        }),
    );
    const details = { 'threads read again (ms)': median(readMs) };
    const what = 'note saved and heard of in another stream ÷ bare NOTIFY';
    return [{ id: 'R20', what, unit: 'ms', ...times, goal: 50, stretch: 20, details }];
  } finally {
    stream.close();
    await Promise.all([sender.end(), listener.end()]);
  }
}

export const noteDelivery: Benchmark = { id: 'R20', measure };
