import {
  restCurrentUser,
  restMetadata,
  restUserBasic,
  restUserCounts,
  restUserPreferences,
  restUserProfile,
  restUserWithAdmin,
} from '@tributary/contract/accounts/rest.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mapUsersByConfirmedEmail } from '../index.ts';
import { createUser, signInHeaders, TEST_PASSWORD, type TestUser } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  admin = await createUser(app, { username: 'the-admin', isAdmin: true });
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  headers: Headers = {},
  payload?: object,
) => server.inject({ method, url: `/api/v4${path}`, headers, ...(payload && { payload }) });
const namesOf = (body: unknown) =>
  z
    .array(restUserBasic.loose())
    .parse(body)
    .map((user) => user.username);

test('version, metadata, user, counts and preferences for whoever asks; 401 for nobody', async () => {
  const { user, headers } = await createUser(app);
  for (const path of ['/version', '/metadata']) {
    expect(restMetadata.parse((await call('GET', path, headers)).json()).version).toMatch(/^16\./);
  }
  expect(restCurrentUser.parse((await call('GET', '/user', headers)).json())).toMatchObject({
    username: user.username,
    email: user.email,
    web_url: `${app.platform.config.url}/${user.username}`,
  });
  expect(restUserWithAdmin.parse((await call('GET', '/user', admin.headers)).json()).is_admin).toBe(true);
  expect(restUserCounts.parse((await call('GET', '/user_counts', headers)).json()).todos).toBe(0);
  const changed = await call('PUT', '/user/preferences', headers, { show_whitespace_in_diffs: false });
  expect(restUserPreferences.parse(changed.json()).show_whitespace_in_diffs).toBe(false);
  expect((await call('GET', '/user/preferences', headers)).json()).toEqual(changed.json());
  for (const path of ['/version', '/user', '/user_counts', '/user/preferences', '/users', '/personal_access_tokens']) {
    const answer = await call('GET', path);
    expect([path, answer.statusCode, answer.json()]).toEqual([path, 401, { message: '401 Unauthorized' }]);
  }
});

test('one user: public fields for nobody signed in, everything for administrators, 404 for none', async () => {
  const { user, headers } = await createUser(app);
  const path = `/users/${user.id}`;
  for (const each of [{}, headers]) {
    const profile = restUserProfile.parse((await call('GET', path, each)).json());
    expect(profile).toMatchObject({ username: user.username, locked: false, public_email: null });
  }
  expect(restUserWithAdmin.parse((await call('GET', path, admin.headers)).json()).email).toBe(user.email);
  const absent = await call('GET', '/users/999999');
  expect([absent.statusCode, absent.json()]).toEqual([404, { message: '404 User Not Found' }]);
});

test('lists are filtered, ordered and paged', async () => {
  for (const name of ['zoe-one', 'zoe-two', 'zoe-three']) await createUser(app, { username: name });
  await createUser(app, { username: 'zoe-blocked', state: 'blocked' });
  await createUser(app, { username: 'zoe-external', isExternal: true });
  const list = async (query: string, headers = admin.headers) => call('GET', `/users?${query}`, headers);
  expect(namesOf((await list('search=zoe-t&order_by=username&sort=asc')).json())).toEqual(['zoe-three', 'zoe-two']);
  expect(namesOf((await list('username=ZOE-ONE')).json())).toEqual(['zoe-one']);
  expect(namesOf((await list('search=zoe&blocked=true')).json())).toEqual(['zoe-blocked']);
  expect(namesOf((await list('search=zoe&external=true')).json())).toEqual(['zoe-external']);
  expect(namesOf((await list('search=zoe&active=true&exclude_external=true')).json())).toHaveLength(3);
  expect(namesOf((await list('search=the-&admins=true')).json())).toEqual(['the-admin']);
  const page = await list('search=zoe&per_page=2&page=2&order_by=id&sort=asc');
  expect(page.headers).toMatchObject({ 'x-total': '5', 'x-page': '2', 'x-next-page': '3' });
  expect(namesOf(page.json())).toHaveLength(2);
  // A wildcard is only a character.
  expect(namesOf((await list('search=zoe%25')).json())).toEqual([]);
});

