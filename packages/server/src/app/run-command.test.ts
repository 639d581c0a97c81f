import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sql } from '../platform/db/database.ts';
import './commands/doctor.ts';
import './commands/token-create.ts';
import './commands/user-create.ts';
import './commands/verify.ts';
import { runCommand } from './run-command.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function run(line: string, env: Record<string, string> = { DATABASE_URL: app.databaseUrl }) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { say: (text: string) => void out.push(text), note: (text: string) => void err.push(text) };
  const code = await runCommand(line.split(' ').concat('--data', app.dataDir), env, output);
  return { code, out, err: err.join('\n') };
}

test('user create and token create work beside the running service, and print results alone', async () => {
  const made = await run('user create --username cli-person --email cli@example.test --admin');
  expect(made).toMatchObject({ code: 0, out: [expect.stringMatching(/^\d+$/)] });
  expect(made.err).toMatch(/^password: [\w-]{24}$/);
  const token = await run('token create --user cli-person --name ci --scopes read_user');
  expect(token).toMatchObject({ code: 0, out: [expect.stringMatching(/^glpat-[\w-]+$/)], err: '' });
  const server = await app.server();
  const user = await server.inject({ url: '/api/v4/user', headers: { 'private-token': token.out[0] ?? '' } });
  expect(user.json()).toMatchObject({ username: 'cli-person', is_admin: true });
});

test.each([
  ['token create --user nobody --name ci --scopes api', 1, 'User nobody not found.'],
  ['token create --user root --name ci --scopes everything', 1, 'scopes can only contain available scopes'],
  ['token create --user root --name ci --scopes api --expires soon', 1, '--expires must be a date'],
  ['token create --user root --name ci --scopes api --expires 2001-01-01', 1, 'expires_at must be today or later'],
  ['token create --user root', 2, 'Missing options: --name, --scopes'],
  ['user create --username api --email a@b.test', 1, 'username is a reserved name'],
  ['user create --username x1 --email a@b.test --colour red', 2, "Unknown option '--colour'"],
  ['user destroy', 2, 'Unknown command "user destroy"'],
])('%s fails with %i and a sentence', async (line, code, sentence) => {
  const result = await run(line);
  expect([result.code, result.out]).toEqual([code, []]);
  expect(result.err).toContain(sentence);
});

test('help names every command and the options of one', async () => {
  expect((await run('help')).out[0]).toContain('token create');
  expect((await run('help token create')).out[0]).toContain('--scopes A,B');
});

test('doctor tells what is in order and fails when the database cannot be reached', async () => {
  const good = await run('doctor');
  expect(good.code).toBe(0);
  expect(good.out.join('\n')).toMatch(/ok {4}git .*\n[\s\S]*ok {4}PostgreSQL 1\d[\s\S]*ok {4}the schema is up to date/);
  await sql`select graphile_worker.add_job('deliver-mail', '{}', max_attempts => 1)`.execute(app.platform.db);
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'No route\n at x'`.execute(
    app.platform.db,
  );
  const failed = (await run('doctor')).out.find((line) => line.includes('deliver-mail'));
  expect(failed).toMatch(/^warn {2}1 job "deliver-mail" failed at every attempt .*: No route$/);
  const bad = await run('doctor', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(bad.code).toBe(1);
  expect(bad.out.join('\n')).toContain('fail  cannot connect to the database');
});

test('verify looks at an instance and changes nothing, and refuses an older schema', async () => {
  expect((await run('verify')).code).toBe(0);
  const { db } = app.platform;
  const [last] = (
    await sql<{ version: string; name: string; checksum: string }>`
    delete from schema_migrations where version = (select max(version) from schema_migrations) returning *`.execute(db)
  ).rows;
  const { code, err } = await run('verify');
  expect([code, err]).toEqual([1, expect.stringContaining(`1 migrations have not run (${last?.name})`)]);
  const { rows } = await sql`select 1 from schema_migrations where name = ${last?.name}`.execute(db);
  expect(rows).toEqual([]);
  await sql`insert into schema_migrations (version, name, checksum)
    values (${last?.version}, ${last?.name}, ${last?.checksum})`.execute(db);
});

test('without a running service the database is started for the command, and stopped after it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-cli-'));
  const [out, err]: [string[], string[]] = [[], []];
  const output = { say: (text: string) => void out.push(text), note: (text: string) => void err.push(text) };
  const line = ['token', 'create', '--user', 'root', '--name', 'first', '--scopes', 'api', '--data', dataDir];
  try {
    expect(await runCommand(line, { TRIBUTARY_ROOT_PASSWORD: 'correct-horse-battery' }, output)).toBe(0);
    expect(await runCommand(line, {}, output)).toBe(0);
    expect([new Set(out).size, err]).toEqual([2, []]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
