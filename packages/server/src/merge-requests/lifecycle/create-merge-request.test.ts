import { restMergeRequest, restMergeRequestBasic } from '@tributary/contract/merge-requests/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let outsider: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  outsider = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\ntwo\nthree\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
});
afterAll(() => app.close());

async function call(
  user: TestUser | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url: `/api/v4${path}`,
    ...(user && { headers: user.headers }),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
}

const list = () => `/projects/${project.id}/merge_requests`;

async function branch(name: string, files: Record<string, string> = { [`${name}.txt`]: name }) {
  await project.repository.commit({ branch: name, parents: [await tipOf(project, name, 'main')], files });
}

test('a merge request is created, read and listed', async () => {
  await branch('first');
  const made = await call(developer, 'POST', list(), {
    title: 'Draft: First',
    description: 'For @nobody and *all*',
    source_branch: 'first',
    target_branch: 'main',
    assignee_ids: [developer.user.id],
    reviewer_ids: [owner.user.id, outsider.user.id],
    labels: 'bug, type::feature, type::chore',
    remove_source_branch: true,
  });
  expect(made.status).toBe(201);
  const body = restMergeRequest.parse(made.body);
  expect(body).toMatchObject({
    iid: 1,
    title: 'Draft: First',
    draft: true,
    state: 'opened',
    merge_status: 'preparing',
    detailed_merge_status: 'preparing',
    force_remove_source_branch: true,
    labels: ['bug', 'type::chore'],
    references: { full: `${project.full_path}!1` },
    changes_count: null,
  });
  expect(body.reviewers.map((user) => user.id).toSorted((a, b) => a - b)).toEqual([owner.user.id, outsider.user.id]);

  await app.runJobs();
  const read = await call(undefined, 'GET', `${list()}/1?render_html=true`);
  expect(restMergeRequest.parse(read.body)).toMatchObject({
    merge_status: 'can_be_merged',
    detailed_merge_status: 'draft_status',
    changes_count: '1',
    user: { can_merge: false },
  });
  expect(read.body.description_html).toContain('<em>all</em>');

  const listed = await call(undefined, 'GET', `${list()}?state=opened&labels=bug&with_labels_details=true`);
  expect(restMergeRequestBasic.array().parse(listed.body)).toHaveLength(1);
  expect(listed.headers['x-total']).toBe('1');
  const none = await call(undefined, 'GET', `${list()}?not[labels]=bug`);
  expect(none.body).toEqual([]);
});

test.runIf(IS_FULL)(
  'the source branch stays unless its removal is asked for, whatever the default of the form is',
  async () => {
    await branch('staying');
    const settings = await call(owner, 'GET', `/projects/${project.id}`);
    const body = { title: 'Staying', source_branch: 'staying', target_branch: 'main' };
    const made = await call(developer, 'POST', list(), body);
    expect([settings.body.remove_source_branch_after_merge, made.body.force_remove_source_branch]).toEqual([
      true,
      false,
    ]);
    await call(developer, 'PUT', `${list()}/${made.body.iid}`, { state_event: 'close' });
  },
);

test('texts, users and state are changed, each with its note', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  const path = `${list()}/${row.iid}`;
  const changed = await call(developer, 'PUT', path, {
    title: 'Better',
    description: 'New',
    reviewer_ids: [owner.user.id],
    add_labels: 'later',
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ title: 'Better', description: 'New', labels: ['later'] });
  expect((await call(developer, 'PUT', path, { title: 'Draft: Better' })).body.draft).toBe(true);
  expect((await call(developer, 'PUT', path, { state_event: 'close' })).body.state).toBe('closed');
  const again = await call(developer, 'PUT', path, { state_event: 'close' });
  expect([again.status, again.body.state]).toEqual([200, 'closed']);
  expect((await call(outsider, 'PUT', path, { state_event: 'close' })).status).toBe(403);
  expect((await call(developer, 'PUT', path, { state_event: 'reopen' })).body.state).toBe('opened');
  const notes = await call(undefined, 'GET', `${path}/notes?sort=asc&activity_filter=only_activity`);
  expect(notes.body.map((note: { body: string }) => note.body)).toEqual([
    `changed title from **${row.title}** to **Better**`,
    'changed the description',
    `requested review from @${owner.user.username}`,
    'added ~later label',
    'marked this merge request as **draft**',
    'closed',
    'reopened',
  ]);
});

