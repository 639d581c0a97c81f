import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { LastVisit, ViewedFiles } from '@tributary/contract/merge-requests/viewed-files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';
import { findVisit } from './store.ts';

let app: TestApp;
let owner: TestUser;
let reader: TestUser;
let project: BuiltProject;

const lines = (name: string) => Array.from({ length: 40 }, (_, at) => `${name} ${at}`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;
const changed = (name: string, at: number, word = 'changed') => text(lines(name).with(at, word));

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reader = await createUser(app);
  project = await createProject(app, {
    owner: owner.user,
    files: { a: text(lines('a')), b: text(lines('b')), c: text(lines('c')) },
  });
  await addMember(app, { user: reader.user, level: 20, project });
});
afterAll(() => app.close());

async function call(method: 'GET' | 'PUT', row: MergeRequestRow, path: string, payload?: object, user?: TestUser) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}${path}`;
  const answer = await server.inject({
    method,
    url,
    headers: (user ?? reader).headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function metadata(row: MergeRequestRow): Promise<DiffsMetadata> {
  return (await call('GET', row, '/diffs_metadata.json')).body;
}

/** Paths that are ticked now. */
async function ticked(row: MergeRequestRow, user = reader): Promise<string[]> {
  const { reviewed } = (await call('GET', row, '/reviewed_files.json', undefined, user)).body as ViewedFiles;
  const { diff_files: files } = await metadata(row);
  return files.filter((file) => reviewed.includes(file.file_hash)).map((file) => file.file_path);
}

async function tick(row: MergeRequestRow, path: string, reviewed = true) {
  const { diff_files: files } = await metadata(row);
  const hash = files.find((file) => file.file_path === path)?.file_hash ?? '0'.repeat(40);
  return call('PUT', row, '/reviewed_files.json', { files: [{ file_hash: hash, reviewed }] });
}

function propose(branch: string) {
  const files = { a: changed('a', 5), b: changed('b', 5), c: changed('c', 20) };
  return createMergeRequest(app, { project, author: owner, branch, files });
}

test('a tick is of one user, and is taken away again', async () => {
  const row = await propose('one');
  const answer = await tick(row, 'a');
  expect(answer).toMatchObject({ status: 200, body: { total: 3, uncounted: [] } });
  expect(await ticked(row)).toEqual(['a']);
  expect(await ticked(row, owner)).toEqual([]);
  await tick(row, 'b');
  await tick(row, 'a', false);
  await tick(row, 'a', false);
  expect(await ticked(row)).toEqual(['b']);
});

test('a change of a file clears its own tick alone, and the old content brings it back', async () => {
  const row = await propose('two');
  for (const path of ['a', 'b', 'c']) await tick(row, path);
  await pushCommit(app, { project, branch: 'two', by: owner, files: { b: changed('b', 5, 'changed again') } });
  expect(await ticked(row)).toEqual(['a', 'c']);
  await pushCommit(app, { project, branch: 'two', by: owner, files: { b: changed('b', 5) } });
  expect(await ticked(row)).toEqual(['a', 'b', 'c']);
});

test('a rebase and a rename keep ticks', async () => {
  const row = await propose('three');
  for (const path of ['a', 'b']) await tick(row, path);
  const main = await project.repository.commit({
    branch: 'main',
    parents: [await tipOf(project, 'main')],
    files: { a: text(['first', ...lines('a')]), other: 'x\n' },
    message: 'Go on',
  });
  await project.repository.commit({
    branch: 'three',
    parents: [main],
    files: {
      a: text(['first', ...lines('a').with(5, 'changed')]),
      b: null,
      moved: changed('b', 5),
      c: changed('c', 20),
    },
    message: 'The same, elsewhere',
  });
  await pushCommit(app, { project, branch: 'three', by: owner, files: { d: 'd\n' } });
  expect((await metadata(row)).diff_files.map((file) => file.file_path)).toEqual(['a', 'c', 'd', 'moved']);
  expect(await ticked(row)).toEqual(['a', 'moved']);
  await tick(row, 'moved', false);
  expect(await ticked(row)).toEqual(['a']);
});

test('a file that is only renamed keeps its tick when the target branch changes it', async () => {
  const [branch, before, after] = ['only-moved', text(lines('here')), text(['first', ...lines('here')])];
  const put = async (here: string) =>
    project.repository.commit({
      branch: 'main',
      parents: [await tipOf(project, 'main')],
      files: { here },
      message: 'Go on',
    });
  await put(before);
  const row = await createMergeRequest(app, { project, author: owner, branch, files: { here: null, there: before } });
  await tick(row, 'there');
  expect(await ticked(row)).toEqual(['there']);
  const rebased = { branch, parents: [await put(after)], files: { here: null, there: after }, message: 'Move it' };
  await project.repository.commit(rebased);
  await pushCommit(app, { project, branch, by: owner, files: { d: 'd\n' } });
  expect(await ticked(row)).toEqual(['there']);
  await pushCommit(app, { project, branch, by: owner, files: { there: `${after}more\n` } });
  expect(await ticked(row)).toEqual([]);
});

test('of renamed files with the same content one is unticked alone', async () => {
  const branch = 'twins';
  const files = { x: 'same\n', y: 'same\n' };
  const row = await createMergeRequest(app, { project, author: owner, branch, files });
  for (const path of ['x', 'y']) await tick(row, path);
  await pushCommit(app, {
    project,
    branch,
    by: owner,
    files: { x: null, y: null, 'moved/x': 'same\n', 'moved/y': 'same\n' },
  });
  expect(await ticked(row)).toEqual(['moved/x', 'moved/y']);
  await tick(row, 'moved/x', false);
  expect(await ticked(row)).toEqual(['moved/y']);
  await tick(row, 'moved/x');
  await tick(row, 'moved/y', false);
  expect(await ticked(row)).toEqual(['moved/x']);
});

test('a tick in one commit is of what that commit changes alone', async () => {
  const row = await propose('commit-by-commit');
  const both = text(lines('a').with(5, 'changed').with(30, 'changed too'));
  const second = await pushCommit(app, {
    project,
    branch: 'commit-by-commit',
    by: owner,
    files: { a: both, d: 'd\n' },
  });
  const first = row.head_sha;
  const seen = async (commit: string) => (await call('GET', row, `/reviewed_files.json?commit_id=${commit}`)).body;
  const { diff_files: files } = await metadata(row);
  const hashOf = (path: string) => files.find((file) => file.file_path === path)?.file_hash;
  const mark = (path: string, commit: string, reviewed = true) =>
    call('PUT', row, '/reviewed_files.json', { commit_id: commit, files: [{ file_hash: hashOf(path), reviewed }] });
  expect(await mark('a', second)).toMatchObject({
    status: 200,
    body: { reviewed: [hashOf('a')], total: 2, uncounted: [] },
  });
  expect(await ticked(row)).toEqual([]);
  expect(await seen(String(first))).toMatchObject({ reviewed: [], total: 3 });
  // Of a file that no other commit changes it is the whole change.
  await mark('d', second);
  expect(await ticked(row)).toEqual(['d']);
  await tick(row, 'a');
  await mark('a', second, false);
  expect(await seen(second)).toMatchObject({ reviewed: [hashOf('d')] });
  expect(await ticked(row)).toEqual(['a', 'd']);
  expect((await mark('d', String(first))).status).toBe(404);
});

test('what cannot be ticked is refused', async () => {
  const row = await propose('four');
  expect((await tick(row, 'nothing')).status).toBe(404);
  expect((await call('PUT', row, '/reviewed_files.json', { files: [] })).status).toBe(400);
  expect((await call('PUT', row, '/reviewed_files.json', { files: [{ file_hash: 'x', reviewed: true }] })).status).toBe(
    400,
  );
  const stranger = await createUser(app);
  expect(await ticked(row, stranger)).toEqual([]);
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/reviewed_files.json`;
  expect((await server.inject({ url })).statusCode).toBe(401);
});