test('T-116: private addresses, waiting accounts and who is an administrator are not found by others', async () => {
  const { headers } = await createUser(app);
  const { user: hidden } = await createUser(app, { username: 'hidden-person' });
  await createUser(app, { username: 'waiting-person', state: 'pending_approval' });
  const names = async (query: string, each: Headers) => namesOf((await call('GET', `/users?${query}`, each)).json());
  expect(await names(`search=${hidden.email}`, headers)).toEqual([]);
  expect(await names(`search=${hidden.email}`, admin.headers)).toEqual(['hidden-person']);
  expect(await names('username=waiting-person', headers)).toEqual([]);
  expect(await names('username=waiting-person', admin.headers)).toEqual(['waiting-person']);
  expect(await names('search=person&admins=true', headers)).toContain('hidden-person');
  const body = (await call('GET', '/users?username=hidden-person', headers)).body;
  expect(body).not.toContain(hidden.email);
});

const newcomer = { username: 'newcomer', name: 'New Comer', email: 'newcomer@example.test' };

test('administrators make accounts, with a password or a mailed link; others may not', async () => {
  const { headers } = await createUser(app);
  expect((await call('POST', '/users', headers, newcomer)).statusCode).toBe(403);
  expect((await call('POST', '/users', {}, newcomer)).statusCode).toBe(401);
  const made = await call('POST', '/users', admin.headers, { ...newcomer, reset_password: true, bio: 'hello' });
  expect(made.statusCode).toBe(201);
  expect(restUserWithAdmin.parse(made.json())).toMatchObject({ username: 'newcomer', bio: 'hello', state: 'active' });
  const mails = app.system.db.selectFrom('mail_messages').selectAll().where('recipient', '=', newcomer.email);
  const mail = await mails.executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(mail.text_body)?.[1] ?? '';
  const reset = await server.inject({
    method: 'PUT',
    url: '/users/password',
    payload: { token, password: TEST_PASSWORD },
  });
  expect(reset.statusCode).toBe(200);
  await signInHeaders(app, { username: 'newcomer' });
  const again = await call('POST', '/users', admin.headers, { ...newcomer, password: TEST_PASSWORD });
  expect([again.statusCode, again.json()]).toEqual([
    400,
    { message: { username: ['has already been taken'], email: ['has already been taken'] } },
  ]);
});

test.each([
  [
    { ...newcomer, username: 'users', email: 'free@example.test' },
    400,
    { message: { username: ['is a reserved name'] } },
  ],
  [{ name: 'x', username: 'x1' }, 400, { error: 'email is missing' }],
])('%j is answered by what is wrong', async (payload, status, body) => {
  const answer = await call('POST', '/users', admin.headers, payload);
  expect([answer.statusCode, answer.json()]).toEqual([status, body]);
});

test('administrators change accounts; a new password ends the sessions of the user', async () => {
  const { user, headers } = await createUser(app, { password: TEST_PASSWORD });
  const session = await signInHeaders(app, user);
  expect((await call('PUT', `/users/${user.id}`, headers, { name: 'x' })).statusCode).toBe(403);
  const changed = await call('PUT', `/users/${user.id}`, admin.headers, {
    name: 'Renamed',
    username: `${user.username}-new`,
    email: 'renamed@example.test',
    password: 'another long password',
    external: true,
    location: 'Here',
  });
  expect(restUserWithAdmin.parse(changed.json())).toMatchObject({
    name: 'Renamed',
    username: `${user.username}-new`,
    email: 'renamed@example.test',
    external: true,
    location: 'Here',
  });
  expect((await server.inject({ url: '/-/page/-/profile', headers: session })).json().status).toBe(401);
  await signInHeaders(app, { username: 'renamed@example.test' }, 'another long password');
  const notice = app.system.db.selectFrom('mail_messages').selectAll().where('recipient', '=', user.email);
  expect((await notice.executeTakeFirstOrThrow()).subject).toBe('Your email address was changed');
});

