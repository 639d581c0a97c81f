import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { IS_FULL } from '../../testing/sampled.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { createNote } from '../discussions/index.ts';
import { sql } from '../platform/db/database.ts';
import { armFailpoints } from '../platform/failpoints.ts';
import { registeredJobs } from '../platform/jobs.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import {
  updateMergeRequest,
  findMergeRequestAccess,
  noteableOf,
  isSourceBeingRemoved,
} from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  outsider = await createUser(app);
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

async function newProject(columns: Parameters<typeof createProject>[1]['columns'] = {}): Promise<BuiltProject> {
  const files = { 'a.txt': 'one\ntwo\nthree\n' };
  const project = await createProject(app, { owner: owner.user, files, columns });
  await addMember(app, { user: developer.user, level: 30, project });
  return project;
}

async function merge(project: BuiltProject, iid: number, body: object = {}, user = developer) {
  const server = await app.server();
  const answer = await server.inject({
    method: 'PUT',
    url: `/api/v4/projects/${project.id}/merge_requests/${iid}/merge`,
    headers: user.headers,
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function widgetOf(project: BuiltProject, iid: number): Promise<Record<string, unknown>> {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${iid}/widget.json`;
  return (await server.inject({ url, headers: developer.headers })).json();
}

async function mergesOn(project: BuiltProject, branch = 'main'): Promise<string[]> {
  return (await project.repository.git('log', '--merges', '--format=%H', branch))
    .split('\n')
    .filter((line) => line !== '');
}

test('a merge makes a commit, marks the request and removes the branch', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'topic', removeSourceBranch: true });
  const answer = await merge(project, row.iid, { sha: row.head_sha });
  expect(answer.status).toBe(200);
  const tip = await tipOf(project, 'main');
  expect(answer.body).toMatchObject({
    state: 'merged',
    merge_commit_sha: tip,
    sha: row.head_sha,
    merged_by: { id: developer.user.id },
    should_remove_source_branch: true,
    detailed_merge_status: 'not_open',
  });
  const message = await project.repository.git('log', '-1', '--format=%an <%ae>%n%B', 'main');
  expect(message).toBe(
    `${developer.user.name} <${developer.user.email}>\nMerge branch 'topic' into 'main'\n\n${row.title}\n\nSee merge request ${project.full_path}!${row.iid}`,
  );
  // The answer does not wait for the branch to go; the page says that it goes, then that it is gone.
  expect(await tipOf(project, 'topic')).toBe(row.head_sha);
  expect(await widgetOf(project, row.iid)).toMatchObject({
    source_branch_exists: true,
    source_branch_being_removed: true,
    remove_source_branch_path: null,
  });
  const before = await reloadMergeRequest(app, row.id);
  await app.runJobs();
  await expect(tipOf(project, 'topic')).rejects.toThrow('no branch');
  expect(await widgetOf(project, row.iid)).toMatchObject({
    source_branch_exists: false,
    source_branch_being_removed: false,
  });
  const server = await app.server();
  const notes = await server.inject({
    url: `/api/v4/projects/${project.id}/merge_requests/${row.iid}/notes?sort=desc`,
    headers: developer.headers,
  });
  expect(notes.json()[0]).toMatchObject({
    body: `deleted the \`topic\` branch. Commit ${row.head_sha?.slice(0, 8)}`,
    author: { id: developer.user.id },
  });
  // A form that was opened right after the merge may still be sent.
  expect((await reloadMergeRequest(app, row.id)).lock_version).toBe(before.lock_version);
  const again = await merge(project, row.iid);
  expect([again.status, again.body]).toEqual([405, { message: '405 Method Not Allowed' }]);
  expect(await mergesOn(project)).toHaveLength(1);
});

test('what the dialogs of revert and cherry-pick need comes as HTML, for who may and after the merge', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'topic' });
  await app.platform.db.updateTable('projects').set({ visibility: 'public' }).where('id', '=', project.id).execute();
  const server = await app.server();
  const content = async (user: TestUser) => {
    const url = (await widgetOf(project, row.iid))['commit_change_content_path'] as string;
    const answer = await server.inject({ url, headers: user.headers });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    return answer.body;
  };
  expect(await content(developer)).toBe('');
  const { body } = await merge(project, row.iid);
  const html = await content(developer);
  for (const [dialog, way] of [
    ['js-revert-commit-modal', 'revert'],
    ['js-cherry-pick-commit-modal', 'cherry_pick'],
  ]) {
    const endpoint = `/api/v4/projects/${project.id}/repository/commits/${body.merge_commit_sha}/${way}`;
    expect(html).toMatch(
      new RegExp(`<div id="${dialog}" data-title="[^"]+" data-endpoint="${endpoint}" data-branch="main"`),
    );
  }
  expect(await content(outsider)).toBe('');
});

