import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest, tipOf } from '../src/merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** The addresses below pages that clients of the public pages ask, each for its own users and hidden with the project. */
let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let place: string;
let request: string;
let issue: string;
let head: string;

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app), await createUser(app)];
  project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'src/a.txt': `${LINES.join('\n')}\n`, 'src/diff': 'named diff\n', 'README.md': '#\n' },
  });
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'topic',
    files: { 'src/a.txt': `${LINES.join('\n')}\nmore\n` },
  });
  await app.runJobs();
  head = row.head_sha ?? '';
  place = `/${project.full_path}`;
  request = `${place}/-/merge_requests/${row.iid}`;
  const made = await ask(owner, 'POST', `/api/v4/projects/${project.id}/issues`, {
    title: 'A *title*',
    description: '- [x] one\n- [ ] two\n',
  });
  issue = `${place}/-/issues/${made.json<{ iid: number }>().iid}`;
});
afterAll(() => app.close());

async function ask(who: TestUser | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
}

async function get<T>(url: string, who: TestUser | null = owner): Promise<T> {
  const answer = await ask(who, 'GET', url);
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  return answer.json<T>();
}

/** Address and the status that its owner gets, in the words of a document that names them. */
const below = (): [string, number][] => [
  [`${request}/widget.json`, 200],
  [`${request}/cached_widget.json`, 200],
  [`${request}/widget_pipeline.json`, 200],
  [`${request}/commit_change_content`, 200],
  [`${request}/license_scanning_reports_collapsed.json`, 400],
  [`${request}/exposed_artifacts.json`, 400],
  [`${request}.json`, 200],
  [`${request}.json?serializer=basic`, 200],
  [`${request}.json?serializer=sidebar_extras`, 200],
  [`${request}.diff`, 200],
  [`${request}.patch`, 200],
  [`${request}/diffs_metadata.json`, 200],
  [`${request}/diffs_batch.json?page=0&per_page=5&w=0&view=inline`, 200],
  [`${request}/diff_for_path?old_path=src/a.txt&new_path=src/a.txt`, 200],
  [`${request}/diff_by_file_hash/${'0'.repeat(40)}`, 404],
  [`${request}/commits.json`, 200],
  [`${request}/pipelines.json`, 200],
  [`${request}/context_commits.json`, 200],
  [`${request}/codequality_mr_diff_reports.json`, 400],
  [`${request}/discussions.json?per_page=20`, 200],
  [`${request}/drafts`, 200],
  [`${place}/-/merge_requests/new/branch_from?ref=topic`, 200],
  [`${place}/-/merge_requests/new/branch_to?ref=main`, 200],
  [`${place}/-/blob/${head}/src/a.txt/diff?since=1&to=20&offset=0&bottom=true`, 200],
  [`${place}/-/files/main?format=json`, 200],
  [`${issue}.json`, 200],
  [`${issue}/realtime_changes`, 200],
  [`${issue}/discussions.json`, 200],
];

