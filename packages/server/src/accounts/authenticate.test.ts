import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { ANONYMOUS } from '../platform/actor.ts';
import { contextFor, type Context } from '../platform/context.ts';
import { authenticate } from './index.ts';
import { createToken, createUser, TEST_PASSWORD } from './testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const nobody = (ip = '198.51.100.1'): Context => contextFor(app.platform, ANONYMOUS, { id: 'test', ip });
const byToken = (token: string) => authenticate(nobody(), { kind: 'token', token });
const byBasic = (username: string, password: string, ip?: string) =>
  authenticate(nobody(ip), { kind: 'basic', username, password });

test('a token stands for its owner with its scopes', async () => {
  const { user, token } = await createUser(app, { scopes: ['read_api'] });
  expect(await byToken(token)).toMatchObject({
    kind: 'user',
    id: user.id,
    credential: { kind: 'token', scopes: ['read_api'] },
  });
});

test('P-28: the database holds no token, only its digest', async () => {
  const { token } = await createUser(app);
  const rows = await app.system.db.selectFrom('personal_access_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows.some((row) => row.token_digest.equals(app.platform.secrets.digest(token)))).toBe(true);
});

test('an unknown, mistyped, expired or revoked token is refused alike', async () => {
  const { user, token } = await createUser(app);
  const expired = await createToken(app, user, ['api'], '2020-01-01');
  const revoked = await createToken(app, user, ['api']);
  await app.system.db
    .updateTable('personal_access_tokens')
    .set({ revoked_at: new Date() })
    .where('id', '=', revoked.id)
    .execute();
  for (const bad of [`${token}x`, token.slice(0, -1), 'glpat-', 'anything', expired.token, revoked.token]) {
    await expect(byToken(bad)).rejects.toMatchObject({ code: 'token_invalid' });
  }
});

test.each(['blocked', 'deactivated', 'pending_approval'] as const)(
  'T-109: tokens and passwords of a %s account are dead at once',
  async (state) => {
    const { user, token } = await createUser(app, { password: TEST_PASSWORD });
    await byToken(token);
    await byBasic(user.username, TEST_PASSWORD);
    await app.system.db.updateTable('users').set({ state }).where('id', '=', user.id).execute();
    await expect(byToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
    await expect(byBasic(user.username, TEST_PASSWORD)).rejects.toMatchObject({ code: 'basic_denied' });
    await expect(byBasic('oauth2', token)).rejects.toMatchObject({ code: 'basic_denied' });
  },
);

test('the last use of a token is written once a minute at most', async () => {
  const { token, actor } = await createUser(app);
  const lastUse = async () => {
    const id = actor.credential.kind === 'token' ? actor.credential.tokenId : 0;
    const query = app.system.db.selectFrom('personal_access_tokens').select('last_used_at').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).last_used_at?.getTime();
  };
  expect(await lastUse()).toBeUndefined();
  await byToken(token);
  const first = await lastUse();
  expect(first).toBe(app.clock.now().getTime());
  app.clock.advance(30_000);
  await byToken(token);
  expect(await lastUse()).toBe(first);
  app.clock.advance(31_000);
  await byToken(token);
  expect(await lastUse()).toBe(app.clock.now().getTime());
});

test('git: a password, or a token as the password of any user name', async () => {
  const { user, token } = await createUser(app, { password: TEST_PASSWORD });
  expect(await byBasic(user.username, TEST_PASSWORD)).toMatchObject({ id: user.id, credential: { kind: 'password' } });
  expect(await byBasic(user.email, TEST_PASSWORD)).toMatchObject({ id: user.id });
  for (const name of ['oauth2', 'x-token', '', user.username]) {
    expect(await byBasic(name, token)).toMatchObject({ id: user.id, credential: { kind: 'token' } });
  }
  await expect(byBasic(user.username, 'wrong password')).rejects.toMatchObject({ code: 'basic_denied' });
  await expect(byBasic('nobody-at-all', TEST_PASSWORD)).rejects.toMatchObject({ code: 'basic_denied' });
});

test('T-106: with two-factor on, git needs a token', async () => {
  const { user, token } = await createUser(app, { password: TEST_PASSWORD });
  await byBasic(user.username, TEST_PASSWORD);
  await app.system.db.updateTable('users').set({ otp_enabled_at: new Date() }).where('id', '=', user.id).execute();
  await expect(byBasic(user.username, TEST_PASSWORD)).rejects.toMatchObject({ code: 'basic_denied' });
  expect(await byBasic(user.username, token)).toMatchObject({ id: user.id });
});

test('P-29: a changed password is refused at once, although the old one was proven a moment ago', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  await byBasic(user.username, TEST_PASSWORD);
  await app.system.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  await expect(byBasic(user.username, TEST_PASSWORD)).rejects.toMatchObject({ code: 'basic_denied' });
});

test('thirty wrong passwords within three minutes close git for that network for an hour', async () => {
  const { user } = await createUser(app, { password: TEST_PASSWORD });
  const ip = '2001:db8:5:6::1';
  for (let count = 0; count < 30; count++) {
    await expect(byBasic(user.username, `wrong ${count}`, ip)).rejects.toMatchObject({ code: 'basic_denied' });
  }
  await expect(byBasic(user.username, TEST_PASSWORD, '2001:db8:5:6::99')).rejects.toMatchObject({
    code: 'rate_limited',
    params: { seconds: 3_600 },
  });
  expect(await byBasic(user.username, TEST_PASSWORD, '2001:db8:5:7::1')).toMatchObject({ id: user.id });
  app.clock.advance(61 * 60_000);
  expect(await byBasic(user.username, TEST_PASSWORD, ip)).toMatchObject({ id: user.id });
});

test('authenticating by token takes a few milliseconds at most', async () => {
  const { token } = await createUser(app);
  await byToken(token);
  const spent = await cpuMsOf(async () => {
    for (let count = 0; count < 200; count++) await byToken(token);
  });
  expect(spent / 200).toBeLessThan(10);
});
