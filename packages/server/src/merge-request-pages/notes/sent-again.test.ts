import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { transact } from '../../platform/context.ts';
import { sql } from '../../platform/db/database.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { registeredJobs } from '../../platform/jobs.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest as propose } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let keys = 0;

const call = restCaller(() => app);
const at = (path: string) => `/projects/${project.id}${path}`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
});
afterAll(() => app.close());

/** The owner with a key for what is sent, as a client that may have to send it again. */
function withKey() {
  keys += 1;
  return { headers: { ...owner.headers, 'idempotency-key': `sent-${keys}` } };
}

async function openIssue(description = ''): Promise<number> {
  return (await call('POST', at('/issues'), owner, { title: 'An issue', description })).body.iid;
}

const spentOn = async (thing: string) => (await call('GET', at(`/${thing}/time_stats`), owner)).body.total_time_spent;

test('an edited comment that is saved again books its time once', async () => {
  const thing = `issues/${await openIssue()}`;
  const note = (await call('POST', at(`/${thing}/notes`), owner, { body: 'First' })).body;
  const thread = (await call('POST', at(`/${thing}/discussions`), owner, { body: 'Second' })).body;
  for (const path of [`notes/${note.id}`, `discussions/${thread.id}/notes/${thread.notes[0].id}`]) {
    const before = await spentOn(thing);
    const as = withKey();
    const save = () => call('PUT', at(`/${thing}/${path}`), as, { body: 'Edited\n\n/spend 1h' });
    const first = await save();
    expect(first).toMatchObject({ status: 200, body: { body: 'Edited' } });
    const again = await save();
    expect([again.status, again.body.commands_result]).toEqual([200, first.body.commands_result]);
    expect(await spentOn(thing)).toBe(before + 3600);
  }
  // Another wish is another wish.
  await call('PUT', at(`/${thing}/notes/${note.id}`), withKey(), { body: 'Edited\n\n/spend 1h' });
  expect(await spentOn(thing)).toBe(3 * 3600);
});

test('a comment of which only commands are left goes once, and they are done once', async () => {
  const thing = `issues/${await openIssue()}`;
  const note = (await call('POST', at(`/${thing}/notes`), owner, { body: 'First' })).body;
  const as = withKey();
  const save = () => call('PUT', at(`/${thing}/notes/${note.id}`), as, { body: '/spend 1h' });
  const first = await save();
  expect(first.body.message).toContain('Added 1h');
  expect((await save()).status).toBe(404);
  expect(await spentOn(thing)).toBe(3600);
});

test.runIf(IS_FULL)('commands that end before the comment goes are not done again', async () => {
  const thing = `issues/${await openIssue()}`;
  const note = (await call('POST', at(`/${thing}/notes`), owner, { body: 'First' })).body;
  const as = withKey();
  const save = () => call('PUT', at(`/${thing}/notes/${note.id}`), as, { body: '/spend 1h' });
  armFailpoints('commands.step_done:1:throw');
  expect((await save()).status).toBe(500);
  armFailpoints(undefined);
  expect((await save()).body.message).toContain('Added 1h');
  expect(await spentOn(thing)).toBe(3600);
});

test('a description that is saved again books its time once', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'described' });
  for (const thing of [`issues/${await openIssue()}`, `merge_requests/${row.iid}`]) {
    const as = withKey();
    const save = () => call('PUT', at(`/${thing}`), as, { description: 'What\n\n/spend 1h' });
    expect((await save()).body).toMatchObject({ description: 'What' });
    expect((await save()).body).toMatchObject({ description: 'What' });
    expect(await spentOn(thing)).toBe(3600);
  }
});

async function graphql(payload: object | object[], headers: Record<string, string>) {
  const answer = await (await app.server()).inject({ method: 'POST', url: '/api/graphql', headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test.runIf(IS_FULL)(
  'GraphQL: a description that is saved again books its time once, however long the name of the field is',
  async () => {
    const issue = String(await openIssue());
    const request = await createMergeRequest(app, { project, author: owner });
    const name = 'a'.repeat(5_000);
    for (const [iid, type, mutation, thing] of [
      [issue, 'UpdateIssueInput', 'updateIssue', `issues/${issue}`],
      [String(request.iid), 'MergeRequestUpdateInput', 'mergeRequestUpdate', `merge_requests/${request.iid}`],
    ] as const) {
      const query = `mutation ($input: ${type}!) { ${name}: ${mutation}(input: $input) { errors } }`;
      const input = { projectPath: project.full_path, iid, description: 'Text\n\n/spend 1h' };
      const { headers } = withKey();
      for (const _time of [1, 2]) {
        const { body } = await graphql({ query, variables: { input } }, headers);
        expect(body).toEqual({ data: { [name]: { errors: [] } } });
      }
      expect(await spentOn(thing)).toBe(3_600);
    }
  },
);

test('GraphQL: a key is refused with several operations, which may have fields of one name', async () => {
  const before = (await call('GET', at('/issues'), owner)).body.length;
  const make = (title: string) => ({
    query: 'mutation ($input: CreateIssueInput!) { createIssue(input: $input) { errors } }',
    variables: { input: { projectPath: project.full_path, title } },
  });
  const refused = await graphql([make('A'), make('B')], withKey().headers);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('batch')]);
  expect((await call('GET', at('/issues'), owner)).body).toHaveLength(before);
});

test('an issue that is asked for again, also at once, is one, and its commands are done once', async () => {
  const as = withKey();
  const ask = () => call('POST', at('/issues'), as, { title: 'Once', description: 'Why\n\n/spend 1h' });
  const answers = await Promise.all([ask(), ask()]);
  answers.push(await ask());
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.iid)).size).toBe(1);
  const { iid } = answers[0]?.body ?? {};
  expect(await spentOn(`issues/${iid}`)).toBe(3600);
  expect(answers.map((answer) => answer.body.commands_result)).toEqual(
    answers.map(() => answers[0]?.body.commands_result),
  );
  expect((await call('POST', at('/issues'), withKey(), { title: 'Once' })).body.iid).not.toBe(iid);
});