test('P-06: only the head that was looked at is merged', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'moving' });
  const sha = await pushCommit(app, { project, branch: 'moving', files: { x: 'y' }, by: developer });
  const stale = await merge(project, row.iid, { sha: row.head_sha });
  expect([stale.status, stale.body]).toEqual([409, { message: `SHA does not match HEAD of source branch: ${sha}` }]);
  // A push that the database has not heard of yet is noticed all the same, with and without a sha.
  const parents = [await tipOf(project, 'moving')];
  const unseen = await project.repository.commit({ branch: 'moving', parents, files: { z: 'z' } });
  expect((await merge(project, row.iid, { sha })).status).toBe(409);
  expect((await merge(project, row.iid, { sha: unseen })).status).toBe(200);
});

test('T-020: a push right before the merge is never merged unseen', async () => {
  const project = await newProject();
  for (let round = 0; round < 8; round += 1) {
    const branch = `race-${round}`;
    const row = await createMergeRequest(app, { project, author: developer, branch });
    const [answer, pushed] = await Promise.all([
      merge(project, row.iid, { sha: row.head_sha }),
      pushCommit(app, { project, branch, files: { [`late-${round}`]: 'x' }, by: developer }),
    ]);
    const isIn = await project.repository.git('log', '--format=%H', 'main');
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) {
      expect(isIn).toContain(row.head_sha);
      expect(isIn).not.toContain(pushed);
    }
  }
});

test('conflicts, drafts, closed ones and missing branches are refused', async () => {
  const project = await newProject();
  const conflicting = await createMergeRequest(app, { project, author: developer, files: { 'a.txt': 'mine\n' } });
  const parents = [await tipOf(project, 'main')];
  await project.repository.commit({ branch: 'main', parents, files: { 'a.txt': 'theirs\n' } });
  const answer = await merge(project, conflicting.iid);
  expect([answer.status, answer.body]).toEqual([422, { message: 'Branch cannot be merged' }]);
  const server = await app.server();
  await app.runJobs();
  const widget = await server.inject({
    url: `/${project.full_path}/-/merge_requests/${conflicting.iid}/widget.json`,
    headers: developer.headers,
  });
  expect(widget.json()).toMatchObject({
    widget_state: 'conflicts',
    has_conflicts: true,
    conflicts: [{ path: 'a.txt', type: 'both_modified' }],
  });

  const draft = await createMergeRequest(app, { project, author: developer, isDraft: true });
  expect((await merge(project, draft.iid)).status).toBe(405);
  const closed = await createMergeRequest(app, { project, author: developer });
  const url = `/api/v4/projects/${project.id}/merge_requests/${closed.iid}`;
  await server.inject({ method: 'PUT', url, headers: developer.headers, payload: { state_event: 'close' } });
  expect((await merge(project, closed.iid)).status).toBe(405);
  const gone = await createMergeRequest(app, { project, author: developer, branch: 'gone' });
  await project.repository.git('update-ref', '-d', 'refs/heads/gone');
  expect((await merge(project, gone.iid)).status).toBe(405);
});

