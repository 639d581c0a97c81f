import { restApplicationSettings, restInstanceStatistics } from '@tributary/contract/accounts/rest.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { looksLikeAccessToken } from '../token-format.ts';
import { createUser, signInHeaders, TEST_PASSWORD, type TestUser } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;
let admin: TestUser;
let session: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  admin = await createUser(app, { username: 'keeper', isAdmin: true, password: TEST_PASSWORD });
  session = await signInHeaders(app, admin.user);
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  server.inject({ method, url, headers, ...(payload && { payload }) });
const pageOf = async (url: string, headers: Headers) => (await server.inject({ url: `/-/page${url}`, headers })).json();

const PAGES = [
  '/admin',
  '/admin/users',
  '/admin/users/1',
  '/admin/settings',
  '/admin/mail',
  '/admin/audit_events',
  '/admin/abuse_reports',
];

test('the pages of administration are there for administrators and absent for everyone else', async () => {
  const { headers } = await createUser(app);
  const kinds = [
    'admin_overview',
    'admin_users',
    'admin_user',
    'admin_settings',
    'admin_mail',
    'admin_audit',
    'admin_abuse_reports',
  ];
  for (const [index, url] of PAGES.entries()) {
    expect(await pageOf(url, session)).toMatchObject({
      kind: kinds[index],
      status: 200,
      shell: { context: { type: 'admin' } },
    });
    expect([url, (await pageOf(url, headers)).status]).toEqual([url, 404]);
    expect([url, (await pageOf(url, {})).status]).toEqual([url, 404]);
  }
});

test.each([
  ['POST', '/admin/users', { username: 'nn', name: 'n', email: 'n@n.test' }],
  ['PUT', '/admin/users/1', { name: 'x' }],
  ['DELETE', '/admin/users/1', undefined],
  ['POST', '/admin/users/1/block', undefined],
  ['POST', '/admin/users/1/make_admin', undefined],
  ['PUT', '/admin/settings', { signup_enabled: false }],
  ['PUT', '/api/v4/application/settings', { signup_enabled: false }],
] as const)('T-128: %s %s is refused to others', async (method, url, payload) => {
  const { headers } = await createUser(app);
  expect((await send(method, url, headers, payload)).statusCode).toBe(403);
  expect((await send(method, url, {}, payload)).statusCode).toBe(401);
});

test('users: filter, search, make, act, and the actions offered are those that work', async () => {
  const made = await send('POST', '/admin/users', session, {
    username: 'made-here',
    name: 'Made',
    email: 'made@x.test',
  });
  expect(made.statusCode).toBe(201);
  const { id, redirect } = made.json();
  expect(redirect).toBe(`/admin/users/${id}`);
  expect((await pageOf('/admin/users?search=made-&filter=active', session)).data).toMatchObject({
    users: [{ username: 'made-here', email: 'made@x.test' }],
    total: 1,
    filter: 'active',
  });
  const actions = async () => (await pageOf(`/admin/users/${id}`, session)).data.actions;
  expect(await actions()).toEqual(['block', 'deactivate', 'ban', 'make_admin', 'send_password_reset']);
  const act = async (action: string) => (await send('POST', `/admin/users/${id}/${action}`, session)).statusCode;
  for (const action of ['make_admin', 'remove_admin', 'send_password_reset', 'block'])
    expect(await act(action)).toBe(204);
  expect(await actions()).toEqual(['unblock']);
  expect(await act('block')).toBe(403);
  expect(await act('dance')).toBe(400);
  expect(await act('unblock')).toBe(204);
  expect((await pageOf(`/admin/users/${id}`, session)).data).toMatchObject({ canDelete: true });
  expect((await send('DELETE', `/admin/users/${id}`, session)).statusCode).toBe(204);
  expect((await pageOf(`/admin/users/${id}`, session)).status).toBe(404);
});

test('one cannot block, demote or remove oneself, and the page does not offer it', async () => {
  const url = `/admin/users/${admin.user.id}`;
  const { actions, canDelete, user } = (await pageOf(url, session)).data;
  expect(user.isSelf).toBe(true);
  expect(canDelete).toBe(false);
  for (const action of ['block', 'deactivate', 'remove_admin']) {
    expect(actions).not.toContain(action);
    expect((await send('POST', `${url}/${action}`, session)).statusCode).toBe(403);
  }
});

