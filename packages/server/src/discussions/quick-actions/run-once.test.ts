import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { findCommitNoteable } from '../commits/commit-noteable.ts';
import { defineQuickAction } from './quick-action-registry.ts';
import { runCommandsOnce } from './run-once.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let runs = 0;

const action = { types: ['Commit'], description: 'Only here', isAvailable: async () => true, explain: () => 'Counts.' };
afterAll(defineQuickAction({ ...action, name: 'count_runs', run: async () => ({ message: `Ran ${++runs}.` }) })());
afterAll(
  defineQuickAction({
    ...action,
    name: 'break_down',
    run: async () => {
      throw new Error('a bug');
    },
  })(),
);
let gaveWay = 0;
afterAll(
  defineQuickAction({
    ...action,
    name: 'give_way',
    run: async (ctx) => {
      gaveWay += 1;
      if (gaveWay === 1) await sql.raw(`do $$ begin raise exception using errcode = '40P01'; end $$`).execute(ctx.db);
      return { message: `Gave way before run ${gaveWay}.` };
    },
  })(),
);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { a: 'a\n' } });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

test('a bug in the middle: sent again, nothing is done twice, and what was not done is told', async () => {
  const ctx = contextOf(app, owner);
  const noteable = await findCommitNoteable(ctx, await getProjectAccess(ctx, project.id), 'main');
  if (!noteable) throw new Error('the commit is there');
  const commands = ['count_runs', 'break_down', 'count_runs'].map((name) => ({ name, args: '' }));
  await expect(runCommandsOnce(ctx, noteable, commands, 'key')).rejects.toThrow('a bug');
  expect(await runCommandsOnce(ctx, noteable, commands, 'key')).toEqual({
    names: ['count_runs', 'break_down'],
    messages: ['Ran 1.'],
    errors: ['Could not apply /break_down: something went wrong on our end.'],
    changes: {},
  });
  expect(runs).toBe(1);
  expect((await runCommandsOnce(ctx, noteable, [{ name: 'count_runs', args: '' }], 'other')).messages).toEqual([
    'Ran 2.',
  ]);
});

test('a command that had to give way to someone is neither done nor refused, and the ones after it wait for it', async () => {
  const ctx = contextOf(app, owner);
  const noteable = await findCommitNoteable(ctx, await getProjectAccess(ctx, project.id), 'main');
  if (!noteable) throw new Error('the commit is there');
  const before = runs;
  const commands = ['give_way', 'count_runs'].map((name) => ({ name, args: '' }));
  await expect(runCommandsOnce(ctx, noteable, commands, 'way')).rejects.toMatchObject({ code: 'conflict' });
  expect(runs).toBe(before);
  expect(await runCommandsOnce(ctx, noteable, commands, 'way')).toMatchObject({
    names: ['give_way', 'count_runs'],
    messages: ['Gave way before run 2.', `Ran ${before + 1}.`],
    errors: [],
  });
});

test('a command without an end is told as failed after a time, and what comes after it is done', async () => {
  const ctx = contextOf(app, owner);
  const noteable = await findCommitNoteable(ctx, await getProjectAccess(ctx, project.id), 'main');
  if (!noteable) throw new Error('the commit is there');
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  onTestFinished(
    defineQuickAction({
      ...action,
      name: 'never_end',
      hasOwnTransactions: true,
      run: async () => {
        begun.resolve();
        await end.promise;
        return { message: 'Too late.' };
      },
    })(),
  );
  const before = runs;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  try {
    const commands = ['never_end', 'count_runs'].map((name) => ({ name, args: '' }));
    const run = runCommandsOnce(ctx, noteable, commands, 'endless');
    await begun.promise;
    const { rows } = await sql<{ at: Date }>`
      select busy_until as at from command_runs where idempotency_key = 'endless'`.execute(ctx.db);
    expect(rows[0]?.at).toBeInstanceOf(Date);
    vi.advanceTimersByTime(30 * 60_000);
    vi.useRealTimers();
    const told = await run;
    expect(told).toEqual({
      names: ['never_end', 'count_runs'],
      messages: [`Ran ${before + 1}.`],
      errors: [
        'Could not apply /never_end: it did not finish within 30 minutes. Check whether it was applied before you try again.',
      ],
      changes: {},
    });
    // Its end changes nothing of what was told.
    end.resolve();
    expect(await runCommandsOnce(ctx, noteable, commands, 'endless')).toEqual(told);
    const held = await sql<{ at: Date | null }>`
      select busy_until as at from command_runs where idempotency_key = 'endless'`.execute(ctx.db);
    expect(held.rows).toEqual([{ at: null }]);
  } finally {
    vi.useRealTimers();
  }
});

test('what takes longer than a claim holds is not begun by someone else meanwhile', async () => {
  const ctx = contextOf(app, owner);
  const noteable = await findCommitNoteable(ctx, await getProjectAccess(ctx, project.id), 'main');
  if (!noteable) throw new Error('the commit is there');
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let times = 0;
  onTestFinished(
    defineQuickAction({
      ...action,
      name: 'take_long',
      hasOwnTransactions: true,
      run: async () => {
        times += 1;
        begun.resolve();
        await end.promise;
        return { message: 'Done at last.' };
      },
    })(),
  );
  const isHeld = async () => {
    const { rows } = await sql<{ held: boolean }>`
      select busy_until > clock_timestamp() as held from command_runs where idempotency_key = 'long'`.execute(ctx.db);
    return rows[0]?.held;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const run = () => runCommandsOnce(ctx, noteable, [{ name: 'take_long', args: '' }], 'long');
  const first = run();
  await begun.promise;
  await sql`update command_runs set busy_until = clock_timestamp() - interval '1 second'`.execute(ctx.db);
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(async () => expect(await isHeld()).toBe(true));
  await expect(run()).rejects.toMatchObject({ code: 'conflict' });
  end.resolve();
  expect(await first).toMatchObject({ messages: ['Done at last.'], errors: [] });
  expect([times, vi.getTimerCount()]).toEqual([1, 0]);
  vi.useRealTimers();
});
