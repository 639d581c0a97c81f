import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest, tipOf, watchReadiness } from '../merge-requests/testing.ts';
import { type MergeRequestRow, readinessChanged } from '../merge-requests/index.ts';
import { transact } from '../platform/context.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reviewer = await createUser(app);
});
afterAll(() => app.close());

type Scene = { project: BuiltProject; row: MergeRequestRow; path: string };

async function ready(columns: object = {}): Promise<Scene> {
  const project = await createProject(app, { owner: owner.user, files: { a: 'a' }, columns });
  await addMember(app, { user: reviewer.user, level: 30, project });
  const row = await createMergeRequest(app, { project, author: owner, reviewerIds: [reviewer.user.id] });
  await app.runJobs();
  return { project, row, path: `/projects/${project.id}/merge_requests/${row.iid}` };
}

const stored = ({ id }: MergeRequestRow) =>
  app.platform.db
    .selectFrom('merge_request_readiness')
    .selectAll()
    .where('merge_request_id', '=', id)
    .executeTakeFirst();

/** What was announced of a request since the last time, as `from > to`. */
async function changesOf({ id }: MergeRequestRow): Promise<string[]> {
  const events = await app.platform.db
    .selectFrom('outbox_events')
    .select('data')
    .where('type', '=', 'merge_request.readiness_changed')
    .orderBy('id')
    .execute();
  const all = events.map(({ data }) => data as { mergeRequestId: number; from: string | null; to: string });
  return all.filter((each) => each.mergeRequestId === id).map(({ from, to }) => `${from} > ${to}`);
}

test('the answers are stored with the heads, the time and the cause', async () => {
  const { project, row } = await ready();
  const before = await stored(row);
  expect(before).toMatchObject({
    status: 'mergeable',
    head_sha: row.head_sha,
    target_sha: await tipOf(project, 'main'),
    deadline_at: null,
    cause: 'created',
  });
  expect(before?.computed).toBe(before?.wanted);
  expect(before?.results.find((check) => check.id === 'conflict')).toMatchObject({ state: 'passed', cause: 'created' });
  expect(await changesOf(row)).toEqual(['null > mergeable']);

  // What changes nothing is not announced.
  await transact(app.system, (ctx) => readinessChanged(ctx, { projectId: project.id }, 'settings'));
  expect((await stored(row))?.wanted).toBe((before?.wanted ?? 0) + 1);
  await app.runJobs();
  const after = await stored(row);
  expect(after).toMatchObject({ cause: 'settings', computed: after?.wanted, results: before?.results });
  expect(await changesOf(row)).toHaveLength(1);
});

test('what is not answered by its deadline is evaluated again', async () => {
  const { row } = await ready();
  // A change whose job got lost.
  await app.platform.db
    .updateTable('merge_request_readiness')
    .set({ computed: 0, status: 'checking', deadline_at: new Date(app.platform.clock.now().getTime() - 1_000) })
    .where('merge_request_id', '=', row.id)
    .execute();
  await watchReadiness.run(app.system, {});
  await app.runJobs();
  expect(await stored(row)).toMatchObject({ status: 'mergeable', deadline_at: null });
  expect(await changesOf(row)).toContain('checking > mergeable');
});

/** What was done, and what the request is then. */
const CAUSES: [string, (scene: Scene) => Promise<unknown>, string][] = [
  ['a draft', ({ path }) => rest('PUT', path, owner, { draft: true }), 'draft_status'],
  [
    'requested changes',
    ({ path }) => rest('POST', `${path}/notes`, reviewer, { body: '/submit_review requested_changes' }),
    'requested_changes',
  ],
  [
    'a new thread',
    ({ path }) => rest('POST', `${path}/discussions`, reviewer, { body: 'Why?' }),
    'discussions_not_resolved',
  ],
];

test.each(CAUSES)('%s changes the stored answers, once', async (_name, change, to) => {
  const scene = await ready({ only_allow_merge_if_all_discussions_are_resolved: true });
  await change(scene);
  await app.runJobs();
  const after = await stored(scene.row);
  expect(after).toMatchObject({ status: to, computed: after?.wanted });
  expect(await changesOf(scene.row)).toEqual(['null > mergeable', `mergeable > ${to}`]);
});

test('a request that is not open has no answers stored', async () => {
  const { path, row } = await ready();
  await rest('PUT', path, owner, { state_event: 'close' });
  await app.runJobs();
  expect(await stored(row)).toBeUndefined();
  await rest('PUT', path, owner, { state_event: 'reopen' });
  await app.runJobs();
  expect(await stored(row)).toMatchObject({ status: 'mergeable' });
});
