import { DEFAULT_PREFERENCES } from '@tributary/contract/accounts/preferences.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, signInHeaders, TEST_PASSWORD } from '../testing.ts';

let app: TestApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  server.inject({ method, url, headers, ...(payload && { payload }) });
const pageOf = async (url: string, headers: Headers) => (await server.inject({ url: `/-/page${url}`, headers })).json();
const mailsTo = (recipient: string) =>
  app.system.db.selectFrom('mail_messages').selectAll().where('recipient', '=', recipient).orderBy('id').execute();

async function signedIn() {
  const person = await createUser(app, { password: TEST_PASSWORD });
  return { ...person, session: await signInHeaders(app, person.user) };
}

const profile = {
  name: 'Anna A',
  bio: 'reviews',
  location: 'Bern',
  job_title: 'Engineer',
  organization: 'Here',
  pronouns: 'she',
  website_url: 'https://anna.example',
  public_email: '',
};

test('the profile is changed and shown; every wrong field is named', async () => {
  const { user, session } = await signedIn();
  const changed = { ...profile, public_email: user.email };
  expect((await send('PUT', '/-/profile', session, changed)).statusCode).toBe(204);
  expect((await pageOf('/-/profile', session)).data).toMatchObject({ profile: changed, confirmedEmails: [user.email] });
  const wrong = {
    ...profile,
    name: ' ',
    website_url: 'javascript:alert(1)',
    bio: 'x'.repeat(256),
    public_email: 'other@x.test',
  };
  expect((await send('PUT', '/-/profile', session, wrong)).json().error.fields).toEqual({
    name: ["can't be blank"],
    website_url: ['is not a valid URL'],
    bio: ['is too long (maximum is 255 characters)'],
    public_email: ['must be your confirmed address'],
  });
});

test('preferences: a strict set of names and values, kept on the server', async () => {
  const { session } = await signedIn();
  expect((await pageOf('/-/profile/preferences', session)).data.preferences).toEqual(DEFAULT_PREFERENCES);
  expect((await send('PUT', '/-/preferences', session, { theme: 'dark', tab_width: 4 })).statusCode).toBe(204);
  expect((await pageOf('/', session)).shell.viewer.preferences).toMatchObject({ theme: 'dark', tab_width: 4 });
  for (const bad of [{ theme: 'pink' }, { tab_width: 99 }, { colour: 1 }, { theme: '"><script>' }]) {
    expect((await send('PUT', '/-/preferences', session, bad)).statusCode).toBe(400);
  }
});

test('an explanation that was dismissed stays away, also one of another client', async () => {
  const { session } = await signedIn();
  const putAway = (body: object, as = session) => send('POST', '/-/users/callouts', as, body);
  expect((await putAway({ feature_name: 'suggest_popover_dismissed' })).statusCode).toBe(204);
  expect((await putAway({ feature_name: 'suggest_popover_dismissed' })).statusCode).toBe(204);
  const kept = { suggest_popover_dismissed: true, theme: DEFAULT_PREFERENCES.theme };
  expect((await pageOf('/', session)).shell.viewer.preferences).toMatchObject(kept);
  expect((await putAway({ feature_name: 'new_navigation' })).statusCode).toBe(204);
  // It is no way to change a preference.
  expect((await putAway({ feature_name: 'diff_file_tree' })).statusCode).toBe(204);
  expect((await pageOf('/', session)).shell.viewer.preferences).toMatchObject(kept);
  const query = '{ currentUser { callouts { nodes { featureName } } preferences { diffFileTree } } }';
  expect((await send('POST', '/api/graphql', session, { query })).json().data.currentUser).toEqual({
    callouts: {
      nodes: ['suggest_popover_dismissed', 'new_navigation', 'diff_file_tree'].map((featureName) => ({ featureName })),
    },
    preferences: { diffFileTree: true },
  });
  for (const bad of [{ feature_name: 'no name' }, { feature_name: 'suggest_popover_dismissed', theme: 'dark' }, {}]) {
    expect((await putAway(bad)).statusCode).toBe(400);
  }
  const anybody = await send('POST', '/-/users/callouts', {}, { feature_name: 'suggest_popover_dismissed' });
  expect(anybody.statusCode).toBe(401);
});

