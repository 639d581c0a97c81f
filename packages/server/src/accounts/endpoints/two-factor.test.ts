import { generateSync } from 'otplib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, signInHeaders, TEST_PASSWORD, type TestUser } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
});
afterAll(() => app.close());

type Headers = Record<string, string>;

let network = 0;
const nextAddress = () => `198.51.100.${(network += 1)}`;
const codeNow = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(app.clock.now().getTime() / 1_000) + stepsAhead * 30 });
const send = (method: 'POST' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  server.inject({ method, url, headers, ...(payload && { payload }) });

/** Switches two-factor on through the interfaces and gives what the user would have noted. */
async function enable(person: TestUser) {
  const headers: Headers = await signInHeaders(app, person.user);
  const { secret } = (await send('POST', '/-/profile/two_factor_auth/secret', headers)).json();
  const answer = await send('POST', '/-/profile/two_factor_auth', headers, { code: codeNow(secret) });
  expect(answer.statusCode).toBe(201);
  app.clock.advance(30_000);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return {
    secret: String(secret),
    recoveryCodes: answer.json().recoveryCodes as string[],
    headers: { ...headers, cookie },
  };
}

async function passwordStep(login: string, address = nextAddress()): Promise<Headers> {
  const answer = await server.inject({
    method: 'POST',
    url: '/users/sign_in',
    payload: { login, password: TEST_PASSWORD },
    remoteAddress: address,
  });
  expect(answer.json()).toMatchObject({ secondFactor: true, redirect: '/users/sign_in/two_factor?redirect=%2F' });
  expect(String(answer.headers['set-cookie'])).toMatch(/^tributary_second_factor=.*Path=\/users\/sign_in; HttpOnly/);
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}

const enter = (headers: Headers, code: string, remoteAddress = nextAddress()) =>
  server.inject({ method: 'POST', url: '/users/sign_in/two_factor', headers, payload: { code }, remoteAddress });

test('switching it on shows secret, image and recovery codes once; the database holds none of them', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const headers = await signInHeaders(app, person.user);
  const begun = (await send('POST', '/-/profile/two_factor_auth/secret', headers)).json();
  expect(begun.image).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  expect(begun.uri).toContain(`secret=${begun.secret}`);
  expect((await send('POST', '/-/profile/two_factor_auth', headers, { code: '000000' })).json()).toMatchObject({
    error: { fields: { code: ['is incorrect'] } },
  });
  const { secret, recoveryCodes } = await enable(person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const users = await app.system.db.selectFrom('users').selectAll().execute();
  const codes = await app.system.db.selectFrom('otp_recovery_codes').selectAll().execute();
  const dump = JSON.stringify([users, codes]);
  for (const canary of [secret, ...recoveryCodes]) expect(dump).not.toContain(canary);
});

test('the password alone opens nothing; with the code of the app it does', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { secret } = await enable(person);
  const waiting = await passwordStep(person.user.username);
  expect((await server.inject({ url: '/-/page/-/profile', headers: waiting })).json().status).toBe(401);
  const answer = await enter(waiting, codeNow(secret));
  expect([answer.statusCode, answer.json()]).toEqual([200, { redirect: '/', secondFactor: false }]);
  const cookies = [answer.headers['set-cookie']].flat().join('\n');
  expect(cookies).toContain('tributary_session=');
  // The first step is used up.
  expect((await enter(waiting, codeNow(secret, 1))).json()).toMatchObject({ error: { code: 'second_factor_expired' } });
});

test('T-106: a code is accepted once, also when two requests bring it at the same moment', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { secret } = await enable(person);
  const code = codeNow(secret);
  const [first, second] = [await passwordStep(person.user.username), await passwordStep(person.user.username)];
  const answers = await Promise.all([enter(first, code), enter(second, code)]);
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect((await enter(await passwordStep(person.user.username), code)).statusCode).toBe(400);
  app.clock.advance(30_000);
  expect((await enter(await passwordStep(person.user.username), codeNow(secret))).statusCode).toBe(200);
});

test('T-106: after ten wrong codes the password is asked for again, and guessing is slowed down', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { secret } = await enable(person);
  const waiting = await passwordStep(person.user.username);
  for (let count = 0; count < 10; count++) {
    const answer = await enter(waiting, '000000');
    expect(answer.json()).toMatchObject({ error: { code: 'second_factor_failed' } });
  }
  expect((await enter(waiting, codeNow(secret))).json()).toMatchObject({ error: { code: 'second_factor_expired' } });
  const refused = await server.inject({
    method: 'POST',
    url: '/users/sign_in',
    payload: { login: person.user.username, password: TEST_PASSWORD },
    remoteAddress: nextAddress(),
  });
  expect(refused.json()).toMatchObject({ error: { code: 'too_many_attempts' } });
  app.clock.advance(61_000);
  expect((await enter(await passwordStep(person.user.username), codeNow(secret))).statusCode).toBe(200);
});