test('who may not push or merge is refused with 401; protection names who may', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer });
  expect((await merge(project, row.iid, {}, outsider)).status).toBe(401);
  const server = await app.server();
  const protect = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/protected_branches`,
    headers: owner.headers,
    payload: { name: 'main', push_access_level: 40, merge_access_level: 40 },
  });
  expect(protect.statusCode).toBe(201);
  expect((await merge(project, row.iid)).status).toBe(401);
  expect((await merge(project, row.iid, {}, owner)).status).toBe(200);
});

test('open threads block where the project says so; a thread that comes meanwhile is never passed', async () => {
  const project = await newProject({ only_allow_merge_if_all_discussions_are_resolved: true });
  const row = await createMergeRequest(app, { project, author: developer });
  const found = await findMergeRequestAccess(app.system, row.id);
  if (!found) throw new Error('there is none');
  const thread = () => createNote(contextOf(app, owner), { noteable: noteableOf(found), body: 'Wait', kind: 'thread' });
  const [answer] = await Promise.all([merge(project, row.iid), thread()]);
  const after = await reloadMergeRequest(app, row.id);
  expect(after.state === 'merged').toBe(answer.status === 200);
  if (answer.status !== 200) {
    expect(answer.status).toBe(405);
    expect((await merge(project, row.iid)).status).toBe(405);
  }
});

test('the templates of the project word the commits of a merge and its squash', async () => {
  const project = await newProject({
    merge_commit_template: '%{title}\n\n%{issues}\n\nMerged %{local_reference} by %{merged_by}\n%{approved_by}',
    squash_commit_template: '%{source_branch}: %{first_commit}',
  });
  const row = await createMergeRequest(app, { project, author: developer, branch: 'worded', squash: true });
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/approve`;
  expect((await server.inject({ method: 'POST', url, headers: owner.headers })).statusCode).toBe(201);
  const { name, email } = developer.user;
  const approver = `${owner.user.name} <${owner.user.id}-${owner.user.username}@users.noreply.`;
  const message = `${row.title}\n\nMerged !${row.iid} by ${name} <${email}>\nApproved-by: ${approver}`;
  expect((await widgetOf(project, row.iid))['default_merge_commit_message']).toContain(message);
  expect((await merge(project, row.iid)).status).toBe(200);
  expect(await project.repository.git('log', '-1', '--format=%B', 'main')).toContain(message);
  expect(await project.repository.git('log', '-1', '--format=%s', 'main^2')).toMatch(/^worded: /);
});

test('to merge when everything has passed merges nothing before', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'later' });
  const server = await app.server();
  const send = (path: string, payload: object) =>
    server.inject({ method: 'POST', url: `/api/v4/projects/${project.id}${path}`, headers: owner.headers, payload });
  const report = async (state: string, name: string) => {
    expect((await send(`/statuses/${row.head_sha}`, { state, name })).statusCode).toBe(201);
  };
  const cancel = async () =>
    (await send(`/merge_requests/${row.iid}/cancel_merge_when_pipeline_succeeds`, {})).statusCode;
  await report('success', 'lint');
  // It is merged later; a pipeline that failed is not waited for.
  for (const state of ['pending', 'running', 'failed']) {
    await report(state, 'build');
    for (const wish of [{ auto_merge: true }, { merge_when_pipeline_succeeds: true }]) {
      expect(await merge(project, row.iid, wish)).toMatchObject(
        state === 'failed'
          ? { status: 405, body: { message: expect.stringContaining('pipeline of the last commit failed') } }
          : { status: 200, body: { state: 'opened', merge_when_pipeline_succeeds: true } },
      );
    }
  }
  expect(await cancel()).toBe(201);
  const said = await send(`/merge_requests/${row.iid}/notes`, { body: '/merge' });
  expect([said.statusCode, said.body]).toEqual([422, expect.stringContaining('pipeline of the last commit failed')]);
  await report('success', 'build');
  await updateMergeRequest(contextOf(app, developer), { mergeRequestId: row.id, isDraft: true });
  const draft = await merge(project, row.iid, { auto_merge: true });
  expect(draft).toMatchObject({ status: 200, body: { state: 'opened', merge_when_pipeline_succeeds: true } });
  expect(await cancel()).toBe(201);
  await updateMergeRequest(contextOf(app, developer), { mergeRequestId: row.id, isDraft: false });
  expect([await cancel(), (await reloadMergeRequest(app, row.id)).state]).toEqual([406, 'opened']);
  const merged = await merge(project, row.iid, { auto_merge: true, squash: true });
  expect(merged).toMatchObject({ status: 200, body: { state: 'merged', squash: true } });
  expect(await cancel()).toBe(405);
});

