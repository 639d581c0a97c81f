import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConflictsPageData } from '@tributary/contract/merge-requests/conflicts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, reloadMergeRequest, tipOf } from '../../merge-requests/testing.ts';
import { rebaseJob } from '../start-rebase.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter] = [await createUser(app), await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

/** `a.txt` in conflict in its second line, `gone.txt` changed and removed. */
async function conflicting(branch = 'topic'): Promise<void> {
  project = await createProject(app, {
    owner: owner.user,
    files: { 'a.txt': 'one\ntwo\nthree\n', 'gone.txt': 'gone\n', 'other.txt': 'other\n' },
  });
  await addMember(app, { user: developer.user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
  row = await createMergeRequest(app, {
    project,
    author: developer,
    branch,
    files: { 'a.txt': 'one\nsource\nthree\n', 'gone.txt': 'still here\n' },
  });
  await project.repository.commit({
    branch: 'main',
    parents: [await tipOf(project, 'main')],
    files: { 'a.txt': 'one\ntarget\nthree\n', 'gone.txt': null, 'other.txt': 'changed\n' },
  });
}

async function send<Body = Record<string, unknown>>(
  method: 'GET' | 'POST',
  end: string,
  payload?: object,
  user: TestUser = developer,
) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}${end}`;
  const answer = await server.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<Body>() };
}

const basic = () => send('GET', '.json?serializer=basic');
const shown = async () => (await send<ConflictsPageData>('GET', '/conflicts.json')).body;

const CHOICES = [
  { path: 'a.txt', choices: ['both'] },
  { path: 'gone.txt', use: 'target' },
];

const bodyOf = (page: ConflictsPageData, files: object[] = CHOICES) => ({
  source_sha: page.sourceSha,
  target_sha: page.targetSha,
  files,
});

test('conflicts are shown, previewed and resolved by one commit on the source branch', async () => {
  await conflicting();
  const page = await shown();
  expect(page).toMatchObject({ sourceBranch: 'topic', targetBranch: 'main', blocker: null });
  expect(page.commitMessage).toBe("Merge branch 'main' into 'topic'\n\nConflicts:\n  a.txt\n  gone.txt");
  expect(page.files).toMatchObject([
    {
      path: 'a.txt',
      type: 'both_modified',
      isEditable: true,
      sections: [
        { kind: 'merged', lines: ['one'] },
        { kind: 'conflict', source: ['source'], target: ['target'], base: ['two'] },
        { kind: 'merged', lines: ['three'] },
      ],
    },
    { path: 'gone.txt', type: 'modified_source_removed_target', sections: null, sourceSize: 11, targetSize: null },
  ]);

  const preview = await send('POST', '/preview_conflicts', bodyOf(page));
  expect(preview.body['patch']).toContain('+target\n');
  expect(preview.body['patch']).toContain('deleted file mode');
  expect(preview.body['patch']).not.toContain('other.txt');

  const answer = await send('POST', '/resolve_conflicts', { ...bodyOf(page), commit_message: 'Resolve' });
  expect(answer.status).toBe(200);
  const tip = await tipOf(project, 'topic');
  expect(answer.body).toEqual({ diff_head_sha: tip, rebase_in_progress: false });
  expect(await project.repository.git('log', '-1', '--format=%P', tip)).toBe(`${page.sourceSha} ${page.targetSha}`);
  expect(await project.repository.git('show', `${tip}:a.txt`)).toBe('one\nsource\ntarget\nthree');
  expect(await project.repository.git('ls-tree', '--name-only', tip)).not.toContain('gone.txt');
  expect((await reloadMergeRequest(app, row.id)).head_sha).toBe(tip);
  expect(await send('GET', '/conflicts.json', undefined)).toMatchObject({
    status: 409,
    body: { error: { code: 'conflicts_gone' } },
  });
});

test.runIf(IS_FULL)('conflicts are resolved by a rebase, whose last commit is what was previewed', async () => {
  await conflicting();
  const commit = (files: Record<string, string>, parent: string, message: string) =>
    project.repository.commit({ branch: 'topic', parents: [parent], files, message });
  const second = await commit({ 'more.txt': 'more\n' }, await tipOf(project, 'topic'), 'Add more');
  const third = await commit({ 'a.txt': 'one\nsource, again\nthree\n' }, second, 'Change it again');
  const page = await shown();
  expect(page).toMatchObject({ sourceSha: third, strategies: ['merge', 'rebase'] });
  const body = bodyOf(page);
  expect((await send('POST', '/resolve_conflicts', body)).status).toBe(422);
  const start = (files = CHOICES) => send('POST', '/resolve_conflicts', { ...bodyOf(page, files), strategy: 'rebase' });
  const state = async () => (await basic()).body;
  // What is wrong with the choices is said at once, and nothing is started.
  expect((await start(CHOICES.slice(1))).status).toBe(400);
  expect(await state()).toMatchObject({ rebase_in_progress: false });
  const started = await start();
  expect(started).toMatchObject({ status: 200, body: { diff_head_sha: null, rebase_in_progress: true } });
  expect(await tipOf(project, 'topic')).toBe(third);
  expect(await state()).toMatchObject({ rebase_in_progress: true });
  expect(await start()).toMatchObject({ status: 409, body: { error: { code: 'rebase_not_possible' } } });
  await rebaseJob.run(app.system, { mergeRequestId: row.id });
  const tip = await tipOf(project, 'topic');
  expect(await state()).toMatchObject({ rebase_in_progress: false, merge_error: null, rebased_sha: tip });
  // Repeated after a restart it changes nothing more.
  await rebaseJob.run(app.system, { mergeRequestId: row.id });
  expect(await tipOf(project, 'topic')).toBe(tip);
  const log = await project.repository.git('log', '--format=%s %an', `${page.targetSha}..topic`);
  const before = await project.repository.git('log', '--format=%s %an', `${page.targetSha}..${third}`);
  // The last one changed nothing that the resolution had not decided.
  expect(log.split('\n')).toEqual(before.split('\n').slice(-log.split('\n').length));
  expect(await project.repository.git('log', '--merges', '--format=%H', `${page.targetSha}..topic`)).toBe('');
  expect(await project.repository.git('merge-base', page.targetSha, 'topic')).toBe(page.targetSha);
  expect(await project.repository.git('show', 'topic:a.txt')).toBe('one\nsource, again\ntarget\nthree');
  const names = (await project.repository.git('ls-tree', '--name-only', 'topic')).split('\n');
  expect(names).toEqual(['a.txt', 'more.txt', 'other.txt']);
  expect(await reloadMergeRequest(app, row.id)).toMatchObject({ head_sha: await tipOf(project, 'topic') });
});

test('a resolving rebase whose branch moves meanwhile ends with the reason, and moves nothing', async () => {
  await conflicting();
  const page = await shown();
  await send('POST', '/resolve_conflicts', { ...bodyOf(page), strategy: 'rebase' });
  const moved = await project.repository.commit({
    branch: 'main',
    parents: [page.targetSha],
    files: { 'new.txt': 'n' },
  });
  await rebaseJob.run(app.system, { mergeRequestId: row.id });
  const { body } = await basic();
  expect(body).toMatchObject({ rebase_in_progress: false, rebased_sha: null });
  expect(body['merge_error']).toMatch(/branch/);
  expect([await tipOf(project, 'topic'), await tipOf(project, 'main')]).toEqual([page.sourceSha, moved]);
  const kept = await app.system.db.selectFrom('merge_request_rebases').select(['resolution', 'target_sha']).execute();
  expect(kept.every((each) => each.resolution === null && each.target_sha === null)).toBe(true);
});

test('a branch that moved since is refused, and so is a file left out or with other conflicts', async () => {
  await conflicting();
  const page = await shown();
  const refused = async (body: object) =>
    (await send('POST', '/resolve_conflicts', { commit_message: 'm', ...body })).body;
  expect(await refused(bodyOf(page, CHOICES.slice(1)))).toMatchObject({
    error: { code: 'conflict_resolution_invalid' },
  });
  expect(await refused(bodyOf(page, [{ path: 'a.txt', choices: [] }, ...CHOICES.slice(1)]))).toMatchObject({
    error: { code: 'conflict_resolution_invalid' },
  });
  await project.repository.commit({
    branch: 'topic',
    parents: [page.sourceSha],
    files: { 'new.txt': 'new\n' },
  });
  expect(await refused(bodyOf(page))).toMatchObject({ error: { code: 'conflicts_changed' } });
  expect(await send('POST', '/preview_conflicts', bodyOf(page))).toMatchObject({ status: 409 });
});

test('only who may push to the unprotected source branch resolves conflicts', async () => {
  await conflicting();
  const page = await shown();
  const body = { ...bodyOf(page), commit_message: 'm' };
  expect((await send('POST', '/resolve_conflicts', body, reporter)).status).toBe(403);
  expect((await send('GET', '/conflicts.json', undefined, reporter)).status).toBe(403);
  const server = await app.server();
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/protected_branches`,
    headers: owner.headers,
    payload: { name: 'topic', push_access_level: 30 },
  });
  expect(await send('POST', '/resolve_conflicts', body)).toMatchObject({
    status: 403,
    body: { error: { code: 'conflicts_not_resolvable' } },
  });
  expect(await tipOf(project, 'topic')).toBe(page.sourceSha);
});