test('settings change at once, within safe ranges, and are audited with old and new', async () => {
  const put = (payload: object) => send('PUT', '/api/v4/application/settings', admin.headers, payload);
  const changed = await put({ signup_enabled: false, max_attachment_size: '25' });
  expect(restApplicationSettings.parse(changed.json())).toMatchObject({
    signup_enabled: false,
    max_attachment_size: 25,
  });
  expect((await pageOf('/users/sign_up', {})).data).toMatchObject({ enabled: false });
  expect((await pageOf('/', {})).shell.instance.signUpEnabled).toBe(false);
  const person = { username: 'late', name: 'Late', email: 'late@x.test', password: TEST_PASSWORD };
  expect((await send('POST', '/users/sign_up', {}, person)).json()).toMatchObject({
    error: { code: 'sign_up_disabled' },
  });
  for (const bad of [
    { max_attachment_size: 100_000 },
    { session_expire_delay: 0 },
    { default_project_visibility: 'all' },
  ]) {
    expect((await put(bad)).statusCode).toBe(400);
  }
  await put({ signup_enabled: true });
  const events = (await pageOf('/admin/audit_events?action=settings.changed', session)).data.events;
  expect(events.map((event: { details: object }) => event.details)).toEqual([
    { signup_enabled: { from: false, to: true } },
    { signup_enabled: { from: true, to: false }, max_attachment_size: { from: 10, to: 25 } },
  ]);
  expect((await server.inject({ url: '/api/v4/application/settings', headers: admin.headers })).json()).toMatchObject({
    id: 1,
    max_attachment_size: 25,
  });
});

test('an administrator chooses what new access tokens begin with, and all tokens stay valid', async () => {
  const choose = (prefix: string) =>
    send('PUT', '/api/v4/application/settings', admin.headers, { personal_access_token_prefix: prefix });
  const make = async () => {
    const fields = { name: 'prefixed', scopes: ['api'] };
    const made = await send('POST', `/api/v4/users/${admin.user.id}/personal_access_tokens`, admin.headers, fields);
    return String(made.json().token);
  };
  expect((await choose('acme secret')).statusCode).toBe(400);
  expect((await choose('acme.')).json()).toMatchObject({ personal_access_token_prefix: 'acme.' });
  const tokens = [await make()];
  await choose('');
  tokens.push(await make());
  await choose('glpat-');
  tokens.push(await make());
  expect(tokens).toEqual([/^acme\./, /^[\w-]{50}$/, /^glpat-/].map((form) => expect.stringMatching(form)));
  for (const token of tokens) {
    // As the password of git, too.
    expect(looksLikeAccessToken(token)).toBe(true);
    expect((await server.inject({ url: '/api/v4/user', headers: { 'private-token': token } })).statusCode).toBe(200);
    const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    expect((await server.inject({ url: '/api/v4/user', headers: { 'private-token': mistyped } })).statusCode).toBe(401);
  }
});

test('new accounts may have as many projects of their own as the instance says, unless an administrator says another number', async () => {
  const limit = (value: number) =>
    send('PUT', '/api/v4/application/settings', admin.headers, { default_projects_limit: value });
  const make = async (name: string, more: object = {}) => {
    const person = { username: name, name, email: `${name}@x.test`, password: TEST_PASSWORD };
    return (await send('POST', '/api/v4/users', admin.headers, { ...person, ...more })).json().projects_limit;
  };
  expect((await limit(3)).json()).toMatchObject({ default_projects_limit: 3 });
  expect([await make('three'), await make('seven', { projects_limit: 7 })]).toEqual([3, 7]);
  expect((await limit(-1)).statusCode).toBe(400);
  await limit(100_000);
  expect(await make('any-number')).toBe(100_000);
});

test('the counts of the instance are for administrators', async () => {
  const get = (headers: Headers) => server.inject({ url: '/api/v4/application/statistics', headers });
  const counts = restInstanceStatistics.parse((await get(admin.headers)).json());
  const overview: { key: string; count: number }[] = (await pageOf('/admin', session)).data.counts;
  for (const key of ['users', 'projects', 'groups'] as const) {
    expect(counts[key]).toBe(String(overview.find((each) => each.key === key)?.count));
  }
  expect(counts).toMatchObject({ issues: '0', snippets: '0', ssh_keys: '0' });
  const reader = await createUser(app);
  expect((await get(reader.headers)).statusCode).toBe(403);
  const key = `ssh-ed25519 ${sshEd25519(Buffer.alloc(32, 7))}`;
  expect((await send('POST', '/api/v4/user/keys', reader.headers, { title: 'Key', key })).statusCode).toBe(201);
  expect((await get(admin.headers)).json().ssh_keys).toBe('1');
});