test('squash, fast-forward and semi-linear history', async () => {
  const squashed = await newProject();
  const row = await createMergeRequest(app, { project: squashed, author: developer, branch: 'many' });
  await pushCommit(app, { project: squashed, branch: 'many', files: { two: '2' }, by: developer });
  const answer = await merge(squashed, row.iid, { squash: true, squash_commit_message: 'All in one' });
  expect(answer.body.squash_commit_sha).toMatch(/^[0-9a-f]{40}$/);
  expect(answer.body.squash_on_merge).toBe(true);
  expect(await squashed.repository.git('log', '--no-merges', '--format=%s', 'main')).toBe('All in one\nInitial commit');

  const linear = await newProject({ merge_method: 'ff' });
  const first = await createMergeRequest(app, { project: linear, author: developer });
  const second = await createMergeRequest(app, { project: linear, author: developer });
  expect((await merge(linear, first.iid)).body).toMatchObject({ state: 'merged', merge_commit_sha: null });
  expect(await tipOf(linear, 'main')).toBe(first.head_sha);
  expect((await merge(linear, second.iid)).status).toBe(405);
  await app.runJobs();
  const server = await app.server();
  const rebase = await server.inject({
    method: 'PUT',
    url: `/api/v4/projects/${linear.id}/merge_requests/${second.iid}/rebase`,
    headers: developer.headers,
  });
  expect([rebase.statusCode, rebase.json()]).toEqual([202, { rebase_in_progress: true }]);
  const url = `/api/v4/projects/${linear.id}/merge_requests/${second.iid}?include_rebase_in_progress=true`;
  const isRebasing = async () => (await server.inject({ url, headers: developer.headers })).json().rebase_in_progress;
  expect(await isRebasing()).toBe(true);
  await app.runJobs();
  expect(await isRebasing()).toBe(false);
  const tip = await tipOf(linear, second.source_branch);
  expect(tip).not.toBe(second.head_sha);
  const again = await server.inject({
    method: 'PUT',
    url: `/api/v4/projects/${linear.id}/merge_requests/${second.iid}/rebase`,
    headers: developer.headers,
  });
  expect([again.statusCode, again.json()]).toEqual([202, { rebase_in_progress: true }]);
  await app.runJobs();
  expect(await tipOf(linear, second.source_branch)).toBe(tip);
  expect((await merge(linear, second.iid)).status).toBe(200);
  expect(await mergesOn(linear)).toEqual([]);

  const semi = await newProject({ merge_method: 'rebase_merge', squash_option: 'never' });
  const third = await createMergeRequest(app, { project: semi, author: developer });
  expect((await merge(semi, third.iid, { squash: true })).status).toBe(422);
  expect((await merge(semi, third.iid)).status).toBe(200);
  expect(await mergesOn(semi)).toHaveLength(1);
});

test('a rebase that cannot be done says why, and so does a merge that breaks push rules', async () => {
  const project = await newProject({ merge_method: 'rebase_merge' });
  const row = await createMergeRequest(app, { project, author: developer, files: { 'a.txt': 'mine\n' } });
  await pushCommit(app, { project, branch: 'main', files: { 'a.txt': 'theirs\n' }, by: owner });
  const server = await app.server();
  const path = `/api/v4/projects/${project.id}`;
  const { headers } = developer;
  const of = `${path}/merge_requests/${row.iid}`;
  expect((await server.inject({ method: 'PUT', url: `${of}/rebase`, headers })).statusCode).toBe(202);
  await app.runJobs();
  const error = async () => (await server.inject({ url: of, headers })).json().merge_error;
  expect(await error()).toContain('the commits conflict with the target branch');
  expect(await widgetOf(project, row.iid)).toMatchObject({ rebase_in_progress: false, merge_error: await error() });
  expect(await tipOf(project, row.source_branch)).toBe(row.head_sha);

  const other = await newProject();
  const ruled = await createMergeRequest(app, { project: other, author: developer });
  const rules = { commit_message_regex: '^Merge branch', reject_unsigned_commits: true, commit_committer_check: true };
  const url = `/api/v4/projects/${other.id}/push_rule`;
  expect((await server.inject({ method: 'PUT', url, headers: owner.headers, payload: rules })).statusCode).toBe(200);
  const refused = await merge(other, ruled.iid, { merge_commit_message: 'Other' });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining("Commit message does not follow the pattern '^Merge branch'"),
  ]);
  expect(await widgetOf(other, ruled.iid)).toMatchObject({ state: 'opened', merge_error: refused.body.message });
  // Its commits are in the project already, and the merge commit is made by the product.
  expect((await merge(other, ruled.iid)).body).toMatchObject({ state: 'merged', merge_error: null });
});