test('T-109: a blocked account loses sessions, tokens and git at once, and gets them back only by unblocking', async () => {
  const { user, headers } = await createUser(app, { password: TEST_PASSWORD });
  const session = await signInHeaders(app, user);
  const blocked = await call('POST', `/users/${user.id}/block`, admin.headers);
  expect([blocked.statusCode, blocked.json()]).toEqual([201, true]);
  expect((await call('GET', '/user', headers)).statusCode).toBe(401);
  expect((await server.inject({ url: '/-/page/-/profile', headers: session })).json().status).toBe(401);
  expect((await call('GET', `/users/${user.id}`)).json()).toMatchObject({ state: 'blocked' });
  const again = await call('POST', `/users/${user.id}/block`, admin.headers);
  expect([again.statusCode, again.json()]).toEqual([201, null]);
  expect((await call('POST', `/users/${user.id}/unblock`, admin.headers)).json()).toBe(true);
  expect((await call('GET', '/user', headers)).statusCode).toBe(200);
  // The session is gone for good.
  expect((await server.inject({ url: '/-/page/-/profile', headers: session })).json().status).toBe(401);
});

test('deactivate, activate and approve; each only from its state and only by administrators', async () => {
  const { user, headers } = await createUser(app);
  const waiting = await createUser(app, { state: 'pending_approval' });
  const act = async (id: number, action: string, each: Headers = admin.headers) =>
    (await call('POST', `/users/${id}/${action}`, each)).statusCode;
  const answers = async (action: string) => {
    const answer = await call('POST', `/users/${user.id}/${action}`, admin.headers);
    return [answer.statusCode, answer.json()];
  };
  expect(await answers('activate')).toEqual([201, false]);
  expect(await answers('unblock')).toEqual([201, false]);
  expect(await answers('deactivate')).toEqual([201, true]);
  expect(await answers('deactivate')).toEqual([201, null]);
  expect(await act(user.id, 'unblock')).toBe(403);
  expect(await answers('activate')).toEqual([201, true]);
  expect(await act(user.id, 'approve')).toBe(403);
  expect(await act(waiting.user.id, 'approve', headers)).toBe(403);
  expect(await act(waiting.user.id, 'approve', {})).toBe(401);
  expect((await call('POST', `/users/${waiting.user.id}/approve`, admin.headers)).json()).toEqual({
    message: 'Success',
  });
  expect((await call('GET', '/user', waiting.headers)).statusCode).toBe(200);
});

test('administrators do not lock themselves out, and the last one stays', async () => {
  const self = admin.user.id;
  expect((await call('POST', `/users/${self}/block`, admin.headers)).statusCode).toBe(403);
  expect((await call('PUT', `/users/${self}`, admin.headers, { admin: false })).statusCode).toBe(403);
  expect((await call('DELETE', `/users/${self}`, admin.headers)).statusCode).toBe(403);
  expect((await call('PUT', `/users/${self}`, admin.headers, { password: 'another password' })).statusCode).toBe(403);
  const root = await app.system.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow();
  expect((await call('PUT', `/users/${root.id}`, admin.headers, { admin: false })).statusCode).toBe(200);
  const { changeUserState } = await import('../operations/change-user-state.ts');
  await expect(changeUserState(app.system, { id: self, change: 'block' })).rejects.toMatchObject({
    code: 'last_administrator',
  });
});

