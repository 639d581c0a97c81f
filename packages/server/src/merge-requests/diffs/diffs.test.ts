import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitSpawnCount } from '@tributary/git';
import type { TestFileContent } from '@tributary/git/testing';
import { quietGit } from '../../../testing/quiet-git.ts';
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

async function ask(project: BuiltProject, path: string, headers: Record<string, string> = {}) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests${path}`;
  return server.inject({ url, headers: { ...owner.headers, ...headers } });
}

async function answer<T>(project: BuiltProject, path: string): Promise<T> {
  const { statusCode, body } = await ask(project, path);
  expect(statusCode, body).toBe(200);
  return JSON.parse(body) as T;
}

type Files = Record<string, TestFileContent>;

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

test('files made by tools are folded with the reason, and attributes have the last word', async () => {
  const attributes = '*.gen.ts linguist-generated\n*.snap -diff\nyarn.lock -linguist-generated\n';
  const minified = `${'var a=1;'.repeat(2_000)}\n`;
  const { file } = await changesOf(
    { '.gitattributes': attributes },
    { 'a.gen.ts': 'x\n', 'b.snap': 'x\n', 'yarn.lock': 'x\n', 'go.sum': 'x\n', 'lib.js': minified, 'c.ts': 'x\n' },
  );
  const reason = (path: string) => [file(path)?.generated_reason, file(path)?.collapse_reason];
  expect(reason('a.gen.ts')).toEqual(['attribute', 'generated']);
  expect(reason('b.snap')).toEqual(['no_diff_attribute', 'generated']);
  expect(reason('yarn.lock')).toEqual([null, null]);
  expect(reason('go.sum')).toEqual(['lock_file', 'generated']);
  expect(reason('lib.js')).toEqual(['minified', 'generated']);
  expect(reason('c.ts')).toEqual([null, null]);
});

const LINES = [
  'export function interest(amount: number, rate: number): number {',
  '  if (amount <= 0) return 0;',
  '  const yearly = amount * rate;',
  '  return Math.round((yearly / 12) * 100) / 100;',
  '}',
  'export const DAYS_OF_THE_YEAR = 365;',
];

test('a block that moved to another file is told at both ends, with the edits inside alone', async () => {
  const edited = LINES.with(3, '  return Math.round((yearly / 12) * 1000) / 1000;');
  const { batch, file } = await changesOf(
    { 'a.ts': ['first', ...LINES, 'last', ''].join('\n'), 'b.ts': 'only\n' },
    { 'a.ts': 'first\nlast\n', 'b.ts': ['only', ...edited, ''].join('\n') },
  );
  expect(batch.diff_files.map(({ moved_lines: lines }) => lines)).toEqual([5, 5]);
  const [from, to] = [file('a.ts')?.moves[0], file('b.ts')?.moves[0]];
  expect(from).toMatchObject({
    side: 'old',
    start_line: 2,
    end_line: 7,
    other: { file_path: 'b.ts', file_hash: file('b.ts')?.file_hash, index: 1, start_line: 2, end_line: 7 },
    edited_lines: 1,
    reindented: false,
  });
  expect(to).toMatchObject({ id: from?.id, side: 'new', other: { file_path: 'a.ts', index: 0 } });
  const shown = to?.edits.map(({ type, old_line: old, new_line: now, text }) => [type, old, now, text]);
  expect(shown).toEqual([
    ['old', 5, null, LINES[3]],
    ['new', null, 5, edited[3]],
  ]);
  expect(from?.edits.map(({ text }) => text)).toEqual([LINES[3], edited[3]]);
  expect(to?.edits[1]?.changed_ranges?.length).toBeGreaterThan(0);
  // Comments are made on lines of the file itself.
  expect(to?.edits.map((line) => line.line_code)).toEqual([
    null,
    expect.stringContaining(file('b.ts')?.file_hash ?? '?'),
  ]);
  const moved = file('b.ts')?.highlighted_diff_lines.filter((line) => line.moved);
  expect(moved?.map((line) => [line.new_line, line.moved?.line])).toEqual([2, 3, 4, null, 6, 7].map((line, at) => [at + 2, line])); // prettier-ignore
});

test('a file that holds what another one held before says so', async () => {
  const { file } = await changesOf({ 'a.txt': 'one\ntwo\n' }, { 'a.txt': 'one\n', 'copy.txt': 'one\ntwo\n' });
  expect(file('copy.txt')).toMatchObject({ new_file: true, copied_from: 'a.txt' });
  expect(file('a.txt')?.copied_from).toBeNull();
});

test('who has a batch is told so; others get it as it was kept', async () => {
  // Nobody asked for these texts before: colours are remembered by what they are of.
  const project = await createProject(app, { owner: owner.user, files: { 'a.ts': 'const unseen = 1;\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.ts': 'const unseen = 2;\n' } });
  await app.runJobs();
  const path = `/${row.iid}/diffs_batch.json?page=0&per_page=7`;
  // Nobody waits for colours: as long as they are missing, the answer is not the last word and has no name.
  const unfinished = await ask(project, path);
  expect(unfinished.headers['etag']).toBeUndefined();
  expect(unfinished.json().diff_files[0]).toMatchObject({ is_highlighted: false, file_path: 'a.ts' });
  await expect.poll(async () => (await ask(project, path)).headers['etag']).toMatch(/^W\/"d-/);
  const first = await ask(project, path);
  const etag = String(first.headers['etag']);
  expect(first.json().diff_files[0]).toMatchObject({ is_highlighted: true });
  const again = await ask(project, path, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await expect.poll(async () => (await ask(project, path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip'); // prettier-ignore
  const packed = await ask(project, path, { 'accept-encoding': 'br;q=0.5, gzip' });
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(first.json());
  expect(packed.headers).toMatchObject({ etag, vary: 'accept-encoding' });
  const plain = await ask(project, path, { 'accept-encoding': 'gzip;q=0' });
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, first.body]);
  // Another window, view or comparison is another answer.
  for (const other of ['page=0&per_page=8', 'page=0&per_page=7&view=parallel', 'page=0&per_page=7&w=1']) {
    const answered = await ask(project, `/${row.iid}/diffs_batch.json?${other}`, { 'if-none-match': etag });
    expect(answered.statusCode).toBe(200);
  }
});

test('colours alone are made once and told apart by their ETag', async () => {
  const { project, row, file } = await changesOf({ 'a.ts': 'const a = 1;\n' }, { 'a.ts': 'const a = 2;\n' });
  const path = `/${row.iid}/diffs_highlight.json?file_hash=${file('a.ts')?.file_hash}`;
  const made = await ask(project, path);
  expect(made.body).toContain('hl-');
  const etag = String(made.headers['etag']);
  await expect.poll(async () => (await ask(project, path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip'); // prettier-ignore
  expect((await ask(project, path)).body).toBe(made.body);
  expect((await ask(project, path, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await ask(project, `${path}&w=1`, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('a comparison that nobody asked for before is answered with its names first, its counts in time', async () => {
  const { project, row } = await changesOf({ 'a.txt': 'a\nb\n' }, { 'a.txt': 'a \nc\n', 'b.txt': 'b\n' });
  const metadata = () => answer<DiffsMetadata>(project, `/${row.iid}/diffs_metadata.json?w=1&diff_head=true`);
  const first = await metadata();
  expect(first.diff_files.map((file) => file.new_path)).toEqual(['a.txt', 'b.txt']);
  await expect.poll(async () => (await metadata()).counts_ready).toBe(true);
  expect(await metadata()).toMatchObject({ added_lines: 2, removed_lines: 1 });
});

test('the whole text is made once, kept compressed, and told apart by its ETag', async () => {
  const { project, row } = await changesOf({ 'a.txt': 'a\n' }, { 'a.txt': 'b\n', 'new.bin': '\0\u0001' });
  for (const kind of ['diff', 'patch']) {
    const before = await quietGit();
    const first = await ask(project, `/${row.iid}.${kind}`);
    expect(first.body).toContain('GIT binary patch');
    expect(gitSpawnCount() - before).toBe(1);
    const packed = () => ask(project, `/${row.iid}.${kind}`, { 'accept-encoding': 'gzip' });
    await expect.poll(async () => (await packed()).headers['content-encoding']).toBe('gzip');
    const made = await quietGit();
    expect(gunzipSync((await packed()).rawPayload).toString()).toBe(first.body);
    expect((await ask(project, `/${row.iid}.${kind}`)).body).toBe(first.body);
    const known = await ask(project, `/${row.iid}.${kind}`, { 'if-none-match': String(first.headers['etag']) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(gitSpawnCount() - made).toBe(0);
  }
  const rest = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/raw_diffs`;
  const raw = await (await app.server()).inject({ url: rest, headers: owner.headers });
  expect(raw.body).toBe((await ask(project, `/${row.iid}.diff`)).body);
});

test('a submodule says where its commits are compared, and what became another kind of file says what it was', async () => {
  const modules =
    '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n[submodule "x"]\n\tpath = x\n\turl = git@host:x.git\n';
  const commit = (digit: string) => ({ mode: '160000' as const, submoduleSha: digit.repeat(40) });
  const { project, file } = await changesOf(
    { '.gitmodules': modules, lib: commit('1'), x: commit('1'), link: { mode: '120000', content: 'x' } },
    { lib: commit('2'), x: commit('2'), link: 'a file now\n' },
  );
  const namespace = project.full_path.split('/').slice(0, -1).join('/');
  const url = `/${namespace}/lib/-/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`;
  expect(file('lib')?.submodule_compare).toEqual({ old_sha: '1'.repeat(40), new_sha: '2'.repeat(40), url });
  expect(file('x')?.submodule_compare?.url).toBeNull();
  expect(file('link')?.type_change).toEqual({ from: 'symlink', to: 'file' });
});