const MERGES_AT_ONCE = IS_FULL ? 50 : 6;

test('P-05: many requests into one branch at once all land, each once', { timeout: 300_000 }, async () => {
  const project = await newProject();
  const rows = [];
  for (let number = 0; number < MERGES_AT_ONCE; number += 1)
    rows.push(await createMergeRequest(app, { project, author: developer }));
  const answers = await Promise.all(rows.map((row) => merge(project, row.iid, { sha: row.head_sha })));
  const log = await project.repository.git('log', '--format=%H', 'main');
  const won = answers.filter((answer) => answer.status === 200);
  for (const answer of won) expect(log).toContain(answer.body.merge_commit_sha);
  expect(await mergesOn(project)).toHaveLength(won.length);
  const states = await Promise.all(rows.map(async (row) => (await reloadMergeRequest(app, row.id)).state));
  expect(states.filter((state) => state === 'merged')).toHaveLength(won.length);
  expect(won).toHaveLength(MERGES_AT_ONCE);
});

test('P-05: the same request merged many times at once is merged once', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer });
  const answers = await Promise.all(Array.from({ length: 6 }, () => merge(project, row.iid)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 405)).toHaveLength(5);
  expect(await mergesOn(project)).toHaveLength(1);
  const server = await app.server();
  const notes = await server.inject(`/api/v4/projects/${project.id}/merge_requests/${row.iid}/notes`);
  expect(notes.json().filter((note: { body: string }) => note.body === 'merged')).toHaveLength(1);
});

/** A push that nobody has told the product about. */
async function commitBehind(project: BuiltProject, branch: string): Promise<string> {
  return project.repository.commit({ branch, parents: [await tipOf(project, branch)], files: { late: 'x' } });
}

test('a source branch with newer commits is not removed', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'kept' });
  const late = await commitBehind(project, 'kept');
  expect((await merge(project, row.iid, { should_remove_source_branch: true })).status).toBe(409);
  expect(await tipOf(project, 'kept')).toBe(late);
  const other = await createMergeRequest(app, { project, author: developer, branch: 'ahead' });
  const ahead = await reloadMergeRequest(app, other.id);
  await merge(project, other.iid, { should_remove_source_branch: false });
  expect(await tipOf(project, 'ahead')).toBe(ahead.head_sha);
});

test.runIf(IS_FULL)('a branch that gets commits right after its merge stays, and the page says so', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'busy', removeSourceBranch: true });
  expect((await merge(project, row.iid)).status).toBe(200);
  const late = await commitBehind(project, 'busy');
  const stays = { source_branch_exists: true, source_branch_being_removed: false };
  expect(await widgetOf(project, row.iid)).toMatchObject(stays);
  await app.runJobs();
  expect(await tipOf(project, 'busy')).toBe(late);
  expect(await widgetOf(project, row.iid)).toMatchObject(stays);
});

test.runIf(IS_FULL)('a merger who loses the right to delete the branch before it goes is not obeyed', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer, branch: 'theirs', removeSourceBranch: true });
  expect((await merge(project, row.iid)).status).toBe(200);
  await app.platform.db
    .deleteFrom('members')
    .where('project_id', '=', project.id)
    .where('user_id', '=', developer.user.id)
    .execute();
  await app.runJobs();
  expect(await tipOf(project, 'theirs')).toBe(row.head_sha);
  expect((await reloadMergeRequest(app, row.id)).source_removal_until).toBeNull();
});

