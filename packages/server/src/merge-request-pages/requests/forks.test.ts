import { fetchFrom } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let contributor: TestUser;
let outsider: TestUser;
let upstream: BuiltProject;
let fork: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  contributor = await createUser(app);
  outsider = await createUser(app);
  upstream = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  fork = await forkOf(upstream, 'public');
});
afterAll(() => app.close());

/** A copy with the same history, as forking makes it. */
async function forkOf(source: BuiltProject, visibility: 'public' | 'private'): Promise<BuiltProject> {
  const made = await createProject(app, {
    owner: contributor.user,
    visibility,
    columns: { forked_from_id: source.id },
  });
  const main = await tipOf(source, 'main');
  await fetchFrom(made.repository.dir, source.repository.dir, [main]);
  await made.repository.git('update-ref', 'refs/heads/main', main);
  return made;
}

async function call(user: TestUser | undefined, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url,
    ...(user && { headers: user.headers }),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const api = (project: BuiltProject, rest = '') => `/api/v4/projects/${project.id}/merge_requests${rest}`;

test('a fork proposes to where it came from; the owner merges, the fork keeps its branch rights', async () => {
  await fork.repository.commit({ branch: 'gift', parents: [await tipOf(fork, 'main')], files: { gift: 'x\n' } });
  const made = await call(contributor, 'POST', api(fork), {
    title: 'A gift',
    source_branch: 'gift',
    target_branch: 'main',
    target_project_id: upstream.id,
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    project_id: upstream.id,
    source_project_id: fork.id,
    target_project_id: upstream.id,
    allow_collaboration: false,
    user: { can_merge: false },
  });
  const own = api(upstream, `/${made.body.iid}`);
  await pushCommit(app, { project: fork, branch: 'gift', files: { more: 'y\n' }, by: contributor });
  await app.runJobs();
  expect((await call(undefined, 'GET', `${own}/versions`)).body).toHaveLength(2);
  expect(
    (await call(undefined, 'GET', `${own}/diffs`)).body.map((diff: { new_path: string }) => diff.new_path),
  ).toEqual(['gift', 'more']);
  expect((await call(contributor, 'PUT', `${own}/merge`)).status).toBe(401);
  const merged = await call(owner, 'PUT', `${own}/merge`, { should_remove_source_branch: true });
  expect([merged.status, merged.body.state]).toEqual([200, 'merged']);
  // T-041: the owner of the target has no right to delete branches of the fork.
  expect(await tipOf(fork, 'gift')).toBe(merged.body.sha);
  expect(await upstream.repository.git('log', '--format=%H', 'main')).toContain(merged.body.sha);
});

test('only related projects, and only branches one may push', async () => {
  const stranger = await createProject(app, { owner: contributor.user, files: { 'a.txt': 'other\n' } });
  const wish = { title: 'x', source_branch: 'main', target_branch: 'main', target_project_id: upstream.id };
  const unrelated = await call(contributor, 'POST', api(stranger), wish);
  expect([unrelated.status, unrelated.body]).toEqual([
    422,
    { message: ['Source project is not a fork of the target project'] },
  ]);
  await fork.repository.commit({ branch: 'theirs', parents: [await tipOf(fork, 'main')], files: { t: 'x\n' } });
  expect((await call(outsider, 'POST', api(fork), { ...wish, source_branch: 'theirs' })).status).toBe(403);
  const collaboration = { ...wish, source_branch: 'theirs', allow_collaboration: true };
  const made = await call(contributor, 'POST', api(fork), collaboration);
  expect([made.status, made.body.allow_collaboration, made.body.allow_maintainer_to_push]).toEqual([201, true, true]);
});

test('the page offers the family, and hides a private fork from those who may not see it', async () => {
  const secret = await forkOf(upstream, 'private');
  const row = await createMergeRequest(app, {
    project: upstream,
    source: secret,
    author: contributor,
    branch: 'quiet',
    files: { quiet: 'x\n' },
  });
  const show = (user: TestUser | undefined) =>
    call(user, 'GET', `/-/page/${upstream.full_path}/-/merge_requests/${row.iid}`);
  expect((await show(contributor)).body.data.mergeRequest.source).toMatchObject({ projectPath: secret.full_path });
  const hidden = await show(outsider);
  expect(hidden.body.data.mergeRequest.source).toBeNull();
  expect(JSON.stringify(hidden.body)).not.toContain(secret.full_path);
  const form = await call(
    contributor,
    'GET',
    `/-/page/${fork.full_path}/-/merge_requests/new?merge_request[source_branch]=theirs`,
  );
  expect(form.body.data).toMatchObject({ step: 'form', target: { projectId: upstream.id, branch: 'main' } });
  expect(form.body.data.targetProjects.map((project: { id: number }) => project.id)).toContain(upstream.id);
});

test('an author who is no member chooses reviewers on the pages, and nothing else of the kind', async () => {
  const row = await createMergeRequest(app, { project: upstream, source: fork, author: contributor, branch: 'asks' });
  const at = `/-/page/${upstream.full_path}/-/merge_requests/${row.iid}`;
  const canOf = async (user: TestUser) => (await call(user, 'GET', at)).body.data.can;
  expect(await canOf(contributor)).toMatchObject({ review: true, assign: false, label: false });
  expect(await canOf(owner)).toMatchObject({ review: true, assign: true, label: true });
  expect(await canOf(outsider)).toMatchObject({ review: false, assign: false, label: false });
  const edit = (user: TestUser) => call(user, 'GET', `${at}/edit`);
  expect((await edit(contributor)).body.data.form.can).toEqual({ assign: false, label: false, setMilestone: false });
  expect((await edit(outsider)).status).toBe(403);

  // What the pages send.
  const change = { add_reviewer_ids: [owner.user.id], remove_reviewer_ids: [] };
  const put = (user: TestUser) => call(user, 'PUT', api(upstream, `/${row.iid}`), change);
  expect((await put(outsider)).status).toBe(403);
  const asked = await put(contributor);
  expect([asked.status, asked.body.reviewers]).toMatchObject([200, [{ id: owner.user.id }]]);
});

test('before it is proposed, what a fork brings is read in the fork alone', async () => {
  const secret = await forkOf(upstream, 'private');
  const main = await tipOf(secret, 'main');
  const head = await secret.repository.commit({ branch: 'soon', parents: [main], files: { 'a.txt': 'b\n' } });
  const query = `source_branch=soon&target_branch=main&target_project_id=${upstream.id}`;
  const page = `/${secret.full_path}/-/merge_requests/new/diffs_batch.json?${query}`;
  const [file] = (await call(contributor, 'GET', page)).body.diff_files;
  const at = (kind: string, sha: string, { full_path: path } = secret) => `/${path}/-/${kind}/${sha}/a.txt`;
  expect(file).toMatchObject({
    view_path: at('blob', head),
    replaced_view_path: at('blob', main),
    old_raw_path: at('raw', main),
    new_raw_path: at('raw', head),
  });
  const lines = (path: string) => `${path}?since=1&to=1&bottom=false`;
  const server = await app.server();
  const statusOf = async (user: TestUser, url: string) =>
    (await server.inject({ url, headers: user.headers })).statusCode;
  const paths = [file.view_path, file.old_raw_path, file.new_raw_path, lines(file.context_lines_path)];
  for (const path of paths) expect([path, await statusOf(contributor, path)]).toEqual([path, 200]);
  // The target has a copy of it, which no page of it gives away.
  for (const path of [at('raw', head, upstream), lines(`${at('blob', head, upstream)}/diff`)])
    for (const user of [owner, outsider]) expect([path, await statusOf(user, path)]).toEqual([path, 404]);
});

test('without the fork the request stays and says what is missing', async () => {
  const doomed = await forkOf(upstream, 'public');
  const row = await createMergeRequest(app, {
    project: upstream,
    source: doomed,
    author: contributor,
    branch: 'doomed',
    files: { doomed: 'x\n' },
  });
  await app.runJobs();
  await app.platform.db.deleteFrom('projects').where('id', '=', doomed.id).execute();
  expect((await reloadMergeRequest(app, row.id)).source_project_id).toBeNull();
  const widget = await call(owner, 'GET', `/${upstream.full_path}/-/merge_requests/${row.iid}/widget.json`);
  expect(widget.body).toMatchObject({
    widget_state: 'missingBranch',
    source_branch_exists: false,
    source_project_id: null,
  });
  const page = await call(owner, 'GET', `/-/page/${upstream.full_path}/-/merge_requests/${row.iid}/diffs`);
  expect(page.body.data).toMatchObject({
    mergeRequest: { isFork: true, source: null },
    can: { fork: false, edit: false },
  });
  expect((await call(owner, 'PUT', api(upstream, `/${row.iid}/merge`))).status).toBe(405);
  expect((await call(owner, 'GET', api(upstream, `/${row.iid}/changes`))).body.changes).toHaveLength(1);
});

test('only who can push to neither end is offered a fork to change files in, whatever the state', async () => {
  const row = await createMergeRequest(app, {
    project: upstream,
    source: fork,
    author: contributor,
    branch: 'whose',
    files: { whose: 'x\n' },
  });
  const offers = async (): Promise<Record<'fork' | 'edit', boolean>[]> => {
    const at = `/-/page/${upstream.full_path}/-/merge_requests/${row.iid}/diffs`;
    const pages = await Promise.all([owner, contributor, outsider].map((user) => call(user, 'GET', at)));
    return pages.map(({ body: { data } }) => ({ fork: data.can.fork, edit: data.can.edit }));
  };
  const [none, forked] = [
    { fork: false, edit: false },
    { fork: true, edit: false },
  ];
  expect(await offers()).toEqual([none, { fork: false, edit: true }, forked]);
  expect((await call(owner, 'PUT', api(upstream, `/${row.iid}`), { state_event: 'close' })).status).toBe(200);
  expect(await offers()).toEqual([none, none, forked]);
});