test.runIf(IS_FULL)(
  'how it is merged, its milestone that is deleted and the last thread that is resolved are noted down too',
  async () => {
    const row = await createMergeRequest(app, { project, author: developer });
    const path = `${list()}/${row.iid}`;
    const milestone = (await call(owner, 'POST', `/projects/${project.id}/milestones`, { title: 'v1' })).body;
    const hidden = { title: 'Hidden', confidential: true, milestone_id: milestone.id };
    const issue = (await call(developer, 'POST', `/projects/${project.id}/issues`, hidden)).body;
    await call(developer, 'PUT', path, { squash: true, remove_source_branch: false });
    await call(developer, 'PUT', path, { squash: false, milestone_id: milestone.id });
    expect((await call(owner, 'DELETE', `/projects/${project.id}/milestones/${milestone.id}`)).status).toBe(204);
    const threads = await Promise.all(
      ['One', 'Two'].map(async (body) => (await call(owner, 'POST', `${path}/discussions`, { body })).body.id),
    );
    for (const id of threads) await call(owner, 'PUT', `${path}/discussions/${id}`, { resolved: true });
    const told = async (of: string) =>
      (await call(owner, 'GET', `${of}/notes?sort=asc&activity_filter=only_activity`)).body.map(
        (note: { body: string; author: { id: number } }) => [note.body, note.author.id],
      );
    expect(await told(path)).toEqual([
      ['chose to **squash** the commits when it is merged', developer.user.id],
      ['chose to **keep** the source branch when it is merged', developer.user.id],
      ['changed milestone to %"v1"', developer.user.id],
      ['chose to **keep** the commits when it is merged', developer.user.id],
      ['removed milestone', owner.user.id],
      ['resolved all threads', owner.user.id],
    ]);
    expect((await told(`/projects/${project.id}/issues/${issue.iid}`)).at(-1)).toEqual([
      'removed milestone',
      owner.user.id,
    ]);
    const events = (await call(owner, 'GET', `${path}/resource_milestone_events`)).body;
    expect(events.map((event: { action: string }) => event.action)).toEqual(['add', 'remove']);
  },
);

test('one change is made wholly or not at all', async () => {
  await branch('other-target');
  const row = await createMergeRequest(app, { project, author: developer, branch: 'whole' });
  const path = `${list()}/${row.iid}`;
  const same = await call(developer, 'PUT', path, { state_event: 'reopen', title: 'Whole' });
  expect([same.status, same.body.title, same.body.state]).toEqual([200, 'Whole', 'opened']);

  const both = await call(developer, 'PUT', path, { title: 'Closed', state_event: 'close' });
  expect(both.body).toMatchObject({ title: 'Closed', state: 'closed' });
  const refused = await call(developer, 'PUT', path, {
    title: 'Lost',
    state_event: 'reopen',
    target_branch: 'nowhere',
  });
  expect(refused.status).toBe(422);
  expect((await call(developer, 'GET', path)).body).toMatchObject({ title: 'Closed', state: 'closed' });
  expect((await call(developer, 'PUT', path, { title: 'Lost', target_branch: 'other-target' })).status).toBe(405);
  expect((await call(developer, 'GET', path)).body).toMatchObject({ title: 'Closed', target_branch: 'main' });

  const wish = { title: 'Elsewhere', state_event: 'reopen', target_branch: 'other-target' };
  const moved = await call(developer, 'PUT', path, wish);
  expect([moved.status, moved.body.title, moved.body.state, moved.body.target_branch]).toEqual([
    200,
    'Elsewhere',
    'opened',
    'other-target',
  ]);
});

test.runIf(IS_FULL)('subscribing says when nothing changes', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  const path = `${list()}/${row.iid}`;
  const answers: [number, boolean | undefined][] = [];
  for (const door of ['subscribe', 'subscribe', 'unsubscribe', 'unsubscribe']) {
    const { status, body } = await call(outsider, 'POST', `${path}/${door}`);
    answers.push([status, body?.subscribed]);
  }
  expect(answers).toEqual([
    [201, true],
    [304, undefined],
    [201, false],
    [304, undefined],
  ]);
  // Who takes part follows already.
  expect((await call(developer, 'POST', `${path}/subscribe`)).status).toBe(304);
});