test.runIf(IS_FULL)(
  'a removal that fails is tried again, and pages say that the branch goes until then, or until it is given up',
  async () => {
    const project = await newProject();
    const row = await createMergeRequest(app, { project, author: developer, branch: 'held', removeSourceBranch: true });
    expect((await merge(project, row.iid)).status).toBe(200);
    const told = sql<string>`data->>'mergeRequestId'`;
    const { id: eventId } = await app.platform.db
      .selectFrom('outbox_events')
      .select('id')
      .where('type', '=', 'merge_request.merged')
      .where(told, '=', String(row.id))
      .executeTakeFirstOrThrow();
    const removal = registeredJobs().get('event:merge_request.merged:after-merge');
    armFailpoints('merge.branch_delete:1:throw');
    await expect(removal?.run(app.system, { eventId })).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    expect(await widgetOf(project, row.iid)).toMatchObject({ source_branch_being_removed: true });
    const { source_removal_until: until } = await reloadMergeRequest(app, row.id);
    expect(isSourceBeingRemoved({ ...row, source_removal_until: until }, row.head_sha ?? '', until ?? new Date())).toBe(
      false,
    );
    await removal?.run(app.system, { eventId });
    await expect(tipOf(project, 'held')).rejects.toThrow('no branch');
    expect(await widgetOf(project, row.iid)).toMatchObject({ source_branch_being_removed: false });
    await app.runJobs();
  },
);

test('merge_ref shows the commit that merging would make and moves nothing', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer });
  const before = await tipOf(project, 'main');
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/merge_ref`;
  const answer = await server.inject(url);
  expect(answer.statusCode).toBe(200);
  const parents = await project.repository.git('log', '-1', '--format=%P', answer.json().commit_id);
  expect(parents).toBe(`${before} ${row.head_sha}`);
  expect((await server.inject(url)).json()).toEqual(answer.json());
  expect(await tipOf(project, 'main')).toBe(before);
});

test('the page is answered with a status, never an error', async () => {
  const project = await newProject();
  const row = await createMergeRequest(app, { project, author: developer });
  const server = await app.server();
  const post = (payload: object, user = developer) =>
    server.inject({
      method: 'POST',
      url: `/${project.full_path}/-/merge_requests/${row.iid}/merge`,
      headers: user.headers,
      payload,
    });
  const stale = await post({ sha: '0'.repeat(40) });
  expect([stale.statusCode, stale.json().status]).toEqual([200, 'sha_mismatch']);
  expect((await post({ sha: row.head_sha }, outsider)).json()).toMatchObject({ status: 'failed' });
  expect((await post({ sha: row.head_sha })).json()).toEqual({ status: 'success' });
});

test.runIf(IS_FULL)('a rebase runs a pipeline for the new commits, or skips it where that is asked', async () => {
  const linear = await newProject({ merge_method: 'ff' });
  const [first, second] = [
    await createMergeRequest(app, { project: linear, author: developer }),
    await createMergeRequest(app, { project: linear, author: developer }),
  ];
  await pushCommit(app, {
    project: linear,
    branch: 'main',
    files: {
      '.gitlab-ci.yml':
        'test: { script: test }\nrequest: { script: test, rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }] }\n',
    },
    by: owner,
  });
  await app.runJobs();
  const server = await app.server();
  const statusAfter = async ({ iid, source_branch: ref }: typeof first, skip: boolean) => {
    const api = `/api/v4/projects/${linear.id}`;
    const url = `${api}/merge_requests/${iid}/rebase?skip_ci=${skip}`;
    expect((await server.inject({ method: 'PUT', url, headers: developer.headers })).statusCode).toBe(202);
    await app.runJobs();
    const found = await server.inject({ url: `${api}/pipelines?ref=${ref}`, headers: developer.headers });
    return found.json().map((pipeline: { source: string; status: string }) => [pipeline.source, pipeline.status]);
  };
  expect(await statusAfter(first, true)).toEqual([['push', 'skipped']]);
  expect((await statusAfter(second, false)).toSorted()).toEqual([
    ['merge_request_event', 'pending'],
    ['push', 'pending'],
  ]);
});

test('the target is merged into the source branch, once and only where it is behind', async () => {
  const project = await newProject({ merge_method: 'ff' });
  const row = await createMergeRequest(app, { project, author: developer });
  const server = await app.server();
  const update = async (payload: object, by = developer) => {
    const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/update_branch`;
    const answer = await server.inject({ method: 'PUT', url, headers: by.headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect(await update({})).toMatchObject({ status: 409, body: { message: expect.stringContaining('already') } });
  const main = await pushCommit(app, { project, branch: 'main', files: { late: 'late' }, by: owner });
  expect((await update({ sha: main })).status).toBe(409);
  expect((await update({}, await createUser(app))).status).toBe(403);
  expect((await widgetOf(project, row.iid))['update_branch_path']).toMatch(/update_branch$/);
  const { status, body } = await update({ sha: row.head_sha });
  expect([status, body]).toEqual([200, { sha: await tipOf(project, row.source_branch) }]);
  const parents = await project.repository.git('log', '-1', '--format=%P', body.sha);
  expect(parents.trim()).toBe(`${row.head_sha} ${main}`);
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({ head_sha: body.sha });
  await pushCommit(app, { project, branch: 'main', files: { late: 'later' }, by: owner });
  await pushCommit(app, { project, branch: row.source_branch, files: { late: 'other' }, by: developer });
  expect(await update({})).toMatchObject({ status: 409, body: { message: expect.stringContaining('conflicts') } });
});

