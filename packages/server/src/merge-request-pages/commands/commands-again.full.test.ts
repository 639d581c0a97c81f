import type { MissedCommandResults, NotesData } from '@tributary/contract/discussions/page.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { registeredJobs } from '../../platform/jobs.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { mergeMergeRequest, startRebase } from '../../merging/index.ts';
import { recoverMergeIntents } from '../../merging/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let count = 0;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => app.close());

const rest = (row: MergeRequestRow) => `/projects/${project.id}/merge_requests/${row.iid}`;

async function propose(): Promise<MergeRequestRow> {
  count += 1;
  const row = await createMergeRequest(app, { project, author: owner, branch: `again-${count}` });
  await app.runJobs();
  return row;
}

/** A text whose process ends before it comes to the commands. */
async function sayAndStop(
  path: string,
  payload: Record<string, unknown>,
  stop = 'note.commands_written',
  method: 'POST' | 'PUT' = 'POST',
) {
  armFailpoints(`${stop}:1:throw`);
  expect((await call(method, path, owner, payload)).status).toBe(500);
  armFailpoints(undefined);
}

/** What a process leaves that ended in the middle of the first command: it was taken, and the time for it is over. */
async function takenBefore(): Promise<void> {
  await sql`update command_runs set busy_until = clock_timestamp() - interval '1 second' where done = 0 and busy_until is null`.execute(
    app.platform.db,
  );
}

async function told(path: string): Promise<MissedCommandResults | null> {
  const server = await app.server();
  return (
    await server.inject({ url: `/${project.full_path}/-/${path}/command_results`, headers: owner.headers })
  ).json();
}

const toldOf = (row: MergeRequestRow) => told(`merge_requests/${row.iid}`);

test.each(['merge.objects', 'merge.intent', 'merge.prepared', 'merge.moved', 'merge.outbox'])(
  '/merge that ended at %s is done once, and its writer is told',
  async (stop) => {
    const row = await propose();
    await sayAndStop(`${rest(row)}/notes`, { body: 'Now.\n\n/merge' });
    await takenBefore();
    armFailpoints(`${stop}:1:throw`);
    await expect(mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id })).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    // As a start does.
    await recoverMergeIntents(app.system, { atStart: true });
    const before = await tipOf(project, 'main');
    await app.runJobs();
    expect((await call('GET', rest(row), owner)).body).toMatchObject({ state: 'merged' });
    if (stop === 'merge.moved' || stop === 'merge.outbox') expect(await tipOf(project, 'main')).toBe(before);
    expect(await toldOf(row)).toMatchObject({ messages: ['Merged this merge request.'], error_messages: [] });
    const notes: { body: string }[] = (await call('GET', `${rest(row)}/notes`, owner)).body;
    expect(notes.filter((note) => note.body === 'merged')).toHaveLength(1);
  },
);

test('a merge that is still being settled is waited for, not told as refused', async () => {
  const row = await propose();
  await sayAndStop(`${rest(row)}/notes`, { body: 'Now.\n\n/merge' });
  await takenBefore();
  armFailpoints('merge.moved:1:throw');
  await expect(mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id })).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  const { rows } = await sql<{ payload: unknown }>`
    select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'run-written-commands'`.execute(app.platform.db);
  const run = () => registeredJobs().get('run-written-commands')?.run(app.system, rows[0]?.payload);
  await expect(run()).rejects.toMatchObject({ code: 'git_unavailable' });
  expect(await toldOf(row)).toBeNull();
  await recoverMergeIntents(app.system, { atStart: true });
  await run();
  expect(await toldOf(row)).toMatchObject({ messages: ['Merged this merge request.'], error_messages: [] });
});

test('/rebase that was started before is done once', async () => {
  const row = await propose();
  const parents = [await tipOf(project, 'main')];
  await project.repository.commit({
    branch: 'main',
    parents,
    files: { [`main-${count}.txt`]: 'x\n' },
    message: 'Go on',
  });
  const onto = await tipOf(project, 'main');
  await sayAndStop(`${rest(row)}/notes`, { body: 'Now.\n\n/rebase' });
  await takenBefore();
  await startRebase(contextOf(app, owner), { mergeRequestId: row.id });
  await app.runJobs();
  const tip = await tipOf(project, row.source_branch);
  expect((await project.repository.git('rev-list', '--count', `${onto}..${tip}`)).trim()).toBe('1');
  expect((await call('GET', rest(row), owner)).body.sha).toBe(tip);
  expect(await toldOf(row)).toMatchObject({
    messages: ['Scheduled a rebase of the source branch.'],
    error_messages: [],
  });
});

