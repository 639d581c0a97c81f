import { restUserStatus } from '@tributary/contract/accounts/status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { cleanUpAccounts } from '../jobs/clean-up.ts';
import { createUser, rootUser, type TestUser } from '../testing.ts';

let app: TestApp;
let ada: TestUser;
const call = restCaller(() => app);
const NOTHING = { emoji: null, message: null, availability: 'not_set', message_html: '', clear_status_at: null };

beforeAll(async () => {
  app = await createTestApp();
  ada = await createUser(app, { username: 'ada' });
});
afterAll(() => app.close());

test('is said, seen by others, changed in part and taken back', async () => {
  expect((await call('GET', '/user/status', ada)).body).toEqual(NOTHING);
  const said = await call('PUT', '/user/status', ada, {
    emoji: 'coffee',
    message: 'Back **soon** <b>x</b>',
    availability: 'busy',
  });
  expect([said.status, restUserStatus.parse(said.body)]).toMatchObject([
    200,
    { emoji: 'coffee', message: 'Back **soon** <b>x</b>', availability: 'busy', clear_status_at: null },
  ]);
  expect(said.body.message_html).toContain('<strong>soon</strong>');
  for (const name of ['ada', String(ada.user.id)]) {
    expect((await call('GET', `/users/${name}/status`, null)).body).toEqual(said.body);
  }
  const part = await call('PATCH', '/user/status', ada, { message: 'Away' });
  expect(part.body).toMatchObject({ emoji: 'coffee', message: 'Away', availability: 'busy' });
  expect((await call('PUT', '/user/status', ada, { message: 'Here' })).body).toMatchObject({
    emoji: 'speech_balloon',
    message: 'Here',
    availability: 'not_set',
  });
  expect((await call('PUT', '/user/status', ada, {})).body).toEqual(NOTHING);
});

const ASK = '{ user(username: "ada") { status { emoji availability message messageHtml clearStatusAt } } }';

async function asked(as: TestUser | null) {
  const server = await app.server();
  const headers = { ...as?.headers, 'content-type': 'application/json' };
  const answer = await server.inject({ method: 'POST', url: '/api/graphql', payload: { query: ASK }, headers });
  return answer.json();
}

test('GraphQL tells the same, and nothing of a private profile', async () => {
  const bea = await createUser(app, { username: 'bea' });
  expect(await asked(bea)).toEqual({ data: { user: { status: null } } });
  const input = { emoji: 'coffee', message: '**Soon**', availability: 'busy', clear_status_after: '3_hours' };
  const { body } = await call('PUT', '/user/status', ada, input);
  const said = {
    emoji: 'coffee',
    availability: 'BUSY',
    message: '**Soon**',
    messageHtml: body.message_html,
    clearStatusAt: body.clear_status_at,
  };
  for (const as of [bea, ada, null]) expect(await asked(as)).toEqual({ data: { user: { status: said } } });
  await call('PUT', '/user/status', ada, { emoji: 'palm_tree' });
  const bare = { emoji: 'palm_tree', availability: 'NOT_SET', message: null, messageHtml: '', clearStatusAt: null };
  expect(await asked(bea)).toEqual({ data: { user: { status: bare } } });
  const users = app.platform.db.updateTable('users').where('id', '=', ada.user.id);
  await users.set({ private_profile: true }).execute();
  expect(await asked(bea)).toEqual({ data: { user: { status: null } } });
  expect(await asked(ada)).toEqual({ data: { user: { status: bare } } });
  await users.set({ private_profile: false }).execute();
  await call('PUT', '/user/status', ada, {});
});

test('is over when its time has come', async () => {
  const input = { message: 'Lunch', clear_status_after: '30_minutes' };
  const said = await call('PUT', '/user/status', ada, input);
  expect(said.body.clear_status_at).toBe(new Date(app.clock.now().getTime() + 30 * 60_000).toISOString());
  app.clock.advance(30 * 60_000);
  expect((await call('GET', '/users/ada/status', null)).body).toEqual(NOTHING);
  await cleanUpAccounts.run(app.system, {});
  expect(await app.platform.db.selectFrom('user_statuses').selectAll().execute()).toEqual([]);
});

test.each([
  [{ emoji: 'no-such-sign' }, { message: { emoji: ['is not a valid emoji name'] } }],
  [{ message: 'x'.repeat(101) }, { error: 'message does not have a valid value' }],
  [{ availability: 'asleep' }, { error: 'availability does not have a valid value' }],
  [{ clear_status_after: '2_hours' }, { error: 'clear_status_after does not have a valid value' }],
])('%j is refused', async (input, body) => {
  expect(await call('PUT', '/user/status', ada, input)).toMatchObject({ status: 400, body });
});

test('needs a sign-in to say, a user to ask about, and nothing of a private profile is told', async () => {
  expect((await call('PUT', '/user/status', null, { message: 'x' })).status).toBe(401);
  expect((await call('GET', '/users/nobody-at-all/status', ada)).status).toBe(404);
  const bob = await createUser(app);
  await call('PUT', '/user/status', bob, { message: 'Hidden' });
  await call('PUT', `/users/${bob.user.id}`, await rootUser(app), { private_profile: true });
  expect((await call('GET', `/users/${bob.user.id}/status`, ada)).body).toEqual(NOTHING);
  expect((await call('GET', `/users/${bob.user.id}/status`, bob)).body.message).toBe('Hidden');
});
