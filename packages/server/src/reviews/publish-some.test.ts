import { MAX_DRAFTS, type PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';
import { IS_FULL } from '../../testing/sampled.ts';

/** Some of the pending comments, by each interface; those that went another way meanwhile keep nobody back. */
let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let project: BuiltProject;
let page: string;
let rest: string;

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ann.user, level: 30, project });
  const { iid } = await createMergeRequest(app, { project, author: owner });
  page = `/${project.full_path}/-/merge_requests/${iid}`;
  rest = `/api/v4/projects/${project.id}/merge_requests/${iid}`;
});
afterAll(() => app.close());

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object | string, as = ann) {
  const server = await app.server();
  const form = typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { ...as.headers, ...form };
  const answer = await server.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function pending(note: string, as = ann): Promise<number> {
  return (await call('POST', `${page}/drafts`, { draft_note: { note } }, as)).body.id;
}

const left = async (): Promise<number[]> =>
  (await call('GET', `${page}/drafts`)).body.map((each: { id: number }) => each.id);
const said = async (): Promise<string[]> =>
  (await call('GET', `${rest}/notes?per_page=100&sort=asc&activity_filter=only_comments`)).body.map(
    (each: { body: string }) => each.body,
  );

test('some of a page, with a summary and an outcome, as JSON and as a form', async () => {
  const [one, two, three, four] = [await pending('p1'), await pending('p2'), await pending('p3'), await pending('p4')];
  const some = await call('POST', `${page}/drafts/publish`, {
    ids: [three, one],
    note: 'p-sum',
    reviewer_state: 'reviewed',
  });
  const answer = some.body as PublishAnswer;
  expect(answer.published.map((each) => [each.draft_id, each.gone])).toEqual([
    [one, false],
    [three, false],
  ]);
  expect(answer).toMatchObject({ reviewer_state: 'reviewed', summary_note_id: expect.any(String) });
  expect(await left()).toEqual([two, four]);
  const form = await call(
    'POST',
    `${page}/drafts/publish`,
    `ids[]=${two}&ids[]=${four}&note=p-form&reviewer_state=requested_changes`,
  );
  expect([form.status, form.body.reviewer_state]).toEqual([200, 'requested_changes']);
  expect(await left()).toEqual([]);
  expect((await said()).filter((body) => body.startsWith('p'))).toEqual(['p1', 'p3', 'p-sum', 'p2', 'p4', 'p-form']);
});

test.runIf(IS_FULL)('the same by REST', async () => {
  const [one, two] = [await pending('r1'), await pending('r2')];
  const body = { ids: [one], note: 'r-sum', reviewer_state: 'reviewed', internal: false };
  expect((await call('POST', `${rest}/draft_notes/bulk_publish`, body)).status).toBe(204);
  expect(await left()).toEqual([two]);
  expect((await said()).filter((each) => each.startsWith('r'))).toEqual(['r1', 'r-sum']);
  const hidden = await call('POST', `${rest}/draft_notes/bulk_publish`, { internal: true });
  expect([hidden.status, await left()]).toEqual([expect.any(Number), [two]]);
  expect(hidden.status).toBeGreaterThanOrEqual(400);
  expect((await call('POST', `${rest}/draft_notes/bulk_publish`)).status).toBe(204);
  expect(await left()).toEqual([]);
});

test('what was thrown away meanwhile, or is someone else’s, is told as gone, and the rest is published', async () => {
  const [one, two] = [await pending('g1'), await pending('g2')];
  const foreign = await pending('g-other', owner);
  await call('DELETE', `${page}/drafts/${one}`);
  const { status, body } = await call('POST', `${page}/drafts/publish`, { ids: [one, foreign, two, two] });
  expect(status).toBe(200);
  expect((body as PublishAnswer).published.map((each) => [each.draft_id, each.gone, each.note_id])).toEqual([
    [two, false, expect.any(String)],
    [one, true, null],
    [foreign, true, null],
  ]);
  expect((await said()).filter((each) => each.startsWith('g'))).toEqual(['g2']);
  // Nothing of what was meant is there: not even the summary is said.
  for (const url of [`${page}/drafts/publish`, `${rest}/draft_notes/bulk_publish`]) {
    expect((await call('POST', url, { ids: [one, foreign], note: 'g-sum' })).status).toBe(404);
  }
  expect((await said()).filter((each) => each.startsWith('g'))).toEqual(['g2']);
  expect((await call('GET', `${page}/drafts`, undefined, owner)).body).toMatchObject([{ note: 'g-other' }]);
});

test.runIf(IS_FULL)('lists and words that make no sense are refused', async () => {
  const many = Array.from({ length: MAX_DRAFTS + 1 }, (_unused, at) => at + 1);
  for (const url of [`${page}/drafts/publish`, `${rest}/draft_notes/bulk_publish`]) {
    for (const body of [{ ids: many }, { ids: ['x'] }, { ids: [-1] }, { reviewer_state: 'loved' }]) {
      expect((await call('POST', url, body)).status, JSON.stringify(body).slice(0, 40)).toBeGreaterThanOrEqual(400);
    }
  }
  expect((await call('POST', `${page}/drafts/publish`, { other: 1 })).status).toBe(400);
});
