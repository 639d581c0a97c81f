import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { afterRefsMoved } from '../../repositories/index.ts';
import { readMergeRequestOptions } from '../rules/push-options.ts';
import { createMergeRequest, reloadMergeRequest, tipOf } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
});
afterAll(() => app.close());

const ZERO = '0'.repeat(40);

/** What follows when a branch has moved, as after a `git push`. */
async function moved(branch: string, oldSha: string, newSha: string, pushOptions: string[] = [], by = developer) {
  count += 1;
  const ctx = contextOf(app, by);
  const access = await getProjectAccess(ctx, project.id);
  const pushKey = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  return afterRefsMoved(ctx, access, [{ ref: `refs/heads/${branch}`, oldSha, newSha }], { pushKey, pushOptions });
}

async function commit(branch: string, files: Record<string, string>, message = 'Work') {
  return project.repository.commit({ branch, parents: [await tipOf(project, branch, 'main')], files, message });
}

async function listOpen(query = '') {
  const server = await app.server();
  const answer = await server.inject(`/api/v4/projects/${project.id}/merge_requests?state=opened${query}`);
  return answer.json() as {
    iid: number;
    title: string;
    source_branch: string;
    target_branch: string;
    draft: boolean;
  }[];
}

test('each push of a branch prints a link to create its merge request, or to the open one', async () => {
  const sha = await commit('linked', { x: '1' });
  const lines = await moved('linked', ZERO, sha);
  expect(lines.join('\n')).toContain(
    `To create a merge request for linked, visit:\n  ${app.platform.config.url}/${project.full_path}/-/merge_requests/new?merge_request%5Bsource_branch%5D=linked`,
  );
  const second = await commit('linked', { x: '1b' });
  expect((await moved('linked', sha, second)).join('\n')).toContain('To create a merge request for linked, visit:');
  const row = await createMergeRequest(app, { project, author: developer, branch: 'linked' });
  const next = await commit('linked', { x: '2' });
  const again = await moved('linked', row.head_sha ?? '', next);
  expect(again.join('\n')).toContain(`/-/merge_requests/${row.iid}`);
  // The head follows in the push itself.
  expect((await reloadMergeRequest(app, row.id)).head_sha).toBe(next);
  await app.runJobs();
  const server = await app.server();
  const notes = await server.inject(`/api/v4/projects/${project.id}/merge_requests/${row.iid}/notes`);
  expect(notes.json().filter((note: { body: string }) => note.body.startsWith('added 1 commit'))).toHaveLength(1);
  expect(notes.json()[0].author.id).toBe(developer.user.id);
});

test.runIf(IS_FULL)(
  'a request that was squashed elsewhere onto a target that moved is merged by that push',
  async () => {
    const row = await createMergeRequest(app, { project, author: developer, branch: 'squashed', files: { s1: '1' } });
    const head = await commit('squashed', { s2: '2' });
    await moved('squashed', row.head_sha ?? '', head);
    await app.runJobs();
    const same = await createMergeRequest(app, { project, author: developer, branch: 'half', files: { s1: '1' } });
    await app.runJobs();
    const before = await tipOf(project, 'main');
    await commit('main', { beside: '1' });
    const squash = await commit('main', { s1: '1', s2: '2' }, 'All of it');
    const tip = await commit('main', { after: '1' });
    await moved('main', before, squash, [], owner);
    await moved('main', squash, tip);
    await app.runJobs();
    expect(await reloadMergeRequest(app, row.id)).toMatchObject({
      state: 'merged',
      squash_commit_sha: squash,
      merged_commit_sha: squash,
      merged_by_id: owner.user.id,
      merged_by_push: true,
    });
    // What came with other changes is not this request.
    expect((await reloadMergeRequest(app, same.id)).state).toBe('opened');
  },
);

test('a new target with the same changes, or a part of another merge, does not merge a request', async () => {
  const old = await tipOf(project, 'main');
  await project.repository.git('branch', 'older', old);
  await commit('main', { copied: '1' }, 'By somebody else');
  const copy = await createMergeRequest(app, {
    project,
    author: developer,
    branch: 'copy',
    target: 'older',
    files: { copied: '1' },
  });
  await app.runJobs();
  await byRest('PUT', `merge_requests/${copy.iid}`, { target_branch: 'main' });
  await app.runJobs();
  expect((await reloadMergeRequest(app, copy.id)).state).toBe('opened');

  await byRest('PUT', '', { merge_method: 'ff' });
  const pair = await createMergeRequest(app, { project, author: developer, branch: 'pair', files: { pair1: '1' } });
  const part = await createMergeRequest(app, { project, author: developer, branch: 'part', files: { pair1: '1' } });
  await moved('pair', pair.head_sha ?? '', await commit('pair', { pair2: '2' }));
  await app.runJobs();
  await byRest('PUT', `merge_requests/${pair.iid}/merge`);
  await app.runJobs();
  expect((await reloadMergeRequest(app, pair.id)).merged_by_push).toBe(false);
  expect((await reloadMergeRequest(app, part.id)).state).toBe('opened');
  await byRest('PUT', '', { merge_method: 'merge' });
});