test('every address answers who may see the project, and is not there for others', async () => {
  const wrong: string[] = [];
  for (const [url, status] of below()) {
    const answer = await ask(owner, 'GET', url);
    if (answer.statusCode !== status) wrong.push(`${url}: ${answer.statusCode}`);
    for (const other of [stranger, null]) {
      const hidden = await ask(other, 'GET', url);
      if (hidden.statusCode !== 404) wrong.push(`${url}: ${hidden.statusCode} for somebody else`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a branch is deleted below its project, by those who may push', async () => {
  const at = `${place}/-/branches/short-lived/one`;
  await project.repository.git('branch', 'short-lived/one', 'main');
  expect((await ask(stranger, 'DELETE', at)).statusCode).toBe(404);
  const deleted = await ask(owner, 'DELETE', at);
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { message: 'Branch was deleted' }]);
  expect((await ask(owner, 'DELETE', at)).statusCode).toBe(404);
});

test('context lines of a blob are those of the merge request; a file named diff keeps its page', async () => {
  const query = 'since=1&to=20&offset=0&bottom=false&unfold=true&from_merge_request=true&view=inline';
  const lines = await get<{ text: string }[]>(`${place}/-/blob/${head}/src/a.txt/diff?${query}`);
  expect(lines).toEqual(await get(`${request}/context_lines?sha=${head}&path=src/a.txt&${query}`));
  expect(lines.map((line) => line.text)).toContain('line 20');
  const full = await get<object[]>(`${place}/-/blob/${head}/src/a.txt/diff?full=true`);
  expect(full).toHaveLength(61);
  const page = await get<{ kind: string }>(`/-/page${place}/-/blob/${head}/src/diff`);
  expect(page.kind).toBe('blob');
  expect((await ask(owner, 'GET', `${place}/-/blob/${head}/src/diff`)).headers['content-type']).toContain('text/html');
  for (const wrong of [`${'0'.repeat(40)}/src/a.txt`, `${head}/none.txt`, `${head}/src`]) {
    expect((await ask(owner, 'GET', `${place}/-/blob/${wrong}/diff?since=1&to=2`)).statusCode).toBe(404);
  }
  expect((await ask(owner, 'GET', `${place}/-/blob/${head}/src/a.txt/diff?since=x`)).statusCode).toBe(400);
});

test('tabs, branches, the sidebar and the issue tell what is there', async () => {
  expect(await get(`${request}/commits.json?per_page=1`)).toMatchObject({
    commits: [{ id: head }],
    count: 1,
    next_page: null,
  });
  const pipelines = await ask(owner, 'GET', `${request}/pipelines.json`);
  expect([pipelines.json(), pipelines.headers['poll-interval']]).toEqual([
    { pipelines: [], count: { all: 0 }, run: { path: expect.stringMatching(/pipelines$/), runs_fork_code: false } },
    '10000',
  ]);
  const from = await get(`${place}/-/merge_requests/new/branch_from?ref=topic`);
  expect(from).toMatchObject({ ref: 'topic', commit: { id: head } });
  const to = await get(`${place}/-/merge_requests/new/branch_to?ref=main&target_project_id=${project.id}`);
  expect(to).toMatchObject({ commit: { id: await tipOf(project, 'main') } });
  expect(await get(`${place}/-/merge_requests/new/branch_to?ref=none`)).toMatchObject({ commit: null });
  const hidden = await createProject(app, { owner: stranger.user, visibility: 'private', files: { a: 'a\n' } });
  const other = `${place}/-/merge_requests/new/branch_to?ref=main&target_project_id=${hidden.id}`;
  expect((await ask(owner, 'GET', other)).statusCode).toBe(404);
  const extras = await ask(owner, 'GET', `${request}.json?serializer=sidebar_extras`);
  expect(extras.headers['poll-interval']).toBe('10000');
  expect(extras.json()).toMatchObject({ participants: [{ id: owner.user.id }], subscribed: true, reviewers: [] });
  expect((await ask(owner, 'GET', `${request}.json?serializer=none`)).statusCode).toBe(400);
  const changes = await ask(owner, 'GET', `${issue}/realtime_changes`);
  expect(changes.headers['poll-interval']).toBe('3000');
  expect(changes.json()).toMatchObject({
    title_text: 'A *title*',
    task_completion_status: { count: 2, completed_count: 1 },
    state: 'opened',
  });
  expect((await ask(owner, 'PUT', `${issue}.json`, { issue: { state_event: 'close' } })).statusCode).toBe(200);
  expect(await get(`${issue}/realtime_changes`)).toMatchObject({ state: 'closed' });
});

test('what belongs to a user alone', async () => {
  expect(await get<object[]>('/-/emojis/4/emojis.json', null)).not.toHaveLength(0);
  const feature = { feature_name: 'suggest_popover_dismissed' };
  expect((await ask(owner, 'POST', '/-/users/callouts', feature)).statusCode).toBe(204);
  expect((await ask(owner, 'POST', '/-/users/callouts', { feature_name: 'no such thing!' })).statusCode).toBe(400);
  expect((await ask(null, 'POST', '/-/users/callouts', feature)).statusCode).toBe(401);
});

test('notes and files have their short addresses, without the dash', async () => {
  const { id } = (await ask(owner, 'GET', `/api/v4/projects/${project.id}/issues/${issue.split('/').at(-1)}`)).json<{
    id: number;
  }>();
  const note = { note: { noteable_type: 'Issue', noteable_id: id, note: 'Short' } };
  const made = await ask(owner, 'POST', `${place}/notes?target_type=issue&target_id=${id}`, note);
  expect(made.statusCode, made.body).toBe(200);
  const noteId = made.json<{ id: string }>().id;
  const polled = await (
    await app.server()
  ).inject({
    url: `${place}/noteable/issue/${id}/notes`,
    headers: { ...owner.headers, 'x-last-fetched-at': '0' },
  });
  expect(polled.body).toContain('Short');
  const award = { name: 'tada' };
  expect((await ask(owner, 'POST', `${place}/notes/${noteId}/toggle_award_emoji`, award)).json()).toEqual({ ok: true });
  expect((await ask(stranger, 'POST', `${place}/notes/${noteId}/toggle_award_emoji`, award)).statusCode).toBe(404);
  const changed = await ask(owner, 'PUT', `${place}/notes/${noteId}`, { note: { note: 'Longer' } });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await ask(stranger, 'POST', `${place}/notes?target_type=issue&target_id=${id}`, note)).statusCode).toBe(404);
  // The page of a group or project of such a name is what it was.
  expect((await ask(owner, 'GET', `${place}/notes`)).statusCode).toBe(404);
});
