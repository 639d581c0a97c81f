import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { addUser } from './index.ts';
import { createUser } from './testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const person = { username: 'mira', name: 'Mira', email: 'mira@example.test', password: 'long enough to pass' };

test('an account is made with its event and its audit entry', async () => {
  const user = await addUser(app.system, person);
  expect(user).toMatchObject({ username: 'mira', state: 'active', is_admin: false, confirmed_at: null });
  expect(user.password_hash).toMatch(/^\$argon2id\$/);
  const events = await app.system.db
    .selectFrom('outbox_events')
    .selectAll()
    .where('type', '=', 'user.created')
    .execute();
  expect(events.map((event) => event.data)).toContainEqual({ userId: user.id });
  const entries = await app.system.db
    .selectFrom('audit_events')
    .select(['action', 'target_id'])
    .where('action', '=', 'user.created')
    .execute();
  expect(entries).toContainEqual({ action: 'user.created', target_id: String(user.id) });
});

test('names and addresses are taken whatever their case', async () => {
  const again = addUser(app.system, { ...person, username: 'MIRA', email: 'Mira@Example.test' });
  await expect(again).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { username: ['has already been taken'], email: ['has already been taken'] },
  });
});

test.each([
  ['a', 'is too short (minimum is 2 characters)'],
  ['admin', 'is a reserved name'],
  ['API', 'is a reserved name'],
  [
    '-x',
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or '.', or end in '.', '.git' or '.atom'.",
  ],
  [
    'some.git',
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or '.', or end in '.', '.git' or '.atom'.",
  ],
  [
    'a/b',
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or '.', or end in '.', '.git' or '.atom'.",
  ],
])('the username %s is refused', async (username, message) => {
  await expect(addUser(app.system, { ...person, username, email: 'new@example.test' })).rejects.toMatchObject({
    fields: { username: [message] },
  });
});

test.each([
  ['short', 'is too short (minimum is 8 characters)'],
  ['x'.repeat(129), 'is too long (maximum is 128 characters)'],
  ['Password123', 'is too common'],
  ['zzzzzzzzzzzz', 'is too common'],
  ['someone@example.test', 'must not be the username or the email address'],
  ['someone-new', 'must not be the username or the email address'],
])('the password %s is refused', async (password, message) => {
  const input = { username: 'someone-new', name: 'S', email: 'someone@example.test', password };
  await expect(addUser(app.system, input)).rejects.toMatchObject({ fields: { password: [message] } });
});

test('two racing accounts of one name: one is made, the other hears that it is taken', async () => {
  const make = (email: string) => addUser(app.system, { ...person, username: 'racer', email, password: null });
  const results = await Promise.allSettled([make('r1@example.test'), make('r2@example.test')]);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  const failure = results.find((result) => result.status === 'rejected');
  expect(failure?.reason).toMatchObject({
    code: 'validation_failed',
    fields: { username: ['has already been taken'] },
  });
});

test('the builder makes a user with a token', async () => {
  const { user, token, actor } = await createUser(app, { username: 'built', isAdmin: true });
  expect(user).toMatchObject({ username: 'built', avatarUrl: null });
  expect(token).toMatch(/^glpat-/);
  expect(actor).toMatchObject({ isAdmin: true, credential: { kind: 'token', scopes: ['api'] } });
});