test('an account is removed by administrators only, and is nobody then', async () => {
  const unused = await createUser(app);
  expect((await call('DELETE', `/users/${unused.user.id}`, (await createUser(app)).headers)).statusCode).toBe(403);
  expect((await call('DELETE', `/users/${unused.user.id}`, admin.headers)).statusCode).toBe(204);
  expect((await call('GET', `/users/${unused.user.id}`)).statusCode).toBe(404);
  expect((await call('GET', '/user', unused.headers)).statusCode).toBe(401);
});

test('ban, unban, reject and disable_two_factor are for administrators and for the right state', async () => {
  const { user, headers } = await createUser(app, { password: TEST_PASSWORD });
  const waiting = await createUser(app, { state: 'pending_approval' });
  const act = async (id: number, action: string, each: Headers = admin.headers) => {
    const answer = await call('POST', `/users/${id}/${action}`, each);
    return [answer.statusCode, answer.json()];
  };
  expect((await act(admin.user.id, 'ban', headers))[0]).toBe(403);
  expect(await act(user.id, 'ban')).toEqual([201, true]);
  expect((await call('GET', '/user', headers)).statusCode).toBe(401);
  expect((await call('GET', `/users/${user.id}`)).json()).toMatchObject({ state: 'banned' });
  expect((await act(user.id, 'ban'))[0]).toBe(403);
  expect(await act(user.id, 'unban')).toEqual([201, true]);
  expect((await act(user.id, 'unban'))[0]).toBe(403);
  expect(await act(user.id, 'reject')).toEqual([409, { message: 'User does not have a pending request' }]);
  expect(await act(waiting.user.id, 'reject')).toEqual([201, { message: 'Success' }]);
  expect((await call('GET', `/users/${waiting.user.id}`, admin.headers)).statusCode).toBe(404);
  expect((await call('PATCH', `/users/${user.id}/disable_two_factor`, headers)).statusCode).toBe(403);
  await app.system.db.updateTable('users').set({ otp_enabled_at: new Date() }).where('id', '=', user.id).execute();
  expect((await call('PATCH', `/users/${user.id}/disable_two_factor`, admin.headers)).statusCode).toBe(204);
});

test('further addresses count for commits once confirmed, and belong to one user', async () => {
  const { user, headers } = await createUser(app);
  const other = await createUser(app);
  const added = await call('POST', '/user/emails', headers, { email: 'Second@example.test' });
  expect([added.statusCode, added.json()]).toEqual([
    201,
    { id: expect.any(Number), email: 'Second@example.test', confirmed_at: null },
  ]);
  const users = async () => (await mapUsersByConfirmedEmail(app.system, ['second@EXAMPLE.test'])).size;
  expect(await users()).toBe(0);
  // An address that is not confirmed keeps nobody from it.
  const theirs = { email: 'second@example.test', skip_confirmation: true };
  const path = `/users/${other.user.id}/emails`;
  expect((await call('POST', path, headers, theirs)).statusCode).toBe(403);
  const mail = await app.system.db
    .selectFrom('mail_messages')
    .selectAll()
    .where('recipient', '=', 'Second@example.test')
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(mail.text_body)?.[1] ?? '';
  const confirm = () => server.inject({ method: 'POST', url: '/users/confirmation', payload: { token } });
  expect((await confirm()).statusCode).toBeLessThan(300);
  expect((await confirm()).statusCode).toBe(400);
  expect(await users()).toBe(1);
  const taken = await call('POST', path, admin.headers, theirs);
  expect([taken.statusCode, taken.json()]).toEqual([400, { message: { email: ['has already been taken'] } }]);
  const id = added.json().id;
  expect((await call('GET', '/user/emails', headers)).json()).toHaveLength(1);
  expect((await call('GET', `/user/emails/${id}`, other.headers)).statusCode).toBe(404);
  expect((await call('DELETE', `/user/emails/${id}`, other.headers)).statusCode).toBe(404);
  expect((await call('GET', `/users/${user.id}/emails`, admin.headers)).json()[0].email).toBe('Second@example.test');
  expect((await call('DELETE', `/user/emails/${id}`, headers)).statusCode).toBe(204);
  expect((await call('POST', path, admin.headers, theirs)).json().confirmed_at).toEqual(expect.any(String));
  expect(
    (await call('DELETE', `${path}/${(await call('GET', path, admin.headers)).json()[0].id}`, admin.headers))
      .statusCode,
  ).toBe(204);
});