test('the last look is remembered forwards only, and names what was seen before', async () => {
  const row = await propose('five');
  const look = async (): Promise<LastVisit | null> => {
    const server = await app.server();
    const url = `/-/page/${project.full_path}/-/merge_requests/${row.iid}/diffs`;
    return (await server.inject({ url, headers: reader.headers })).json().data.review.lastLook;
  };
  const first = (await metadata(row)).merge_request_diff;
  expect(await look()).toBeNull();
  const saw = (id: number | undefined) => call('PUT', row, '/last_look.json', { diff_id: id });
  expect((await saw(first?.id)).status).toBe(204);
  expect(await look()).toBeNull();
  await pushCommit(app, { project, branch: 'five', by: owner, files: { e: 'e\n' } });
  expect(await look()).toMatchObject({ versionNumber: 1, headSha: first?.head_commit_sha, hasNews: true });
  const second = (await metadata(row)).merge_request_diff;
  await saw(second?.id);
  await saw(first?.id);
  expect(await look()).toMatchObject({ versionNumber: 1, hasNews: false });
  const other = await propose('six');
  expect((await call('PUT', other, '/last_look.json', { diff_id: second?.id })).status).toBe(404);
});

test('a comparison that begins later than the last look is none', async () => {
  const row = await propose('seven');
  const versions = [(await metadata(row)).merge_request_diff];
  for (const file of ['e', 'f', 'g']) {
    await pushCommit(app, { project, branch: 'seven', by: owner, files: { [file]: 'x\n' } });
    versions.push((await metadata(row)).merge_request_diff);
  }
  const saw = async (at: number, since?: number) => {
    const start = since === undefined ? {} : { start_sha: versions[since]?.head_commit_sha };
    const answer = await call('PUT', row, '/last_look.json', { diff_id: versions[at]?.id, ...start });
    expect(answer.status).toBe(204);
    return (await findVisit(app.platform.db, { mergeRequestId: row.id, userId: reader.user.id }))?.version_id;
  };
  expect(await saw(1, 0)).toBeUndefined();
  expect(await saw(0)).toBe(versions[0]?.id);
  expect(await saw(2, 1)).toBe(versions[0]?.id);
  expect(await saw(1, 0)).toBe(versions[1]?.id);
  expect(await saw(3, 0)).toBe(versions[3]?.id);
  const unknown = { diff_id: versions[3]?.id, start_sha: 'f'.repeat(40) };
  expect((await call('PUT', row, '/last_look.json', unknown)).status).toBe(404);
});