test('a request whose branch is one of many in a push follows too', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'last-of-many', files: { m: '1' } });
  const oldSha = row.head_sha ?? '';
  const names = [...Array.from({ length: 11 }, (_, n) => `many-${n}`), 'last-of-many'];
  for (const name of names) await project.repository.git('update-ref', `refs/heads/${name}`, oldSha);
  const newSha = await commit('last-of-many', { m: '2' });
  const ctx = contextOf(app, developer);
  const moves = names.map((name) => ({ ref: `refs/heads/${name}`, oldSha, newSha }));
  await afterRefsMoved(ctx, await getProjectAccess(ctx, project.id), moves, {
    pushKey: '00000000-0000-4000-9000-000000000000',
  });
  await app.runJobs();
  expect((await reloadMergeRequest(app, row.id)).head_sha).toBe(newSha);
});

test('push options create and change a merge request', async () => {
  const sha = await commit('optional', { o: '1' }, 'Title of the commit\n\nAnd its body.');
  const lines = await moved('optional', ZERO, sha, [
    'merge_request.create',
    'merge_request.draft',
    'merge_request.label=bug',
    `merge_request.assign=${developer.user.username}`,
    'merge_request.nonsense=1',
  ]);
  expect(lines.join('\n')).toContain('Created the merge request:');
  expect(lines).toContain('The push option "merge_request.nonsense" is not supported and was ignored.');
  const made = (await listOpen('&labels=bug')).find((each) => each.source_branch === 'optional');
  expect(made).toMatchObject({ title: 'Draft: Title of the commit', draft: true, target_branch: 'main' });
  const next = await commit('optional', { o: '2' });
  await moved('optional', sha, next, ['merge_request.title=Renamed', 'merge_request.draft=false']);
  expect((await listOpen()).find((each) => each.iid === made?.iid)).toMatchObject({ title: 'Renamed', draft: false });
});

test('T-019: a project that may not be seen is missing like one that is not there', async () => {
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: 'a' } });
  const sha = await commit('sneaky', { s: '1' });
  const told = await moved('sneaky', ZERO, sha, [
    'merge_request.create',
    `merge_request.target_project=${hidden.full_path}`,
  ]);
  const absent = await moved('sneaky', ZERO, sha, ['merge_request.create', 'merge_request.target_project=no/where']);
  expect(told[0]).toBe('The merge request options for sneaky could not be applied: 404 Project Not Found');
  expect(absent[0]).toBe(told[0]);
});

test('pushing the commits into the target merges the request', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'by-hand' });
  const other = await createMergeRequest(app, { project, author: developer, branch: 'not-yet' });
  const before = await tipOf(project, 'main');
  await project.repository.git('update-ref', 'refs/heads/main', row.head_sha ?? '');
  await moved('main', before, row.head_sha ?? '', [], owner);
  await app.runJobs();
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({
    state: 'merged',
    merged_by_push: true,
    merged_by_id: owner.user.id,
    merged_commit_sha: row.head_sha,
  });
  expect(await reloadMergeRequest(app, other.id)).toMatchObject({
    state: 'opened',
    merge_checked_target_sha: await tipOf(project, 'main'),
  });
});

test('a moved target asks again whether the others can be merged', async () => {
  const row = await createMergeRequest(app, { project, author: developer, files: { 'a.txt': 'mine\n' } });
  await app.runJobs();
  expect((await reloadMergeRequest(app, row.id)).merge_status).toBe('can_be_merged');
  const before = await tipOf(project, 'main');
  const sha = await project.repository.commit({ branch: 'main', parents: [before], files: { 'a.txt': 'theirs\n' } });
  await moved('main', before, sha, [], owner);
  await app.runJobs();
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({
    merge_status: 'cannot_be_merged',
    diverged_commits_count: 1,
    merge_checked_target_sha: sha,
  });
});

/** What the request says of its source branch and its state, oldest first, each with whoever did it. */
async function toldOf(iid: number) {
  const server = await app.server();
  const answer = await server.inject(`/api/v4/projects/${project.id}/merge_requests/${iid}/notes?sort=asc`);
  const notes: { body: string; system: boolean; author: { id: number } }[] = answer.json();
  const told = notes.filter(({ body, system }) => system && /branch|added|^(closed|reopened|merged)/.test(body));
  return told.map(({ body, author }): [string, number] => [body.split('\n')[0] ?? '', author.id]);
}

const byRest = async (method: 'DELETE' | 'POST' | 'PUT', path: string, payload?: object) => {
  const url = `/api/v4/projects/${project.id}${path && `/${path}`}`;
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
  expect(answer.statusCode).toBeLessThan(300);
};

