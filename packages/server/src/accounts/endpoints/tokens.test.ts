import { restPersonalAccessToken, restPersonalAccessTokenWithToken } from '@tributary/contract/accounts/rest.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, signInHeaders, TEST_PASSWORD } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers = {}, payload?: object) =>
  server.inject({ method, url: `/api/v4${path}`, headers, ...(payload && { payload }) });
const today = (days = 0) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test('a token made in the browser is shown once, works, and is listed without its secret', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const session = await signInHeaders(app, user);
  const answer = await server.inject({
    method: 'POST',
    url: '/-/profile/personal_access_tokens',
    headers: session,
    payload: { name: 'laptop', scopes: ['read_user'] },
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { token, item } = answer.json();
  expect(item).toMatchObject({ name: 'laptop', scopes: ['read_user'], state: 'active', expiresAt: today(30) });
  const self = await call('GET', '/personal_access_tokens/self', { authorization: `Bearer ${token}` });
  expect(restPersonalAccessToken.parse(self.json())).toMatchObject({ id: item.id, active: true, revoked: false });
  const listed = await call('GET', '/personal_access_tokens', session);
  expect(z.array(restPersonalAccessToken).parse(listed.json())[0]).toMatchObject({ id: item.id });
  const page = await server.inject({ url: '/-/page/-/profile/personal_access_tokens', headers: session });
  expect(page.body).not.toContain(token);
  expect(listed.body).not.toContain(token);
});

test.each([
  [{ name: '', scopes: ['api'] }, { name: ["can't be blank"] }],
  [{ name: 'x', scopes: [] }, { scopes: ["can't be blank"] }],
  [{ name: 'x', scopes: ['k8s_proxy'] }, { scopes: ['can only contain available scopes'] }],
  [{ name: 'x', scopes: ['api'], expires_at: '2020-01-01' }, { expires_at: ['must be today or later'] }],
  [{ name: 'x', scopes: ['api'], expires_at: '2999-01-01' }, { expires_at: ['must be within 365 days'] }],
])('a token of %j is refused', async (payload, fields) => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const answer = await call('POST', '/user/personal_access_tokens', await signInHeaders(app, user), payload);
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: fields }]);
});

test('a password typed long ago is asked for again before a token is made', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const session = await signInHeaders(app, user);
  app.clock.advance(11 * 60_000);
  const refused = await call('POST', '/user/personal_access_tokens', session, { name: 'x', scopes: ['api'] });
  expect(refused.statusCode).toBe(403);
  await server.inject({
    method: 'POST',
    url: '/users/confirm_password',
    headers: session,
    payload: { password: TEST_PASSWORD },
  });
  const made = await call('POST', '/user/personal_access_tokens', session, { name: 'x', scopes: ['api'] });
  expect(restPersonalAccessTokenWithToken.parse(made.json()).scopes).toEqual(['api']);
});

test('a token cannot make a wider or longer-lived one of itself', async () => {
  const { headers } = await createUser(app);
  const refused = await call('POST', '/user/personal_access_tokens', headers, { name: 'x', scopes: ['api'] });
  expect(refused.statusCode).toBe(403);
  const rotating = await call('POST', '/user/personal_access_tokens', headers, { name: 'x', scopes: 'self_rotate' });
  expect(rotating.statusCode).toBe(201);
});

test('scopes: each interface opens for the scopes of its ability only', async () => {
  const { user } = await createUser(app);
  const with_ = async (scope: string) => (await createToken(app, user, [scope])).headers;
  const userStatus = async (scope: string) => (await call('GET', '/user', await with_(scope))).statusCode;
  expect(await userStatus('read_user')).toBe(200);
  expect(await userStatus('read_api')).toBe(200);
  expect(await userStatus('read_repository')).toBe(403);
  const refused = await call('PUT', '/user/preferences', await with_('read_api'), { view_diffs_file_by_file: true });
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
  for (const scope of ['read_repository', 'self_rotate', 'read_user']) {
    expect((await call('GET', '/personal_access_tokens/self', await with_(scope))).statusCode).toBe(200);
  }
});

test('rotation: a new secret of the same name and scopes, the old one ends', async () => {
  const { user } = await createUser(app);
  const old = await createToken(app, user, ['self_rotate', 'read_user'], today(100));
  const answer = await call('POST', '/personal_access_tokens/self/rotate', old.headers);
  expect(answer.statusCode).toBe(200);
  const next = restPersonalAccessTokenWithToken.parse(answer.json());
  expect(next).toMatchObject({ scopes: ['self_rotate', 'read_user'], expires_at: today(7) });
  expect((await call('GET', '/user', old.headers)).statusCode).toBe(401);
  expect((await call('GET', '/user', { 'private-token': next.token })).statusCode).toBe(200);
});

