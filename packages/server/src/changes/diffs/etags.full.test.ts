import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { reportOnCommit } from '../../ci/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let page: string;
let rest: string;
let files: Map<string, PageDiffFile>;
let note: number;
let thread: string;

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { ...owner.headers, ...headers } });

async function post<T>(url: string, payload: object, method: 'POST' | 'PUT' = 'POST'): Promise<T> {
  const answer = await server.inject({ method, url, payload, headers: owner.headers });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
}

/** With a thread whose line changed since, and that is resolved: its lines and their change have addresses of their own. */
async function talk(): Promise<void> {
  const { diff_refs: refs } = (await get(rest)).json<{ diff_refs: object }>();
  const position = { ...refs, position_type: 'text', old_path: 'a.ts', new_path: 'a.ts', new_line: 2 };
  const begun = await post<{ id: string; notes: [{ id: number }] }>(`${rest}/discussions`, { body: 'Why?', position });
  [thread, note] = [begun.id, begun.notes[0].id];
  const changed = { 'a.ts': TEXT.replace('two', 'second'), 'yarn.lock': 'a@2\n' };
  await pushCommit(app, { project, branch: 'grow', files: changed, by: owner });
  await app.runJobs();
  await post(`${rest}/discussions/${thread}`, { resolved: true }, 'PUT');
}

async function report(): Promise<void> {
  const { sha: commit } = (await get(rest)).json<{ sha: string }>();
  const coverage = `<coverage><packages><package><classes><class filename="a.ts"><lines><line number="2" hits="3"/></lines></class></classes></package></packages></coverage>`;
  const location = { path: 'a.ts', lines: { begin: 2 } };
  const quality = JSON.stringify([{ description: 'Unused', fingerprint: 'x', severity: 'major', location }]);
  await reportOnCommit(app, { project, commit, kind: 'coverage', text: coverage, by: owner });
  await reportOnCommit(app, { project, commit, kind: 'codequality', text: quality, by: owner });
  const base = (await project.repository.git('rev-parse', 'main')).trim();
  await reportOnCommit(app, { project, commit: base, kind: 'codequality', text: '[]', by: owner });
  await app.runJobs();
}

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.ts': TEXT } });
  const grown = { 'a.ts': TEXT.replace('two', '2'), 'yarn.lock': 'a@1\n' };
  row = await createMergeRequest(app, { project, author: owner, branch: 'grow', files: grown });
  await app.runJobs();
  page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  rest = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  await talk();
  await report();
  const batch = (await get(`${page}/diffs_batch.json`)).json<DiffsBatch>();
  files = new Map(batch.diff_files.map((file) => [file.file_path, file]));
});
afterAll(() => app.close());

const file = (path: string): PageDiffFile => {
  const found = files.get(path);
  if (!found) throw new Error(`${path} is not among the changes`);
  return found;
};

async function versionOf(): Promise<string> {
  const versions = (await get(`${rest}/versions`)).json<{ id: number }[]>();
  return `${rest}/versions/${versions.at(-1)?.id}`;
}

test.each<[string, () => string | null | undefined | Promise<string>]>([
  ['names and counts', () => `${page}/diffs_metadata.json`],
  ['a batch', () => `${page}/diffs_batch.json?page=0&per_page=5`],
  ['one file', () => `${page}/diff_for_path?old_path=a.ts&new_path=a.ts`],
  ['one file by its hash', () => `${page}/diff_by_file_hash/${file('a.ts').file_hash}`],
  ['a collapsed file', () => file('yarn.lock').load_collapsed_diff_url],
  ['colours', () => `${page}/diffs_highlight.json?file_hash=${file('a.ts').file_hash}`],
  ['context lines', () => `${file('a.ts').context_lines_path}&since=8&to=10`],
  [
    'context lines of any file',
    () => `/${project.full_path}/-/blob/${file('a.ts').content_sha}/a.ts/diff?since=8&to=10`,
  ],
  ['truncated lines of a thread', () => `${page}/discussions/${thread}.json`],
  ['outdated lines', () => `/${project.full_path}/-/notes/${note}/outdated_line_change`],
  ['coverage', () => `${page}/coverage_reports.json`],
  ['code quality', () => `${page}/codequality_reports.json`],
  ['code quality by line', () => `${page}/codequality_mr_diff_reports.json`],
  ['.diff', () => `${page}.diff`],
  ['.patch', () => `${page}.patch`],
  ['REST versions', () => `${rest}/versions`],
  ['one REST version', versionOf],
  ['REST diffs', () => `${rest}/diffs`],
  ['REST changes', () => `${rest}/changes`],
  ['REST raw diffs', () => `${rest}/raw_diffs`],
])('who has %s is told so by its tag', async (_name, addressOf) => {
  const address = await addressOf();
  expect(address).toMatch(/^\//);
  const first = await get(address ?? '');
  expect([first.statusCode, first.body.length > 2], first.body).toEqual([200, true]);
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^W\/"[\w-]{20,}"$/);
  expect(first.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  // Colours that are found meanwhile make another answer, once.
  await expect
    .poll(async () => {
      const now = String((await get(address ?? '')).headers['etag']);
      const again = await get(address ?? '', { 'if-none-match': now });
      return [again.statusCode, again.body, again.headers['etag'] === now];
    })
    .toEqual([304, '', true]);
  const other = await get(address ?? '', { 'if-none-match': 'W/"another"' });
  expect([other.statusCode, other.body.length > 2]).toEqual([200, true]);
});

test('an answer without colours has a tag of its own', async () => {
  const texts = { 'unseen.ts': 'export const nobodyAskedForThis = 1;\n' };
  const other = await createMergeRequest(app, { project, author: owner, files: texts });
  await app.runJobs();
  const address = `/${project.full_path}/-/merge_requests/${other.iid}/diffs_batch.json?page=0&per_page=6`;
  const plain = await get(address);
  const isColoured = (answer: typeof plain) => answer.json<DiffsBatch>().diff_files[0]?.is_highlighted;
  expect(isColoured(plain)).toBe(false);
  const etag = String(plain.headers['etag']);
  // As long as it is the same it is not sent again; with its colours it is.
  const statusOf = async () => (await get(address, { 'if-none-match': etag })).statusCode;
  await expect.poll(statusOf).toBe(200);
  const coloured = await get(address, { 'if-none-match': etag });
  expect([isColoured(coloured), coloured.headers['etag'] === etag]).toEqual([true, false]);
  // Also for who has both.
  expect(await get(address, { 'if-none-match': String(coloured.headers['etag']) })).toMatchObject({ statusCode: 304 });
});

test('what is refused, or not there yet, has no tag to be asked with', async () => {
  const missing = await get(`${page}/diff_by_file_hash/${'0'.repeat(40)}`);
  expect([missing.statusCode, missing.headers['etag']]).toEqual([404, undefined]);
  const stranger = await server.inject({ url: `${page}/diffs_metadata.json`, headers: { 'if-none-match': '*' } });
  expect([stranger.statusCode === 304, stranger.headers['etag']]).toEqual([false, undefined]);
});
