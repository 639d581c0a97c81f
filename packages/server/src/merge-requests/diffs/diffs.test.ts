import type { DiffsBatch, DiffSearchAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function answer<T>(project: BuiltProject, path: string): Promise<T> {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests${path}`;
  const { statusCode, body } = await server.inject({ url, headers: owner.headers });
  expect(statusCode, body).toBe(200);
  return JSON.parse(body) as T;
}

type Files = Record<string, string | null>;

/** A merge request that changes files, with its changes as the page reads them, by path. */
async function changesOf(before: Files, after: Files, query = '') {
  const project = await createProject(app, { owner: owner.user, files: { 'README.md': '#\n', ...before } });
  const row = await createMergeRequest(app, { project, author: owner, files: after });
  await app.runJobs();
  const batch = await answer<DiffsBatch>(project, `/${row.iid}/diffs_batch.json?per_page=30${query}`);
  const files = new Map<string, PageDiffFile>(batch.diff_files.map((file) => [file.file_path, file]));
  return { project, row, batch, file: (path: string) => files.get(path) };
}

test('a change of line endings alone is named', async () => {
  const lines = ['one', 'two', 'three'];
  const { file } = await changesOf(
    { 'a.txt': lines.join('\r\n') + '\r\n', 'b.txt': 'x\n' },
    { 'a.txt': lines.join('\n') + '\n', 'b.txt': 'y\n' },
  );
  expect(file('a.txt')?.line_endings).toEqual({ old: 'crlf', new: 'lf' });
  expect(file('b.txt')?.line_endings).toBeNull();
});

test('a text is found in all files, folded ones too, and nothing else is', async () => {
  const { project, row } = await changesOf(
    { 'src/a.ts': 'keep\nNeedle old\n', 'z.txt': 'nothing here\n' },
    { 'src/a.ts': 'keep\nneedle new needle\n', 'yarn.lock': 'needle\n', 'z.txt': 'nothing there\n' },
  );
  const find = (query: string) => answer<DiffSearchAnswer>(project, `/${row.iid}/diffs_find.json?${query}`);
  const found = await find('search=needle');
  expect(found.is_cut).toBe(false);
  expect(found.matches).toMatchObject([
    { index: 0, file_path: 'src/a.ts', type: 'old', old_line: 2, ranges: [{ start: 0, end: 6 }] },
    { type: 'new', new_line: 2, ranges: [{ start: 0, end: 6 }, { start: 11, end: 17 }] }, // prettier-ignore
    { index: 1, file_path: 'yarn.lock', type: 'new', new_line: 1 },
  ]);
  expect((await find('search=needle&case_sensitive=true')).matches).toHaveLength(2);
  expect((await find('search=%3Cabsent%3E')).matches).toEqual([]);
});
