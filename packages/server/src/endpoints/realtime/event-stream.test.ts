import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../accounts/testing.ts';
import { publish } from '../../platform/events.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';

let app: TestApp;
let origin: string;
let headers: Record<string, string>;

afterAll(defineTopic('told', async (_ctx, id) => id !== 'secret')());
beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  ({ headers } = await createUser(app));
});
afterAll(() => app.close());

/** How long a request may take until the server looks at it, on a busy machine. */
const MARGIN_MS = 1_500;

/** What a stream says until it has told of `last`. */
async function told(query: string, last: string): Promise<{ topic: string; event: string; data: unknown }[]> {
  const abort = new AbortController();
  const answer = await fetch(`${origin}/-/realtime?${query}`, { headers, signal: abort.signal });
  if (!answer.body) throw new Error('no stream');
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(`"event":"${last}"`)) break;
  }
  abort.abort();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Heard by this process, as the streams of it would. */
async function publishAndHear(topic: string, event: string, data: Record<string, unknown> = {}): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = app.platform.realtime.subscribe(topic, (message) => {
    if (message.event === event) heard.resolve();
  });
  await publish(app.system, topic, event, data);
  await heard.promise;
  stop();
}

test('what was told between a page and its stream is told by the stream, to those who may hear it', async () => {
  // What was told before this process listened it does not know.
  await pause(MARGIN_MS + 500);
  const before = performance.now();
  // Asked for again each time: what the stream before took is part of the gap.
  const missed = () => Math.ceil(performance.now() - before) + MARGIN_MS;
  await publishAndHear('told:1', 'first', { id: 1 });
  await publishAndHear('told:2', 'elsewhere');
  await publishAndHear('told:1', 'second', { id: 2 });
  expect(await told(`topics=told:1&missed=${missed()}`, 'second')).toEqual([
    { topic: 'told:1', event: 'first', data: { id: 1 } },
    { topic: 'told:1', event: 'second', data: { id: 2 } },
  ]);
  const both = await told(`topics=told:1,told:2&missed=${missed()}`, 'second');
  expect(both.map(({ event }) => event)).toEqual(['first', 'elsewhere', 'second']);
  expect((await fetch(`${origin}/-/realtime?topics=told:secret&missed=${missed()}`, { headers })).status).toBe(404);
});

test('who missed nothing is told nothing old', async () => {
  await publishAndHear('told:3', 'old');
  await pause(400);
  for (const query of ['topics=told:3', 'topics=told:3&missed=0', 'topics=told:3&missed=1']) {
    const heard = told(query, 'new');
    // The stream may begin before or after this one, which is why it is told again until it is heard.
    const again = setInterval(() => void publish(app.system, 'told:3', 'new', {}), 20);
    expect((await heard).map(({ event }) => event)).not.toContain('old');
    clearInterval(again);
  }
});

test.each(['120000', '999999999', '-5', 'x'])('a gap of %s that nobody remembers is said to be one', async (missed) => {
  await publishAndHear('told:4', 'old');
  expect(await told(`topics=told:4,told:5&missed=${missed}`, reconnectedEvent)).toEqual(
    expect.arrayContaining([{ topic: 'told:4', event: reconnectedEvent, data: {} }]),
  );
});