test('changing the password asks for the present one, ends other sessions and tells the owner', async () => {
  const { user, session } = await signedIn();
  const elsewhere = await signInHeaders(app, user);
  const change = (current_password: string, password: string) =>
    send('PUT', '/-/profile/password', session, { current_password, password });
  expect((await change('wrong', 'a new long password')).json().error.fields).toEqual({
    current_password: ['is incorrect'],
  });
  expect((await change(TEST_PASSWORD, user.username)).json().error.fields).toEqual({
    password: [expect.stringMatching(/too short|must not be/)],
  });
  expect((await change(TEST_PASSWORD, TEST_PASSWORD)).json().error.fields).toEqual({
    password: ['must be different from the current password'],
  });
  const done = await change(TEST_PASSWORD, 'a new long password');
  expect(done.statusCode).toBe(204);
  const renewed = { ...session, cookie: String(done.headers['set-cookie']).split(';')[0] ?? '' };
  // T-121: the old secret of this very session is worth nothing either.
  for (const [headers, status] of [
    [elsewhere, 401],
    [session, 401],
    [renewed, 200],
  ] as const) {
    expect((await pageOf('/-/profile', headers)).status).toBe(status);
  }
  expect((await mailsTo(user.email)).map((mail) => mail.subject)).toEqual(['Your password was changed']);
});

test('a reset link works once, for an hour, and ends all sessions', async () => {
  const { user, session } = await signedIn();
  const ask = async () => {
    await send('POST', '/users/password', {}, { email: user.email.toUpperCase() });
    await app.runJobs();
    const mail = (await mailsTo(user.email)).findLast((each) => each.subject === 'Choose a new password');
    return /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
  };
  const reset = (token: string, password = 'my next password') =>
    send('PUT', '/users/password', {}, { token, password });
  const token = await ask();
  const tokens = await app.system.db.selectFrom('one_time_tokens').selectAll().execute();
  expect(JSON.stringify(tokens)).not.toContain(token);
  expect((await pageOf(`/users/password/edit?token=${token}`, {})).data).toMatchObject({ isValid: true });
  expect((await reset(token, 'short')).json().error.fields).toHaveProperty('password');
  expect((await reset('guess')).json()).toMatchObject({ error: { code: 'link_invalid' } });
  expect((await reset(token)).statusCode).toBe(200);
  expect((await reset(token)).json()).toMatchObject({ error: { code: 'link_invalid' } });
  expect((await pageOf('/-/profile', session)).status).toBe(401);
  await signInHeaders(app, user, 'my next password');
  const late = await ask();
  app.clock.advance(61 * 60_000);
  expect((await reset(late)).json()).toMatchObject({ error: { code: 'link_invalid' } });
});

test('T-119: a new address needs a password typed lately, counts only once confirmed, and the old one is told', async () => {
  const { user, session } = await signedIn();
  const next = `next-${user.email}`;
  const change = (email: string, headers: Headers = session) => send('PUT', '/-/profile/email', headers, { email });
  app.clock.advance(11 * 60_000);
  expect((await change(next)).json()).toMatchObject({ error: { code: 'reauthentication_required' } });
  await send('POST', '/users/confirm_password', session, { password: TEST_PASSWORD });
  expect((await change('nonsense')).json().error.fields).toEqual({ email: ['is invalid'] });
  const { user: other } = await createUser(app);
  expect((await change(other.email)).json().error.fields).toEqual({ email: ['has already been taken'] });
  expect((await change(next)).statusCode).toBe(202);
  expect((await pageOf('/-/profile/account', session)).data).toMatchObject({
    email: user.email,
    unconfirmedEmail: next,
  });
  expect((await mailsTo(user.email)).map((mail) => mail.subject)).toEqual(['Your email address is being changed']);
  const token = /token=([\w-]+)/.exec((await mailsTo(next))[0]?.text_body ?? '')?.[1] ?? '';
  expect((await pageOf(`/users/confirmation?token=${token}`, {})).data).toEqual({ token, isValid: true, email: next });
  // Looking at the page (as scanners of mail do) confirms nothing.
  expect((await pageOf('/-/profile/account', session)).data.email).toBe(user.email);
  expect((await send('POST', '/users/confirmation', {}, { token })).statusCode).toBe(200);
  expect((await pageOf('/-/profile/account', session)).data).toMatchObject({ email: next, unconfirmedEmail: null });
  expect((await send('POST', '/users/confirmation', {}, { token })).statusCode).toBe(400);
  expect((await mailsTo(user.email)).at(-1)?.subject).toBe('Your email address was changed');
});

test('T-119: with a token, whatever its scopes, neither address nor password can be changed', async () => {
  const { headers } = await createUser(app, { password: TEST_PASSWORD });
  const password = { current_password: TEST_PASSWORD, password: 'a new long password' };
  for (const answer of [
    await send('PUT', '/-/profile/email', headers, { email: 'thief@example.test' }),
    await send('PUT', '/-/profile/password', headers, password),
    await send('POST', '/users/confirm_password', headers, { password: TEST_PASSWORD }),
  ]) {
    expect(answer.json()).toMatchObject({ error: { code: 'session_required' } });
  }
});

test('T-119: an address that someone else took meanwhile is not confirmed', async () => {
  const { session } = await signedIn();
  await send('PUT', '/-/profile/email', session, { email: 'wanted@example.test' });
  const token = /token=([\w-]+)/.exec((await mailsTo('wanted@example.test'))[0]?.text_body ?? '')?.[1] ?? '';
  await createUser(app, { username: 'wanted' });
  const answer = await send('POST', '/users/confirmation', {}, { token });
  expect(answer.json().error).toMatchObject({
    code: 'validation_failed',
    fields: { email: ['has already been taken'] },
  });
});

