import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, signInHeaders, TEST_PASSWORD } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
});
afterAll(() => app.close());

let network = 0;
/** Each test comes from its own address, so that limits of one do not reach another. */
const nextAddress = () => `192.0.2.${(network += 1)}`;

const post = (url: string, payload: object, remoteAddress = nextAddress(), headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url, payload, remoteAddress, headers });
const signIn = (login: string, password = TEST_PASSWORD, remoteAddress = nextAddress()) =>
  post('/users/sign_in', { login, password }, remoteAddress);
const pageOf = async (url: string, headers: Record<string, string> = {}) =>
  (await server.inject({ url: `/-/page${url}`, headers })).json();

test('sign in by name or address: a session, the page knows the viewer, sign out ends it', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  for (const login of [user.username, user.username.toUpperCase(), user.email]) {
    const answer = await signIn(login);
    expect([answer.statusCode, answer.json()]).toEqual([200, { redirect: '/', secondFactor: false }]);
  }
  const headers = await signInHeaders(app, user);
  const page = await pageOf('/-/profile', headers);
  expect(page).toMatchObject({
    kind: 'profile_settings',
    shell: { viewer: { username: user.username, preferences: { theme: 'system' } }, context: { type: 'profile' } },
  });
  expect(page.shell.csrfToken).toBe(headers['x-csrf-token']);
  const out = await server.inject({ method: 'POST', url: '/users/sign_out', headers });
  expect(out.statusCode).toBe(200);
  expect(out.headers['clear-site-data']).toBe('"storage"');
  // T-121: the cookie is worth nothing afterwards, wherever it was copied to.
  expect((await pageOf('/-/profile', headers)).status).toBe(401);
});

test('the cookie is out of reach of scripts and other sites; over https it is bound to the host', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const cookie = String((await signIn(user.username)).headers['set-cookie']);
  expect(cookie).toMatch(/^tributary_session=[\w-]{43}; /);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Lax');
  const secure = await createTestApp({ url: 'https://code.example.test' });
  const other = await createUser(secure, { password: TEST_PASSWORD });
  const answer = await (
    await secure.server()
  ).inject({
    method: 'POST',
    url: '/users/sign_in',
    payload: { login: other.user.username, password: TEST_PASSWORD },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-tributary_session=.*Path=\/.*Secure/);
  await secure.close();
});

test('a plain form is sent on, only ever to a path of this server', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const form = (redirect: string) =>
    server.inject({
      method: 'POST',
      url: '/users/sign_in',
      remoteAddress: nextAddress(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ login: user.username, password: TEST_PASSWORD, redirect }).toString(),
    });
  const good = await form('/group/project?tab=x');
  expect([good.statusCode, good.headers.location]).toEqual([303, '/group/project?tab=x']);
  expect((await form('//evil.example')).headers.location).toBe('/');
  expect((await form('https://evil.example')).headers.location).toBe('/');
});

test('T-116: an unknown name, an account without password and a wrong password get the same answer', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const { user: noPassword } = await createUser(app);
  const answers = [
    await signIn(user.username, 'wrong password'),
    await signIn(noPassword.username, 'wrong password'),
    await signIn('nobody-at-all', 'wrong password'),
    await signIn('nobody@example.test', 'wrong password'),
  ];
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
  expect(answers[0]?.json()).toMatchObject({ error: { code: 'sign_in_failed' } });
});