/** A public key as it is written in one line. */
function sshEd25519(bytes: Buffer): string {
  const part = (data: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, data.length]), data]);
  return Buffer.concat([part(Buffer.from('ssh-ed25519')), part(bytes)]).toString('base64');
}

test('sign-up: at once, or after approval', async () => {
  const person = (name: string) => ({ username: name, name, email: `${name}@x.test`, password: TEST_PASSWORD });
  const first = await send('POST', '/users/sign_up', {}, person('first-one'));
  expect([first.statusCode, first.json()]).toEqual([201, { redirect: '/', message: null }]);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  expect((await pageOf('/-/profile/account', { cookie })).data).toMatchObject({ isEmailConfirmed: false });
  await send('PUT', '/admin/settings', session, { require_admin_approval_after_user_signup: true });
  const second = await send('POST', '/users/sign_up', {}, person('second-one'));
  expect(second.json()).toMatchObject({ redirect: null, message: expect.stringContaining('approves') });
  expect(second.headers['set-cookie']).toBeUndefined();
  const overview = (await pageOf('/admin', session)).data;
  expect(overview.pendingUsers).toBe(1);
  expect(overview.latestUsers[0]).toMatchObject({ username: 'second-one', state: 'pending_approval' });
  await send('POST', `/admin/users/${overview.latestUsers[0].id}/approve`, session);
  await signInHeaders(app, { username: 'second-one' });
  await send('PUT', '/admin/settings', session, { require_admin_approval_after_user_signup: false });
  const taken = await send('POST', '/users/sign_up', {}, { ...person('first-one'), password: 'short' });
  expect(taken.json().error.fields).toEqual({
    username: ['has already been taken'],
    email: ['has already been taken'],
    password: ['is too short (minimum is 8 characters)'],
  });
});

test('the twenty-first sign-up of an hour from one address is refused', async () => {
  const remoteAddress = '192.0.2.77';
  const attempt = () =>
    server.inject({
      method: 'POST',
      url: '/users/sign_up',
      remoteAddress,
      payload: { username: 'x', name: 'x', email: 'x', password: 'x' },
    });
  for (let count = 0; count < 20; count++) expect((await attempt()).statusCode).toBe(400);
  expect((await attempt()).statusCode).toBe(429);
});

test('without a mail server, mail is kept where administrators can read it', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  await send('POST', '/users/password', {}, { email: user.email });
  await app.runJobs();
  const { mails, mailWorks } = (await pageOf('/admin/mail', session)).data;
  expect(mailWorks).toBe(false);
  expect(mails[0]).toMatchObject({
    recipient: user.email,
    state: 'kept',
    text: expect.stringContaining('/users/password/edit?token='),
  });
});

test('P-30: sensitive changes stand in the trail with actor, credential and address, and cannot be removed', async () => {
  const person = await createUser(app, { password: TEST_PASSWORD });
  await send('POST', `/admin/users/${person.user.id}/block`, session);
  const { events, actions } = (await pageOf(`/admin/audit_events?user=${person.user.username}`, session)).data;
  expect(events[0]).toMatchObject({
    action: 'user.block',
    actor: { username: 'keeper' },
    credential: 'session',
    ip: '127.0.0.1',
    target: { username: person.user.username },
    details: { from: 'active', to: 'blocked' },
  });
  expect(actions).toEqual(
    expect.arrayContaining(['user.block', 'user.created', 'sign_in.succeeded', 'settings.changed']),
  );
  expect((await pageOf('/admin/audit_events?user=nobody-of-that-name', session)).data.events).toEqual([]);
  await expect(app.system.db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only');
});

test('P-30: no secret stands in the audit trail', async () => {
  const rows = await app.system.db.selectFrom('audit_events').selectAll().execute();
  const text = JSON.stringify(rows);
  for (const canary of [TEST_PASSWORD, 'argon2', session['x-csrf-token'] ?? 'none']) {
    expect(text).not.toContain(canary);
  }
  // The prefix alone is a setting.
  expect(text).not.toMatch(/glpat-[\w.-]/);
});