test('sessions are listed with their device and can be ended one by one or all others at once', async () => {
  const { user, session } = await signedIn();
  const others = [await signInHeaders(app, user), await signInHeaders(app, user), await signInHeaders(app, user)];
  const { sessions } = (await pageOf('/-/profile/active_sessions', session)).data;
  expect(sessions).toHaveLength(4);
  expect(sessions[0]).toMatchObject({ isCurrent: true, device: 'Firefox on Linux', ip: expect.any(String) });
  expect((await send('DELETE', `/-/profile/active_sessions/${sessions[1].id}`, session)).statusCode).toBe(204);
  expect((await pageOf('/-/profile/active_sessions', session)).data.sessions).toHaveLength(3);
  const stranger = await signedIn();
  // T-115: those of others are as absent as those that do not exist.
  expect((await send('DELETE', `/-/profile/active_sessions/${sessions[2].id}`, stranger.session)).statusCode).toBe(404);
  expect((await send('DELETE', '/-/profile/active_sessions', session)).statusCode).toBe(204);
  for (const headers of others) expect((await pageOf('/-/profile', headers)).status).toBe(401);
  expect((await pageOf('/-/profile', session)).status).toBe(200);
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function upload(headers: Headers, data: Buffer, fileName = 'me.png', type = 'image/png', field = 'avatar') {
  const boundary = 'XXBOUNDARYXX';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  return server.inject({
    method: 'POST',
    url: '/-/profile/avatar',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

test('an image is stored by what its bytes are and served so that nothing in it can run', async () => {
  const { session, user } = await signedIn();
  const first = (await upload(session, PNG, '../../x.svg', 'image/svg+xml')).json().avatarUrl;
  expect(first).toMatch(new RegExp(`^/uploads/-/system/user/avatar/${user.id}/[0-9a-f]{32}\\.png$`));
  const shown = await server.inject({ url: first });
  expect(shown.statusCode).toBe(200);
  expect(shown.rawPayload.equals(PNG)).toBe(true);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'public, max-age=604800, immutable',
  });
  const second = (await upload(session, Buffer.concat([PNG, Buffer.alloc(16)]))).json().avatarUrl;
  expect((await server.inject({ url: first })).statusCode).toBe(404);
  expect((await pageOf('/-/profile', session)).shell.viewer.avatarUrl).toBe(second);
  expect((await send('DELETE', '/-/profile/avatar', session)).statusCode).toBe(204);
  expect((await server.inject({ url: second })).statusCode).toBe(404);
});

test.each([
  ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'file format'],
  ['an empty file', Buffer.alloc(0), 'file format'],
  ['too much', Buffer.concat([PNG, Buffer.alloc(200 * 1_024)]), 'is too big'],
])('%s is refused as a picture', async (_what, data, message) => {
  const { session } = await signedIn();
  const answer = await upload(session, data);
  expect([answer.statusCode, answer.json().error.fields.avatar[0]]).toEqual([400, expect.stringContaining(message)]);
});

test('names of images lead nowhere else', async () => {
  for (const name of ['..%2f..%2fsecret.key', '....', 'x.png', `${'a'.repeat(32)}.html`]) {
    expect((await server.inject({ url: `/uploads/-/system/user/avatar/1/${name}` })).statusCode).toBe(404);
  }
});

test('a new username moves the own addresses; a taken or reserved one is refused', async () => {
  const { user, session } = await signedIn();
  const { user: other } = await createUser(app);
  const rename = (username: string) => send('PUT', '/-/profile/username', session, { username });
  expect((await rename(other.username.toUpperCase())).json().error.fields).toEqual({
    username: ['has already been taken'],
  });
  expect((await rename('explore')).json().error.fields).toEqual({ username: ['is a reserved name'] });
  expect((await rename(`${user.username}-renamed`)).statusCode).toBe(200);
  expect((await rename(`${user.username}-RENAMED`)).statusCode).toBe(200);
  await signInHeaders(app, { username: `${user.username}-renamed` });
});

test('nobody signed in sees no page of an account and changes nothing', async () => {
  for (const url of [
    '/-/profile',
    '/-/profile/account',
    '/-/profile/two_factor_auth',
    '/-/profile/personal_access_tokens',
    '/-/profile/active_sessions',
    '/-/profile/preferences',
  ]) {
    expect([url, (await pageOf(url, {})).status]).toEqual([url, 401]);
  }
  expect((await send('PUT', '/-/preferences', {}, { theme: 'dark' })).statusCode).toBe(401);
  expect((await send('PUT', '/-/profile', {}, profile)).statusCode).toBe(401);
});