test('who deletes or restores the branch of an open request is told of, once', async () => {
  const row = await createMergeRequest(app, { project, author: developer, branch: 'gone' });
  const sha = row.head_sha ?? '';
  await project.repository.git('update-ref', '-d', 'refs/heads/gone');
  await moved('gone', sha, ZERO);
  const deleted = ['deleted source branch `gone`', developer.user.id];
  // In the push itself; its event, and another push that changed nothing, tell nothing again.
  expect(await toldOf(row.iid)).toEqual([deleted]);
  await moved('gone', sha, ZERO, [], owner);
  await app.runJobs();
  expect(await toldOf(row.iid)).toEqual([deleted]);
  await project.repository.git('update-ref', 'refs/heads/gone', sha);
  await moved('gone', ZERO, sha, [], owner);
  await app.runJobs();
  const restored = ['restored source branch `gone`', owner.user.id];
  expect(await toldOf(row.iid)).toEqual([deleted, restored]);
  // By its address, and back with a commit more.
  await byRest('DELETE', 'repository/branches/gone');
  await project.repository.git('update-ref', 'refs/heads/gone', sha);
  const next = await commit('gone', { gone: '2' });
  await moved('gone', ZERO, next);
  await app.runJobs();
  expect((await reloadMergeRequest(app, row.id)).head_sha).toBe(next);
  expect((await toldOf(row.iid)).slice(2)).toEqual([
    ['deleted source branch `gone`', owner.user.id],
    ['restored source branch `gone`', developer.user.id],
    ['added 1 commit', developer.user.id],
  ]);
});

test.runIf(IS_FULL)(
  'a closed request is told nothing of its branch, and goes on from what it was when opened again',
  async () => {
    const row = await createMergeRequest(app, { project, author: developer, branch: 'rested' });
    const [branch, state] = ['repository/branches/rested', `merge_requests/${row.iid}`];
    const restore = () => byRest('POST', 'repository/branches', { branch: 'rested', ref: row.head_sha });
    await byRest('DELETE', branch);
    await byRest('PUT', state, { state_event: 'close' });
    await restore();
    await byRest('DELETE', branch);
    await restore();
    await byRest('PUT', state, { state_event: 'reopen' });
    await byRest('DELETE', branch);
    await app.runJobs();
    const deleted = 'deleted source branch `rested`';
    expect((await toldOf(row.iid)).map(([body]) => body)).toEqual([deleted, 'closed', 'reopened', deleted]);
  },
);

test.runIf(IS_FULL)(
  'what a merge deletes is told by the merge, and to others that are open from the same branch',
  async () => {
    const row = await createMergeRequest(app, { project, author: developer, branch: 'merged-away' });
    await project.repository.git('branch', 'aside', 'main');
    const other = await createMergeRequest(app, { project, author: developer, branch: 'merged-away', target: 'aside' });
    const { head_sha: sha } = await reloadMergeRequest(app, other.id);
    await moved('merged-away', row.head_sha ?? '', sha ?? '');
    await byRest('PUT', `merge_requests/${row.iid}/merge`, { should_remove_source_branch: true });
    await app.runJobs();
    const told = (await toldOf(row.iid)).map(([body]) => body);
    expect(told.filter((body) => body.includes('branch'))).toEqual([
      `deleted the \`merged-away\` branch. Commit ${sha?.slice(0, 8)}`,
    ]);
    expect((await toldOf(other.iid)).at(-1)).toEqual(['deleted source branch `merged-away`', owner.user.id]);
  },
);

test('requests into a merged branch follow to where it went', async () => {
  const parent = await createMergeRequest(app, { project, author: developer, branch: 'stack-1' });
  const child = await createMergeRequest(app, { project, author: developer, branch: 'stack-2', target: 'stack-1' });
  const server = await app.server();
  const answer = await server.inject({
    method: 'PUT',
    url: `/api/v4/projects/${project.id}/merge_requests/${parent.iid}/merge`,
    headers: developer.headers,
    payload: { should_remove_source_branch: true },
  });
  expect(answer.statusCode).toBe(200);
  await app.runJobs();
  expect(await reloadMergeRequest(app, child.id)).toMatchObject({ state: 'opened', target_branch: 'main' });
});

test('options are read with their values, flags may be switched off', () => {
  const { wish, unknown } = readMergeRequestOptions([
    { name: 'merge_request.create', value: undefined },
    { name: 'merge_request.label', value: 'a, b' },
    { name: 'merge_request.label', value: 'c' },
    { name: 'merge_request.remove_source_branch', value: 'false' },
    { name: 'merge_request.description', value: 'one\\ntwo' },
    { name: 'merge_request.assign', value: '@ada' },
    { name: 'merge_request.what', value: undefined },
  ]);
  expect(wish).toMatchObject({
    create: true,
    labels: ['a', 'b', 'c'],
    removeSourceBranch: false,
    description: 'one\ntwo',
    assign: ['ada'],
  });
  expect(unknown).toEqual(['merge_request.what']);
});