test.runIf(IS_FULL)('a rebase is refused alike at every interface, also where there is nothing to rebase', async () => {
  const project = await newProject({ visibility: 'public' });
  const row = await createMergeRequest(app, { project, author: developer, branch: 'still' });
  await app.runJobs();
  const server = await app.server();
  const ask = async ({ headers }: TestUser) => {
    const api = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
    const answers = [
      await server.inject({ method: 'PUT', url: `${api}/rebase`, headers }),
      await server.inject({ method: 'POST', url: `/${project.full_path}/-/merge_requests/${row.iid}/rebase`, headers }),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await ask(outsider)).toEqual([403, 403]);
  expect(await ask(developer)).toEqual([202, 200]);
  await server.inject({ method: 'POST', url: `/api/v4/projects/${project.id}/archive`, headers: owner.headers });
  for (const user of [developer, owner]) expect(await ask(user)).toEqual([403, 403]);
});

test('the widget asks for the deployments of the newest commit, and of the merge once it is merged', async () => {
  const map = "- source: /(.*)\\.txt/\n  public: '\\1.html'\n";
  const project = await createProject(app, { owner: owner.user, files: { a: 'a', '.gitlab/route-map.yml': map } });
  await addMember(app, { project, user: developer.user, level: 40 });
  const files = { 'guide/start.txt': 'x\n' };
  const row = await createMergeRequest(app, { project, author: developer, branch: 'deployed', files });
  const server = await app.server();
  const ask = async (query = '') => {
    const url = `/${project.full_path}/-/merge_requests/${row.iid}/ci_environments_status${query}`;
    return (await server.inject({ url, headers: developer.headers })).json();
  };
  const report = (environment: string, sha: string | null, ref: string) =>
    server.inject({
      method: 'POST',
      url: `/api/v4/projects/${project.id}/deployments`,
      headers: developer.headers,
      payload: { environment, sha, ref, tag: false, status: 'success' },
    });
  expect((await widgetOf(project, row.iid))['ci_environments_status_path']).toBeNull();
  const external = { name: 'review/deployed', external_url: 'https://a.example/' };
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/environments`,
    headers: developer.headers,
    payload: external,
  });
  expect((await report('review/deployed', row.head_sha, 'deployed')).statusCode).toBe(201);
  const path = `/${project.full_path}/-/merge_requests/${row.iid}/ci_environments_status`;
  expect((await widgetOf(project, row.iid))['ci_environments_status_path']).toBe(path);
  expect(await ask()).toMatchObject([
    {
      name: 'review/deployed',
      status: 'success',
      environment_available: true,
      retry_url: null,
      changes: [{ path: 'guide/start.html', external_url: 'https://a.example/guide/start.html' }],
    },
  ]);
  const changed = `/${project.full_path}/-/merge_requests/${row.iid}/diff_for_path?new_path=guide/start.txt`;
  expect((await server.inject({ url: changed, headers: developer.headers })).json()).toMatchObject({
    external_url: 'https://a.example/guide/start.html',
  });
  const batch = `/${project.full_path}/-/merge_requests/${row.iid}/diffs_batch.json?page=0&per_page=20`;
  expect((await server.inject({ url: batch, headers: developer.headers })).json()).toMatchObject({
    diff_files: [{ external_url: 'https://a.example/guide/start.html' }],
  });
  expect(await ask('?environment_target=merge_commit')).toEqual([]);
  await merge(project, row.iid, { sha: row.head_sha });
  await report('production', await tipOf(project, 'main'), 'main');
  expect(await ask('?environment_target=merge_commit')).toMatchObject([{ name: 'production' }]);
});