test('a recovery code works once, however it is typed', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { recoveryCodes } = await enable(person);
  const code = recoveryCodes[0]!;
  expect(
    (await enter(await passwordStep(person.user.username), code.replaceAll('-', ' ').toUpperCase())).statusCode,
  ).toBe(200);
  expect((await enter(await passwordStep(person.user.username), code)).statusCode).toBe(400);
});

test('T-106: a code for another account, a reset password or the second step alone open nothing', async () => {
  const [one, other] = [
    await createUser(app, { password: TEST_PASSWORD }),
    await createUser(app, { password: TEST_PASSWORD }),
  ];
  const { secret } = await enable(one);
  await enable(other);
  expect((await enter(await passwordStep(other.user.username), codeNow(secret))).statusCode).toBe(400);
  expect((await enter({ cookie: 'tributary_second_factor=guess' }, codeNow(secret))).statusCode).toBe(400);
  expect((await enter({}, codeNow(secret))).statusCode).toBe(400);
  await server.inject({ method: 'POST', url: '/users/password', payload: { email: one.user.email } });
  await app.runJobs();
  const mail = await app.system.db
    .selectFrom('mail_messages')
    .selectAll()
    .where('recipient', '=', one.user.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(mail.text_body)?.[1];
  const reset = await server.inject({
    method: 'PUT',
    url: '/users/password',
    payload: { token, password: TEST_PASSWORD },
  });
  expect(reset.statusCode).toBe(200);
  const waiting = await passwordStep(one.user.username);
  app.clock.advance(30_000);
  expect((await enter(waiting, codeNow(secret))).statusCode).toBe(200);
});

test('switching it on ends all other sessions and renews this one', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const elsewhere = await signInHeaders(app, person.user);
  const { headers } = await enable(person);
  const status = async (each: Headers) =>
    (await server.inject({ url: '/-/page/-/profile', headers: each })).json().status;
  expect([await status(elsewhere), await status(headers)]).toEqual([401, 200]);
});

test('it can be switched off, and recovery codes renewed, with a password typed lately', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  const { headers, recoveryCodes } = await enable(person);
  app.clock.advance(11 * 60_000);
  for (const [method, url] of [
    ['POST', '/-/profile/two_factor_auth/recovery_codes'],
    ['DELETE', '/-/profile/two_factor_auth'],
  ] as const) {
    expect((await send(method, url, headers)).json()).toMatchObject({ error: { code: 'reauthentication_required' } });
  }
  expect((await send('POST', '/users/confirm_password', headers, { password: 'wrong' })).statusCode).toBe(400);
  expect((await send('POST', '/users/confirm_password', headers, { password: TEST_PASSWORD })).statusCode).toBe(204);
  const renewed = (await send('POST', '/-/profile/two_factor_auth/recovery_codes', headers)).json().recoveryCodes;
  expect(renewed).not.toEqual(recoveryCodes);
  expect((await enter(await passwordStep(person.user.username), recoveryCodes[0]!)).statusCode).toBe(400);
  const off = await send('DELETE', '/-/profile/two_factor_auth', headers);
  expect(off.statusCode).toBe(204);
  const renewedHeaders = { ...headers, cookie: String(off.headers['set-cookie']).split(';')[0] ?? '' };
  expect((await send('DELETE', '/-/profile/two_factor_auth', headers)).statusCode).toBe(401);
  expect((await send('DELETE', '/-/profile/two_factor_auth', renewedHeaders)).json()).toMatchObject({
    error: { code: 'two_factor_is_off' },
  });
  await signInHeaders(app, person.user);
});

test('T-106: a token, whatever its scopes, does not touch two-factor', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  for (const [method, url, payload] of [
    ['POST', '/-/profile/two_factor_auth/secret', undefined],
    ['POST', '/-/profile/two_factor_auth', { code: '000000' }],
    ['DELETE', '/-/profile/two_factor_auth', undefined],
    ['POST', '/-/profile/two_factor_auth/recovery_codes', undefined],
  ] as const) {
    expect((await send(method, url, person.headers, payload)).json()).toMatchObject({
      error: { code: 'session_required' },
    });
  }
});
