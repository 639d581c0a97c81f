import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffsBatch } from '@tributary/contract/merge-requests/diffs.ts';
import { fileHash } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../../projects/testing.ts';
import type { MergeRequestRow } from '../../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../../merge-requests/testing.ts';

/** Threads on what git takes for binary follow it through pushes: lines of UTF-16, points of images. */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const wide = (all: readonly string[]) => Buffer.from(`\ufeff${all.join('\n')}\n`, 'utf16le');
/** Alike enough to be known again when its end changed. */
const picture = (end: string) => `\u0089PNG\u0000${'0123456789abcdef\n'.repeat(400)}${end}`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'wide.txt': wide(lines(40)) } });
});
afterAll(() => app.close());

async function refsOf(row: MergeRequestRow): Promise<Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>> {
  return (await call('GET', `/projects/${project.id}/merge_requests/${row.iid}`, owner)).body.diff_refs;
}

async function begin(row: MergeRequestRow, path: string, place: object): Promise<string> {
  const position = { ...(await refsOf(row)), old_path: path, new_path: path, ...place };
  const url = `/projects/${project.id}/merge_requests/${row.iid}/discussions`;
  const answer = await call('POST', url, owner, { body: 'Here', position });
  expect([answer.status, answer.body.id]).toEqual([201, expect.anything()]);
  return answer.body.id;
}

async function push(branch: string, files: Record<string, string | Buffer | null>): Promise<void> {
  await pushCommit(app, { project, branch, files, by: owner });
  await app.runJobs();
}

async function get<T>(row: MergeRequestRow, path: string): Promise<T> {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/${path}`;
  return (await server.inject({ url, headers: owner.headers })).json();
}

async function thread(row: MergeRequestRow, id: string): Promise<PageDiscussion | undefined> {
  return (await get<PageDiscussion[]>(row, 'discussions.json?per_page=100')).find((each) => each.id === id);
}

const fileOf = async (row: MergeRequestRow, path: string) =>
  (await get<DiffsBatch>(row, 'diffs_batch.json?per_page=30')).diff_files.find((file) => file.new_path === path);

test('lines of UTF-16 are followed by the text that is compared', async () => {
  const changed = lines(40).with(19, 'other 20').with(29, 'other 30');
  const files = { 'wide.txt': wide(changed) };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'wide', files });
  await app.runJobs();
  const at = (line: object) => begin(row, 'wide.txt', { position_type: 'text', ...line });
  const [stays, removed, goes] = [await at({ new_line: 30 }), await at({ old_line: 20 }), await at({ new_line: 20 })];
  await push('wide', { 'wide.txt': wide(['first', ...changed.with(19, 'once more')]) });
  expect(await thread(row, stays)).toMatchObject({
    active: true,
    position: { new_line: 31, old_line: null },
    placement: { on: 'line', confidence: 'moved' },
    line_code: `${fileHash('wide.txt')}_31_31`,
  });
  expect(await thread(row, removed)).toMatchObject({ active: true, position: { old_line: 20, new_line: null } });
  expect(await thread(row, goes)).toMatchObject({ active: false, placement: { on: 'file', confidence: 'lost' } });
  // Only the encoding changes: every line is where it was.
  await push('wide', { 'wide.txt': `${['first', ...changed.with(19, 'once more')].join('\n')}\n` });
  expect(await thread(row, stays)).toMatchObject({ active: true, position: { new_line: 31 } });
});

test('a point follows its image to a new name, and stays on the image it was put on when that changes', async () => {
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'p',
    files: { 'p.png': picture('one') },
  });
  await app.runJobs();
  const point = { position_type: 'image', x: 1, y: 2, width: 10, height: 20 };
  const id = await begin(row, 'p.png', point);
  const first = (await fileOf(row, 'p.png'))?.blob.id;
  expect((await thread(row, id))?.diff_file).toMatchObject({ picture_id: first });

  await push('p', { 'p.png': null, 'dir/q.png': picture('one') });
  expect(await thread(row, id)).toMatchObject({
    active: true,
    position: { new_path: 'dir/q.png', x: 1 },
    placement: { on: 'file', confidence: 'moved', path: 'dir/q.png' },
    diff_file: {
      file_hash: fileHash('dir/q.png'),
      seen_hashes: { last: fileHash('dir/q.png'), original: fileHash('p.png') },
      picture_id: first,
    },
  });

  await push('p', { 'dir/q.png': null, 'r.png': picture('two') });
  expect((await fileOf(row, 'r.png'))?.blob.id).not.toBe(first);
  expect(await thread(row, id)).toMatchObject({
    active: false,
    placement: { on: 'file', confidence: 'lost', path: 'r.png' },
    diff_file: {
      file_hash: fileHash('r.png'),
      seen_hashes: { last: fileHash('dir/q.png'), original: fileHash('p.png') },
      picture_id: first,
    },
  });

  const newer = await begin(row, 'r.png', point);
  expect((await thread(row, newer))?.diff_file?.picture_id).toBe((await fileOf(row, 'r.png'))?.blob.id);
});