test.runIf(IS_FULL)('of someone else the same key makes another issue', async () => {
  const other = await createUser(app);
  await addMember(app, { user: other.user, level: 30, project });
  const as = withKey();
  const key = { 'idempotency-key': as.headers['idempotency-key'] };
  const first = (await call('POST', at('/issues'), as, { title: 'Mine' })).body;
  const second = (await call('POST', at('/issues'), { headers: { ...other.headers, ...key } }, { title: 'Theirs' }))
    .body;
  expect([first.title, second.title]).toEqual(['Mine', 'Theirs']);
});

test.runIf(IS_FULL)('an issue that takes over threads is the same when it is asked for again', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'followed' });
  await call('POST', at(`/merge_requests/${row.iid}/discussions`), owner, { body: 'Later' });
  const as = withKey();
  const ask = () => call('POST', at('/issues'), as, { merge_request_to_resolve_discussions_of: row.iid });
  const first = await ask();
  const again = await ask();
  expect([first.status, again.status, again.body.iid]).toEqual([201, 201, first.body.iid]);
});

test('a merge request that is asked for again is the same', async () => {
  const made = await createMergeRequest(app, { project, author: owner, branch: 'proposed' });
  await call('PUT', at(`/merge_requests/${made.iid}`), owner, { state_event: 'close' });
  const as = withKey();
  const body = { source_branch: 'proposed', target_branch: 'main', title: 'Once', description: 'x\n\n/spend 1h' };
  const ask = () => call('POST', at('/merge_requests'), as, body);
  const answers = await Promise.all([ask(), ask()]);
  answers.push(await ask());
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.iid)).size).toBe(1);
  expect(await spentOn(`merge_requests/${answers[0]?.body.iid}`)).toBe(3600);
  expect((await call('POST', at('/merge_requests'), withKey(), body)).status).toBe(409);
});

test.runIf(IS_FULL)('a merge request that is asked for again while it is made hears nothing of itself', async () => {
  const made = await createMergeRequest(app, { project, author: owner, branch: 'at-once' });
  await call('PUT', at(`/merge_requests/${made.iid}`), owner, { state_event: 'close' });
  const source = { projectId: project.id, branch: 'at-once' };
  const wish = { source, target: { projectId: project.id, branch: 'main' }, title: 'Once' };
  const waiting = async () => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.platform.db,
    );
    return rows.map(({ query }) => query);
  };
  const { first, second } = await transact(contextOf(app, owner), async (ctx) => {
    await sql`lock table merge_requests in access exclusive mode`.execute(ctx.db);
    const again = propose(contextOf(app, owner), { ...wish, idempotencyKey: 'both' });
    again.catch(() => undefined);
    // It has looked whether it was done, and looks now for what is there for the branches.
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([expect.stringContaining('merge_requests')]);
    return { first: await propose(ctx, { ...wish, idempotencyKey: 'both' }), second: { end: again } };
  });
  expect((await second.end).id).toBe(first.id);
  const other = propose(contextOf(app, owner), { ...wish, idempotencyKey: 'another' });
  await expect(other).rejects.toMatchObject({ code: 'merge_request_exists', params: { iid: first.iid } });
});

test.runIf(IS_FULL)('time that is added again with the same key counts once', async () => {
  const row = await createMergeRequest(app, { project, author: owner, branch: 'timed' });
  for (const thing of [`issues/${await openIssue()}`, `merge_requests/${row.iid}`]) {
    const as = withKey();
    const add = () => call('POST', at(`/${thing}/add_spent_time`), as, { duration: '1h' });
    expect((await add()).body.total_time_spent).toBe(3600);
    expect((await add()).body.total_time_spent).toBe(3600);
    expect((await call('POST', at(`/${thing}/add_spent_time`), withKey(), { duration: '1h' })).status).toBe(201);
    expect(await spentOn(thing)).toBe(7200);
  }
});

test('what was done is forgotten after thirty days', async () => {
  const as = withKey();
  await call('POST', at('/issues'), as, { title: 'Old' });
  const left = async () => {
    await registeredJobs().get('expire-done-requests')?.run(app.system, {});
    return app.platform.db.selectFrom('done_requests').selectAll().execute();
  };
  app.clock.advance(30 * 86_400_000 - 1);
  expect(await left()).not.toEqual([]);
  app.clock.advance(2);
  expect(await left()).toEqual([]);
});

test('what a form makes is made once, and asked for again it is the same', async () => {
  const [first, second] = [await openIssue(), await openIssue()];
  for (const [path, body] of [
    ['/milestones', { title: 'Spring' }],
    ['/labels', { name: 'Door', color: '#428bca' }],
    [`/issues/${first}/links`, { target_project_id: project.id, target_issue_iid: second }],
  ] as const) {
    const as = withKey();
    const make = (by: { headers: Record<string, string> } = as) => call('POST', at(path), by, body);
    const [one, other] = await Promise.all([make(), make()]);
    expect([path, one.status, other.status]).toEqual([path, 201, 201]);
    expect([path, other.body.id]).toEqual([path, one.body.id]);
    expect((await make()).body.id).toBe(one.body.id);
    // Another wish for the same is refused, as ever.
    expect((await make(withKey())).status).toBeGreaterThanOrEqual(400);
  }
});