test('rotating a token that was rotated before ends all that came from it: someone copied it', async () => {
  const { user } = await createUser(app);
  const old = await createToken(app, user, ['self_rotate', 'read_user'], today(100));
  const next = (await call('POST', '/personal_access_tokens/self/rotate', old.headers)).json();
  const third = (await call('POST', '/personal_access_tokens/self/rotate', { 'private-token': next.token })).json();
  // Merely using the old one is refused, and nothing more.
  expect((await call('GET', '/user', old.headers)).statusCode).toBe(401);
  expect((await call('GET', '/user', { 'private-token': third.token })).statusCode).toBe(200);
  expect((await call('POST', '/personal_access_tokens/self/rotate', old.headers)).statusCode).toBe(401);
  expect((await call('GET', '/user', { 'private-token': third.token })).statusCode).toBe(401);
});

test('with the scope self_rotate alone a token replaces itself and no other', async () => {
  const { user } = await createUser(app);
  const narrow = await createToken(app, user, ['self_rotate'], today(100));
  const other = await createToken(app, user, ['api'], today(100));
  expect((await call('POST', `/personal_access_tokens/${other.id}/rotate`, narrow.headers)).statusCode).toBe(403);
  expect((await call('DELETE', `/personal_access_tokens/${other.id}`, narrow.headers)).statusCode).toBe(403);
  expect((await call('DELETE', '/personal_access_tokens/self', narrow.headers)).statusCode).toBe(204);
  const gone = await call('GET', '/personal_access_tokens/self', narrow.headers);
  expect([gone.statusCode, gone.json()]).toMatchObject([401, { error: 'invalid_token' }]);
});

test('T-115: tokens of others are as absent as those that do not exist', async () => {
  const [owner, other] = [await createUser(app), await createUser(app)];
  const token = await createToken(app, owner.user, ['api'], today(100));
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ] as const) {
    const hidden = await call(method, `/personal_access_tokens/${token.id}${path}`, other.headers);
    const absent = await call(method, `/personal_access_tokens/99999999${path}`, other.headers);
    expect([hidden.statusCode, hidden.body]).toEqual([404, absent.body]);
  }
  expect((await call('GET', `/personal_access_tokens?user_id=${owner.user.id}`, other.headers)).statusCode).toBe(401);
  const own = z
    .array(restPersonalAccessToken)
    .parse((await call('GET', '/personal_access_tokens', other.headers)).json());
  expect(own.every((each) => each.user_id === other.user.id)).toBe(true);
});

test('administrators see, end and make tokens of everyone; others may not make them for someone', async () => {
  const [admin, person] = [await createUser(app, { isAdmin: true }), await createUser(app)];
  const path = `/users/${person.user.id}/personal_access_tokens`;
  expect((await call('POST', path, person.headers, { name: 'x', scopes: ['api'] })).statusCode).toBe(403);
  const made = await call('POST', path, admin.headers, { name: 'for you', scopes: ['read_api'] });
  const token = restPersonalAccessTokenWithToken.parse(made.json());
  expect(token.user_id).toBe(person.user.id);
  const listed = await call('GET', `/personal_access_tokens?user_id=${person.user.id}&search=for`, admin.headers);
  expect(listed.json()).toHaveLength(1);
  expect((await call('DELETE', `/personal_access_tokens/${token.id}`, admin.headers)).statusCode).toBe(204);
  expect((await call('GET', '/user', { 'private-token': token.token })).statusCode).toBe(401);
});

test('filters: state, revoked, dates and order', async () => {
  const { user, headers } = await createUser(app);
  const expired = await createToken(app, user, ['api'], '2020-02-01');
  const revoked = await createToken(app, user, ['api'], today(10));
  await call('DELETE', `/personal_access_tokens/${revoked.id}`, headers);
  const ids = async (query: string) =>
    (await call('GET', `/personal_access_tokens?${query}`, headers)).json().map((each: { id: number }) => each.id);
  expect(new Set(await ids('state=inactive'))).toEqual(new Set([expired.id, revoked.id]));
  expect(await ids('revoked=true')).toEqual([revoked.id]);
  expect(await ids('expires_before=2021-01-01')).toEqual([expired.id]);
  expect((await ids('state=active&sort=expires_asc')).length).toBe(1);
  expect((await call('GET', '/personal_access_tokens?state=odd', headers)).json()).toEqual({
    error: 'state does not have a valid value',
  });
  expect((await call('GET', '/personal_access_tokens')).statusCode).toBe(401);
});

test('T-122: neither digests nor secrets stand in any answer about tokens', async () => {
  const admin = await createUser(app, { isAdmin: true, password: TEST_PASSWORD });
  const person = await createUser(app, { password: TEST_PASSWORD });
  const answers = [
    await call('GET', `/personal_access_tokens?user_id=${person.user.id}`, admin.headers),
    await call('GET', `/users/${person.user.id}`, admin.headers),
    await server.inject({ url: `/-/page/admin/users/${person.user.id}`, headers: admin.headers }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toMatch(/digest|password_hash|argon2|otp_secret|glpat-/);
  }
});
