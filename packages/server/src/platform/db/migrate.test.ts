import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sql } from './database.ts';
import { inspectSchema, migrate } from './migrate.ts';

let app: TestApp;
let url: string;

beforeEach(async () => {
  app = await createTestApp();
  url = app.databaseUrl;
});
afterEach(() => app.close());

test('a database that went through everything is left alone', async () => {
  expect(await migrate(url)).toEqual([]);
  expect((await inspectSchema(url)).pending).toEqual([]);
});

test('a migration that was changed after it was applied is refused, and nothing is done', async () => {
  const { db } = app.platform;
  await sql`update schema_migrations set checksum = 'other' where version = '0002'`.execute(db);
  await sql`delete from schema_migrations where version = '0101'`.execute(db);
  await expect(migrate(url)).rejects.toThrow(/0002_accounts_users\.sql was changed after it ran on this database/);
  await expect(migrate(url)).rejects.toThrow(/Restore the released file/);
  expect((await inspectSchema(url)).pending).toEqual(['0101_accounts_kinds_limits.sql']);
});

test('a database that is ahead of the code is refused', async () => {
  await sql`insert into schema_migrations (version, name, checksum) values ('9999', '9999_later.sql', 'x')`.execute(
    app.platform.db,
  );
  await expect(migrate(url)).rejects.toThrow(/9999_later\.sql, which this version of Tributary does not support/);
});