test('accounts elsewhere are stored, found by administrators, and removed', async () => {
  const { user, headers } = await createUser(app);
  const identity = { provider: 'ldap', extern_uid: 'cn=one' };
  expect((await call('PUT', `/users/${user.id}`, admin.headers, { provider: 'ldap' })).json()).toEqual({
    message: { extern_uid: ["can't be blank"] },
  });
  const saved = await call('PUT', `/users/${user.id}`, admin.headers, identity);
  expect(saved.json().identities).toEqual([{ ...identity, saml_provider_id: null }]);
  expect((await call('GET', '/user', headers)).json().identities).toHaveLength(1);
  const find = (each: Headers) => call('GET', '/users?provider=ldap&extern_uid=cn%3Done', each);
  expect(namesOf((await find(admin.headers)).json())).toEqual([user.username]);
  expect((await find(headers)).json()).toEqual([]);
  const other = { ...newcomer, username: 'elsewhere', email: 'elsewhere@example.test', force_random_password: true };
  expect((await call('POST', '/users', admin.headers, { ...other, ...identity })).json()).toEqual({
    message: { extern_uid: ['has already been taken'] },
  });
  const remove = (each: Headers) => call('DELETE', `/users/${user.id}/identities/ldap`, each);
  expect((await remove(headers)).statusCode).toBe(403);
  expect((await remove(admin.headers)).statusCode).toBe(204);
  expect((await remove(admin.headers)).statusCode).toBe(404);
  const days = await call('GET', '/user/activities?from=2000-01-01', admin.headers);
  expect(days.json()).toContainEqual(expect.objectContaining({ username: user.username }));
  expect((await call('GET', '/user/activities', headers)).statusCode).toBe(403);
});

test('an impersonation token acts as the user, unseen by them, and the trail names both', async () => {
  const { user, headers } = await createUser(app);
  const path = `/users/${user.id}/impersonation_tokens`;
  const input = { name: 'support', scopes: ['api'] };
  expect((await call('POST', path, headers, input)).statusCode).toBe(403);
  const made = (await call('POST', path, admin.headers, input)).json();
  expect(made).toMatchObject({ impersonation: true, active: true, user_id: user.id, token: expect.any(String) });
  const acting = { 'private-token': made.token };
  expect((await call('GET', '/user', acting)).json().username).toBe(user.username);
  expect((await call('GET', '/users/1/impersonation_tokens', acting)).statusCode).toBe(403);
  await call('PUT', '/user/preferences', acting, { show_whitespace_in_diffs: true });
  expect((await call('POST', '/user/emails', acting, { email: 'acted@example.test' })).statusCode).toBe(201);
  const trail = await app.system.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'user.email_added')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(trail).toMatchObject({ actor_id: user.id, impersonator_id: admin.user.id });
  expect((await call('GET', path, admin.headers)).json()).toHaveLength(1);
  for (const each of [headers, admin.headers]) {
    expect((await call('GET', `/personal_access_tokens/${made.id}`, each)).statusCode).toBe(404);
    expect((await call('DELETE', `/personal_access_tokens/${made.id}`, each)).statusCode).toBe(404);
  }
  expect((await call('GET', `${path}/${made.id}`, admin.headers)).json()).not.toHaveProperty('token');
  expect((await call('DELETE', `${path}/${made.id}`, admin.headers)).statusCode).toBe(204);
  expect((await call('GET', '/user', acting)).statusCode).toBe(401);
  expect((await call('GET', `${path}?state=active`, admin.headers)).json()).toEqual([]);
});