test('a push makes a new version with a note that lists the commits', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'pushed' });
  await pushCommit(app, {
    project,
    branch: 'pushed',
    files: { 'more.txt': 'x\n' },
    by: developer,
    message: 'Add [more]',
  });
  const versions = await call(undefined, 'GET', `${list()}/${row.iid}/versions`);
  expect(versions.body).toHaveLength(2);
  const notes = await call(undefined, 'GET', `${list()}/${row.iid}/notes`);
  expect(notes.body[0].body).toMatch(
    /^added 1 commit\n\n\* [0-9a-f]{8} - Add \\\[more\\\]\n\n\[Compare with previous version\]/,
  );
  const commits = await call(undefined, 'GET', `${list()}/${row.iid}/commits`);
  expect(commits.body.map((commit: { title: string }) => commit.title)[0]).toBe('Add [more]');
  expect(commits.body).toHaveLength(2);
  const find = async (search: string) =>
    (await call(undefined, 'GET', `${list()}/${row.iid}/commits?search=${encodeURIComponent(search)}`)).body;
  const [newest] = commits.body;
  expect(await find('aDD [')).toMatchObject([{ id: newest.id }]);
  expect(await find(newest.id.slice(0, 12).toUpperCase())).toMatchObject([{ id: newest.id }]);
  expect(await find(newest.author_name)).not.toEqual([]);
  expect(await find('%')).toEqual([]);
  expect(await find(newest.id.slice(4, 16))).toEqual([]);
});

test.each([
  ['the same branch twice', { source_branch: 'main', target_branch: 'main' }, 422, "You can't use same project/branch"],
  ['a missing source', { source_branch: 'nope', target_branch: 'main' }, 422, 'Source branch "nope" does not exist'],
  ['a missing target', { source_branch: 'main', target_branch: 'nope' }, 422, 'Target branch "nope" does not exist'],
  ['unrelated histories', { source_branch: 'alien', target_branch: 'main' }, 422, 'have no common history'],
])('%s is refused', async (_name, branches, status, text) => {
  await project.repository.commit({ branch: 'alien', parents: [], files: { x: 'y' } });
  const answer = await call(developer, 'POST', list(), { title: 'x', ...branches });
  expect(answer.status).toBe(status);
  expect(answer.body.message[0]).toContain(text);
});

test.runIf(IS_FULL)(
  'a branch without commits of its own is proposed for the work to come, and merges once there is some',
  async () => {
    await project.repository.git('branch', '-f', 'to-come', 'main');
    const branches = { source_branch: 'to-come', target_branch: 'main' };
    const empty = await call(developer, 'POST', list(), { title: 'To come', ...branches });
    expect([empty.status, empty.body.changes_count]).toEqual([201, '0']);
    await app.runJobs();
    const url = `${list()}/${empty.body.iid}`;
    expect((await call(developer, 'GET', url)).body).toMatchObject({
      state: 'opened',
      detailed_merge_status: 'commits_status',
    });
    await pushCommit(app, { project, branch: 'to-come', files: { 'come.txt': 'x\n' }, by: developer, message: 'Come' });
    await app.runJobs();
    expect((await call(developer, 'GET', url)).body).toMatchObject({
      state: 'opened',
      detailed_merge_status: 'mergeable',
      changes_count: '1',
    });
  },
);

test('a second request for the same pair is a conflict that names the first', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'twice' });
  const again = { title: 'again', source_branch: 'twice', target_branch: 'main' };
  const answer = await call(developer, 'POST', list(), again);
  expect([answer.status, answer.body]).toEqual([
    409,
    { message: [`Another open merge request already exists for this source branch: !${row.iid}`] },
  ]);
  await call(developer, 'PUT', `${list()}/${row.iid}`, { state_event: 'close' });
  const racers = await Promise.all([1, 2, 3].map(() => call(developer, 'POST', list(), again)));
  expect(racers.map((racer) => racer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const reopen = await call(developer, 'PUT', `${list()}/${row.iid}`, { state_event: 'reopen' });
  expect(reopen.status).toBe(409);
});

test.each([
  [{ title: ' ' }, { title: ["can't be blank"] }],
  [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
  [{ title: 'x', milestone_id: 4_711 }, { milestone_id: ['is invalid'] }],
])('bad fields %j are named', async (fields, message) => {
  await branch('fields');
  const answer = await call(developer, 'POST', list(), { source_branch: 'fields', target_branch: 'main', ...fields });
  expect([answer.status, answer.body]).toEqual([400, { message }]);
});

test('users without the right are refused, and others learn nothing of private projects', async () => {
  await branch('rights');
  const wish = { title: 'x', source_branch: 'rights', target_branch: 'main' };
  expect((await call(outsider, 'POST', list(), wish)).status).toBe(403);
  expect((await call(undefined, 'POST', list(), wish)).status).toBe(401);
  const row = await createMergeRequest(app, { project, author: developer });
  expect((await call(outsider, 'PUT', `${list()}/${row.iid}`, { title: 'mine' })).status).toBe(403);
  expect((await call(outsider, 'PUT', `${list()}/${row.iid}`, { state_event: 'close' })).status).toBe(403);
  expect((await call(developer, 'DELETE', `${list()}/${row.iid}`)).status).toBe(403);

  const hidden = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: 'b' } });
  const secret = await createMergeRequest(app, { project: hidden, author: owner });
  const missing = await call(outsider, 'GET', `/projects/${hidden.id}/merge_requests/${secret.iid}`);
  const absent = await call(outsider, 'GET', '/projects/999999/merge_requests/1');
  expect([missing.status, missing.body]).toEqual([absent.status, absent.body]);
  const all = await call(outsider, 'GET', '/merge_requests?scope=all');
  expect(all.body.some((each: { id: number }) => each.id === secret.id)).toBe(false);
  expect(
    (await call(owner, 'GET', '/merge_requests?scope=all')).body.some((each: { id: number }) => each.id === secret.id),
  ).toBe(true);
});