test.each(['push.moved', 'commands.act_done'])('/create_merge_request that ended at %s is done once', async (stop) => {
  count += 1;
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: `Wish ${count}` })).body;
  const path = `/projects/${project.id}/issues/${issue.iid}/notes`;
  const branch = `wish-${count}`;
  await sayAndStop(path, { body: `Go.\n\n/create_merge_request ${branch}` });
  // What was done until then is done by hand.
  await takenBefore();
  await call('POST', `/projects/${project.id}/repository/branches?branch=${branch}&ref=main`, owner);
  if (stop === 'commands.act_done') {
    const wish = { source_branch: branch, target_branch: 'main', title: `Draft: Wish ${count}` };
    await project.repository.commit({
      branch,
      parents: [await tipOf(project, branch)],
      files: { w: 'w\n' },
      message: 'w',
    });
    expect((await call('POST', `/projects/${project.id}/merge_requests`, owner, wish)).status).toBe(201);
  }
  await app.runJobs();
  const open = (await call('GET', `/projects/${project.id}/merge_requests?source_branch=${branch}`, owner)).body;
  expect(open).toHaveLength(1);
  expect(await told(`issues/${issue.iid}`)).toMatchObject({
    messages: [`Created branch '${branch}' and merge request !${open[0].iid} to resolve this issue.`],
    error_messages: [],
  });
});

test('commands of a description, and of a note that is changed, are kept with it and done once', async () => {
  const row = await propose();
  await sayAndStop(rest(row), { description: 'Words\n\n/spend 1h' }, 'description.commands_written', 'PUT');
  expect((await call('GET', rest(row), owner)).body.description).toBe('Words');
  await app.runJobs();
  await app.runJobs();
  const spent = async () => (await call('GET', rest(row), owner)).body.time_stats.total_time_spent;
  expect(await spent()).toBe(3_600);
  const said = (await call('POST', `${rest(row)}/notes`, owner, { body: 'Look' })).body;
  const changed = { body: 'See\n\n/spend 1h' };
  await sayAndStop(`${rest(row)}/notes/${said.id}`, changed, 'description.commands_written', 'PUT');
  await app.runJobs();
  expect(await spent()).toBe(7_200);
  expect((await toldOf(row))?.messages).toHaveLength(2);
});

test('what commands came to is told with the page until it is put away, to their writer alone', async () => {
  const other = await createUser(app);
  const row = await propose();
  const server = await app.server();
  const path = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const shown = async (person: TestUser): Promise<NotesData['laterCommands']> => {
    const page = await server.inject({ url: `/-/page${path}`, headers: person.headers });
    return page.json().data.notes.laterCommands;
  };
  expect(await shown(owner)).toBeNull();
  await sayAndStop(`${rest(row)}/notes`, { body: 'Now.\n\n/spend 1h\n/milestone %none' });
  await app.runJobs();
  const later = await shown(owner);
  expect(later).toMatchObject({ messages: [expect.stringContaining('1h')], error_messages: [expect.any(String)] });
  expect(await shown(other)).toBeNull();
  const putAway = (person: TestUser, until = later?.until) =>
    server.inject({ method: 'DELETE', url: `${path}/command_results?until=${until}`, headers: person.headers });
  expect((await putAway(other)).statusCode).toBe(200);
  expect((await putAway(owner, 'x')).statusCode).toBe(400);
  expect((await putAway(owner, '1')).statusCode).toBe(200);
  expect(await shown(owner)).toEqual(later);
  expect((await putAway(owner)).statusCode).toBe(200);
  expect(await shown(owner)).toBeNull();
});

test('a change with a state, a target and a command that merges holds no row while it merges', async () => {
  const row = await propose();
  const { body, status } = await call('PUT', rest(row), owner, { title: 'Other', description: 'Words\n\n/merge' });
  expect([status, body.state, body.title, body.description]).toEqual([200, 'merged', 'Other', 'Words']);
  expect(body.quick_actions_status).toMatchObject({ messages: ['Merged this merge request.'], error_messages: [] });
});