test('T-116: asking for a reset answers alike for every address, and mails only the real one', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const ask = (email: string) => post('/users/password', { email });
  const [real, unknown] = [await ask(user.email), await ask('nobody@example.test')];
  expect([real.statusCode, real.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(real.statusCode).toBe(202);
  await app.runJobs();
  const mails = await app.system.db.selectFrom('mail_messages').selectAll().execute();
  expect(mails.filter((mail) => mail.recipient === user.email)).toHaveLength(1);
  expect(mails.some((mail) => mail.recipient === 'nobody@example.test')).toBe(false);
});

test.each([
  ['blocked', 'account_blocked'],
  ['deactivated', 'account_deactivated'],
  ['pending_approval', 'account_pending_approval'],
] as const)('a %s account cannot sign in, and only who knows the password hears why', async (state, code) => {
  const { user } = await createUser(app, { password: TEST_PASSWORD, state });
  expect((await signIn(user.username)).json()).toMatchObject({ error: { code } });
  expect((await signIn(user.username, 'wrong password')).json()).toMatchObject({ error: { code: 'sign_in_failed' } });
});

test('the eleventh attempt of a minute for one account from one address is refused, even with the password', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const address = nextAddress();
  for (let count = 0; count < 10; count++) await signIn(user.username, 'wrong password', address);
  const refused = await signIn(user.username, TEST_PASSWORD, address);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ error: { code: 'too_many_attempts' } });
});

test('many wrong attempts from many addresses slow the account down, equally for names nobody has, and never for good', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  for (const login of [user.username, 'nobody-known']) {
    for (let count = 0; count < 12; count++) {
      app.clock.advance(5_000);
      expect((await signIn(login, 'wrong password')).statusCode).toBe(400);
    }
    expect((await signIn(login)).json()).toMatchObject({ error: { code: 'too_many_attempts' } });
  }
  app.clock.advance(61_000);
  expect((await signIn(user.username)).statusCode).toBe(200);
});

test('T-121: another site cannot sign its visitor in, sign them up or start a reset', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const payload = { login: user.username, password: TEST_PASSWORD };
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const answer = await post('/users/sign_in', payload, nextAddress(), headers);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await post('/users/password', { email: user.email }, nextAddress(), headers)).statusCode).toBe(403);
  }
  expect((await post('/users/sign_in', payload, nextAddress(), { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(
    200,
  );
});

test('T-121: signing in never continues a session that was there before', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const before = await signInHeaders(app, user);
  const answer = await server.inject({
    method: 'POST',
    url: '/users/sign_in',
    headers: { ...before, cookie: before.cookie },
    payload: { login: user.username, password: TEST_PASSWORD },
  });
  const after = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  expect(after).not.toBe(before.cookie);
  expect((await pageOf('/-/profile', before)).status).toBe(401);
  expect((await pageOf('/-/profile', { cookie: after })).status).toBe(200);
  // A secret chosen by someone else is no session.
  expect((await pageOf('/-/profile', { cookie: 'tributary_session=chosen-by-somebody-else' })).status).toBe(401);
});

test('a changing request without the token of the session is refused', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const { cookie } = await signInHeaders(app, user);
  const change = (headers: Record<string, string>) =>
    server.inject({ method: 'PUT', url: '/-/preferences', headers, payload: { theme: 'dark' } });
  expect((await change({ cookie })).json()).toMatchObject({ error: { code: 'csrf_failed' } });
  expect((await change({ cookie, 'x-csrf-token': 'guess' })).statusCode).toBe(403);
});

test('a session ends after seven idle days and after thirty days at the latest', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const idle = await signInHeaders(app, user);
  const used = await signInHeaders(app, user);
  const day = 86_400_000;
  const status = async (headers: Record<string, string>) => (await pageOf('/-/profile', headers)).status;
  for (let count = 0; count < 5; count++) {
    app.clock.advance(6 * day - 60_000);
    expect(await status(used)).toBe(200);
  }
  expect(await status(idle)).toBe(401);
  app.clock.advance(day);
  expect(await status(used)).toBe(401);
});

test('someone signed in who opens the sign-in page is sent on', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const headers = await signInHeaders(app, user);
  const answer = await server.inject({ url: '/users/sign_in?redirect=/explore', headers });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/explore']);
  expect(await pageOf('/users/sign_in?redirect=//evil.example')).toMatchObject({
    kind: 'sign_in',
    data: { redirect: '/', signUpEnabled: true },
  });
});