test('an owner deletes a request; its number is not used again', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  expect((await call(owner, 'DELETE', `${list()}/${row.iid}`)).status).toBe(204);
  expect((await call(owner, 'GET', `${list()}/${row.iid}`)).status).toBe(404);
  const next = await createMergeRequest(app, { project, author: developer });
  expect(next.iid).toBe(row.iid + 1);
});

test('retargeting makes a version with the new base', async () => {
  await project.repository.git('branch', '-f', 'stable', 'main');
  const row = await createMergeRequest(app, { project, author: developer });
  await project.repository.commit({ branch: 'stable', parents: [await tipOf(project, 'stable')], files: { s: 't' } });
  const answer = await call(developer, 'PUT', `${list()}/${row.iid}`, { target_branch: 'stable' });
  expect(answer.body).toMatchObject({
    target_branch: 'stable',
    diff_refs: { start_sha: await tipOf(project, 'stable') },
  });
  const missing = await call(developer, 'PUT', `${list()}/${row.iid}`, { target_branch: 'gone' });
  expect(missing.status).toBe(422);
});

test('reopening needs the branch, unchanged in its history', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'gone-soon' });
  const path = `${list()}/${row.iid}`;
  await call(developer, 'PUT', path, { state_event: 'close' });
  await project.repository.git('update-ref', '-d', 'refs/heads/gone-soon');
  expect((await call(developer, 'PUT', path, { state_event: 'reopen' })).body.message[0]).toContain('no longer exists');
  await project.repository.commit({
    branch: 'gone-soon',
    parents: [await tipOf(project, 'main')],
    files: { other: 'x' },
  });
  expect((await call(developer, 'PUT', path, { state_event: 'reopen' })).body.message[0]).toContain('recreated');
  await project.repository.git('update-ref', 'refs/heads/gone-soon', row.head_sha ?? '');
  expect((await call(developer, 'PUT', path, { state_event: 'reopen' })).status).toBe(200);
});

test('two editors: the second learns that the text changed', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  const path = `${list()}/${row.iid}`;
  const version = row.created_at.toISOString();
  const first = { description: 'first', last_known_updated_at: version };
  expect((await call(developer, 'PUT', path, first)).status).toBe(200);
  const second = await call(owner, 'PUT', path, { description: 'second', last_known_updated_at: version });
  expect(second.status).toBe(409);
  expect((await call(owner, 'GET', path)).body.description).toBe('first');
});

test.runIf(IS_FULL)('users come and go by name, whoever else is there by then', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  const path = `${list()}/${row.iid}`;
  const ids = (people: { id: number }[]) => people.map((each) => each.id).toSorted((a, b) => a - b);
  await call(owner, 'PUT', path, { assignee_ids: [owner.user.id], reviewer_ids: [developer.user.id] });
  const changes = {
    add_assignee_ids: [developer.user.id],
    add_reviewer_ids: [owner.user.id, outsider.user.id],
    remove_reviewer_ids: [developer.user.id],
  };
  const { status, body } = await call(developer, 'PUT', path, changes);
  expect([status, ids(body.assignees)]).toEqual([200, ids([owner.user, developer.user])]);
  expect(ids(body.reviewers)).toEqual(ids([owner.user, outsider.user]));
  const { body: after } = await call(developer, 'PUT', path, { remove_assignee_ids: [owner.user.id] });
  expect(ids(after.assignees)).toEqual([developer.user.id]);
  expect((await call(outsider, 'PUT', path, { add_assignee_ids: [outsider.user.id] })).status).toBe(403);
});

test('a change of nothing that is known is refused', async () => {
  const row = await createMergeRequest(app, { project, author: developer });
  expect((await call(developer, 'PUT', `${list()}/${row.iid}`, { titel: 'x' })).status).toBe(400);
  expect((await call(developer, 'PUT', `${list()}/${row.iid}`, {})).status).toBe(400);
});
