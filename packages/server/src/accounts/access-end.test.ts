import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createPlatform } from '../app/create-platform.ts';
import { contextFor } from '../platform/context.ts';
import { SYSTEM } from '../platform/actor.ts';
import { publish } from '../platform/events.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import { changeUserState } from './operations/change-user-state.ts';
import { revokeToken } from './operations/change-token.ts';
import { updateSettings } from './operations/update-settings.ts';
import { getSettings } from './settings.ts';
import { contextOf, createUser, signInHeaders, TEST_PASSWORD } from './testing.ts';

let app: TestApp;
let origin: string;

afterAll(defineTopic('heard', async (ctx) => ctx.actor.kind === 'user')());
beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
});
afterAll(() => app.close());

/** Opens a stream; `ended` tells how long it took to close and what was heard until then. */
async function openStream(headers: Record<string, string>) {
  const answer = await fetch(`${origin}/-/realtime?topics=heard:1`, { headers });
  if (!answer.body) throw new Error('no stream');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const read = async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text;
  };
  return { status: answer.status, ended: read() };
}

/** Nothing else ends a stream that nobody speaks to, so it may take its time on a busy machine. */
const PATIENCE_MS = 15_000;

const within = (work: Promise<string>, ms: number) =>
  Promise.race([
    work,
    new Promise<string>((resolve) => {
      setTimeout(() => resolve('still open'), ms);
    }),
  ]);

test('T-109: blocking closes open connections of sessions and tokens at once', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { cookie } = await signInHeaders(app, person.user);
  const streams = [await openStream({ cookie }), await openStream(person.headers)];
  await changeUserState(app.system, { id: person.user.id, change: 'block' });
  for (const stream of streams) expect(await within(stream.ended, PATIENCE_MS)).not.toBe('still open');
  await publish(app.system, 'heard:1', 'changed', {});
  expect((await fetch(`${origin}/-/realtime?topics=heard:1`, { headers: { cookie } })).status).toBe(404);
});

test('P-29: revoking a token closes its connections and no others', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const other = await createUser(app);
  const { cookie } = await signInHeaders(app, person.user);
  const [bySession, byToken, stranger] = [
    await openStream({ cookie }),
    await openStream(person.headers),
    await openStream(other.headers),
  ];
  const { credential } = person.actor;
  if (credential.kind !== 'token') throw new Error('not a token');
  await revokeToken(contextOf(app, person), { id: credential.tokenId });
  expect(await within(byToken.ended, PATIENCE_MS)).not.toBe('still open');
  expect(await within(Promise.race([bySession.ended, stranger.ended]), 300)).toBe('still open');
  await publish(app.system, 'heard:1', 'changed', {});
});

test('a setting changed in one process is known in another at once', async () => {
  const second = await createPlatform(app.platform.config, app.databaseUrl);
  await second.platform.realtime.start();
  const elsewhere = contextFor(second.platform, SYSTEM);
  expect((await getSettings(elsewhere)).max_attachment_size).toBe(10);
  await updateSettings(app.system, { max_attachment_size: 33 });
  // Without being told it would believe what it read for five seconds.
  const deadline = Date.now() + 4_500;
  let known = 0;
  while (known !== 33 && Date.now() < deadline) {
    known = (await getSettings(elsewhere)).max_attachment_size;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(known).toBe(33);
  await second.platform.realtime.stop();
  await second.close();
});
