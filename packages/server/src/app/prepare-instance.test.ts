import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { prepareInstance } from './prepare-instance.ts';

const rootOf = (app: Awaited<ReturnType<typeof createTestApp>>) =>
  app.system.db.selectFrom('users').selectAll().where('username', '=', 'root').execute();

test('the first start makes root with the given password and tells none', async () => {
  const app = await createTestApp();
  expect(await rootOf(app)).toMatchObject([{ is_admin: true, state: 'active' }]);
  expect(await prepareInstance(app.platform)).toBeUndefined();
  await app.close();
});

test('processes that start together make one root; an invented password is told once', async () => {
  const app = await createTestApp({ rootPassword: undefined });
  await app.system.db.deleteFrom('users').execute();
  const told = await Promise.all([prepareInstance(app.platform), prepareInstance(app.platform)]);
  expect(told.filter((password) => password !== undefined)).toEqual([expect.stringMatching(/^[\w-]{24}$/)]);
  expect(await rootOf(app)).toHaveLength(1);
  await app.close();
});

test('a root that was renamed is not made again', async () => {
  const app = await createTestApp();
  await app.system.db.updateTable('users').set({ username: 'chief' }).execute();
  await prepareInstance(app.platform);
  expect(await rootOf(app)).toEqual([]);
  await app.close();
});

test('a password that will not do stops the start with a sentence', async () => {
  await expect(createTestApp({ rootPassword: 'short' })).rejects.toThrow(
    'The password in TRIBUTARY_ROOT_PASSWORD is too short',
  );
});
