import { AppError } from '@tributary/contract/errors/app-error.ts';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { translateDatabaseError } from './database-errors.ts';
import { createQuickQuestions, type Question, type QuickQuestions } from './quick-questions.ts';

const ECHO: Question = { name: 'echo', text: 'select $1::text' };
const WHO: Question = { name: 'who', text: 'select pg_backend_pid()::text || $1::text' };
const SLEEP: Question = { name: 'sleep', text: "select 'slept' from pg_sleep($1::float)" };
const INVERSE: Question = { name: 'inverse', text: 'select 1 / $1::int' };
const NONE: Question = { name: 'none', text: 'select $1::text where false' };

const pools: pg.Pool[] = [];

function open(options: pg.PoolConfig = {}): { pool: pg.Pool; questions: QuickQuestions } {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 3, ...options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.push(pool);
  return { pool, questions: createQuickQuestions(pool) };
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

/** Ends a connection of PostgreSQL as an administrator would. */
async function terminate(pid: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [Number(pid)]);
  await admin.end();
}

test('each has its own answer, also those asked at the same time', async () => {
  const { questions } = open();
  expect(await questions.ask(ECHO, 'It\'s {a} \\ "test" – ü')).toBe('It\'s {a} \\ "test" – ü');
  expect(await questions.ask(NONE, 'x')).toBeNull();
  const words = ['one', 'two', '', 'four', 'five'];
  expect(await Promise.all(words.map((word) => questions.ask(ECHO, word)))).toEqual(words);
  expect(await questions.ask(INVERSE, '1')).toBe('1');
  expect(await questions.ask({ name: 'no-parameter', text: "select 'plain'" })).toBe('plain');
  expect(await questions.ask({ name: 'nämé', text: "select 'odd name'" })).toBe('odd name');
});

test('a connection stays at hand while questions come, and is given back then', async () => {
  const { pool, questions } = open();
  const first = await questions.ask(WHO, '');
  expect(pool.idleCount).toBe(0);
  for (let count = 0; count < 5; count++) expect(await questions.ask(WHO, '')).toBe(first);
  await expect.poll(() => pool.idleCount).toBe(1);
  expect(await questions.ask(WHO, '')).toBe(first);
});

test('what the database refuses is told, and the next question is asked elsewhere', async () => {
  const { pool, questions } = open();
  const before = await questions.ask(WHO, '');
  await expect(questions.ask(INVERSE, '0')).rejects.toMatchObject({ code: '22012' });
  await expect(questions.ask({ name: 'wrong', text: 'select nothing from nowhere' }, '')).rejects.toThrow('nowhere');
  expect(await questions.ask(WHO, '')).not.toBe(before);
  await expect.poll(() => pool.totalCount).toBe(1);
});

test('a question that takes too long is ended by the database', async () => {
  const { questions } = open({ statement_timeout: 100 });
  await expect(questions.ask(SLEEP, '10')).rejects.toMatchObject({ code: '57014' });
  expect(await questions.ask(ECHO, 'still here')).toBe('still here');
});

test('a connection that breaks under a question fails it, and the next one has another', async () => {
  const { pool, questions } = open();
  const pid = (await questions.ask(WHO, '')) ?? '';
  const asked = questions.ask(SLEEP, '10').catch((error: unknown) => translateDatabaseError(error));
  await terminate(pid);
  const failure = await asked;
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code: 'database_unavailable' });
  expect(await questions.ask(WHO, '')).not.toBe(pid);
  await expect.poll(() => pool.totalCount).toBe(1);
});

test('a connection that broke while it was at hand is not asked', async () => {
  const { pool, questions } = open();
  const pid = (await questions.ask(WHO, '')) ?? '';
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await terminate(pid);
  await removed;
  expect(await questions.ask(WHO, '')).not.toBe(pid);
  expect(pool.totalCount).toBe(1);
});

test('without a free connection a question waits for one, but not for ever', async () => {
  const { pool, questions } = open({ max: 2, connectionTimeoutMillis: 300 });
  const held = [await pool.connect(), await pool.connect()];
  const refused = questions.ask(ECHO, 'x').catch((error: unknown) => translateDatabaseError(error));
  expect(await refused).toMatchObject({ code: 'database_unavailable' });
  const waiting = questions.ask(ECHO, 'y');
  held.pop()?.release();
  expect(await waiting).toBe('y');
  // The one at hand is kept from nobody for long.
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  held.pop()?.release();
});

test('the connection goes to others who waited for it', async () => {
  const { pool, questions } = open({ max: 1 });
  await questions.ask(ECHO, 'at hand');
  const asked = questions.ask(SLEEP, '0.1');
  const other = pool.query('select 1');
  expect(await asked).toBe('slept');
  expect(pool.waitingCount).toBe(0);
  await other;
  expect(await questions.ask(ECHO, 'again')).toBe('again');
});

test('nothing is left at hand after the end', async () => {
  const { pool, questions } = open();
  await questions.ask(ECHO, 'before');
  const asked = questions.ask(SLEEP, '0.1');
  questions.close();
  expect(await asked).toBe('slept');
  expect([pool.idleCount, pool.totalCount]).toEqual([1, 1]);
});
