import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import type { DiffsBatch, DiffsLine, LateMoves, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitSpawnCount } from '@tributary/git';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
/** Blocks that move, and files in the order of git that are read in another. */
let project: BuiltProject;
let page: string;

const MOVED = Array.from({ length: 12 }, (_, at) => `export const moved${at} = compute(${at}, 'a line that moves');`);
const FILES = 90;
const path = (at: number) => `src/part-${String(at).padStart(2, '0')}.ts`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  const before = Object.fromEntries(Array.from({ length: FILES }, (_, at) => [path(at), `const a${at} = 1;\n`]));
  const after = Object.fromEntries(Array.from({ length: FILES }, (_, at) => [path(at), `const a${at} = 2;\n`]));
  const from = [...MOVED, 'stays', ''].join('\n');
  project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { ...before, 'A.md': '#\n', 'src/deep/from.ts': from, 'src/to.ts': 'begin\n' },
  });
  const files = {
    ...after,
    'A.md': '##\n',
    'src/deep/from.ts': 'stays\n',
    'src/to.ts': `begin\n${MOVED.join('\n')}\n`,
  };
  const row = await createMergeRequest(app, { project, author: owner, files });
  page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  await app.runJobs();
});
afterAll(() => app.close());

async function get(url: string, headers: Record<string, string> = owner.headers) {
  return (await app.server()).inject({ url, headers });
}

function linesOf(body: string): DiffsLine[] {
  return body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DiffsLine]));
}

const isBatch = (line: DiffsLine): line is DiffsBatch => 'diff_files' in line;
const filesOf = (lines: readonly DiffsLine[]): PageDiffFile[] =>
  lines.filter(isBatch).flatMap(({ diff_files: files }) => files);
const movesOf = (lines: readonly DiffsLine[]): LateMoves['late_moves'] =>
  lines.flatMap((line) => (isBatch(line) ? [] : line.late_moves));

async function allFiles(query = ''): Promise<PageDiffFile[]> {
  const files: PageDiffFile[] = [];
  for (let start = 0; start < FILES + 3; start += 30) {
    const batch = await get(`${page}/diffs_batch.json?page=${start}&per_page=30${query}`);
    files.push(...(JSON.parse(batch.body) as DiffsBatch).diff_files);
  }
  return files;
}

test('one answer holds all files as batches have them, in the order they are read', async () => {
  const answered = await get(`${page}/diffs_batches.ndjson`);
  expect([answered.statusCode, answered.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const lines = linesOf(answered.body);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter(isBatch).every(({ pagination }) => pagination.total_pages === FILES + 3)).toBe(true);
  const files = filesOf(lines);
  expect(files.map((file) => file.file_path)).toEqual([
    'src/deep/from.ts',
    ...Array.from({ length: FILES }, (_, at) => path(at)),
    'src/to.ts',
    'A.md',
  ]);
  // Colours come when they had their time; everything else is the same at once.
  const plain = ({
    highlighted_diff_lines: shown,
    is_highlighted: _is,
    new_lines_count: _count,
    ...file
  }: PageDiffFile) => ({
    ...file,
    texts: shown.map(({ rich_text: _rich, ...line }) => line),
  });
  const batched = await allFiles();
  expect(files.toSorted((a, b) => a.index - b.index).map(plain)).toEqual(batched.map(plain));
});

test('of the order they are read in a part can be asked for', async () => {
  const some = filesOf(linesOf((await get(`${page}/diffs_batches.ndjson?page=1&files=40`)).body));
  expect(some.map((file) => file.file_path)).toEqual(Array.from({ length: 40 }, (_, at) => path(at)));
  const last = filesOf(linesOf((await get(`${page}/diffs_batches.ndjson?page=${FILES + 2}`)).body));
  expect(last.map((file) => file.file_path)).toEqual(['A.md']);
  expect(linesOf((await get(`${page}/diffs_batches.ndjson?page=900`)).body)).toEqual([]);
  expect((await get(`${page}/diffs_batches.ndjson?page=-1`)).statusCode).toBe(400);
});

test('a page that leaves files out gets the others, a place counts among these', async () => {
  const read = filesOf(linesOf((await get(`${page}/diffs_batches.ndjson?page=0`)).body));
  const shown = read.filter((_file, at) => at % 3 === 2);
  const only = shown.map(({ index }) => index).join(',');
  const pathsOf = (files: readonly PageDiffFile[]) => files.map((file) => file.file_path);
  const asked = async (query: string) =>
    pathsOf(filesOf(linesOf((await get(`${page}/diffs_batches.ndjson?only=${only}${query}`)).body)));
  expect(await asked('')).toEqual(pathsOf(shown));
  expect(await asked('&page=4&files=10')).toEqual(pathsOf(shown.slice(4, 14)));
  expect((await get(`${page}/diffs_batches.ndjson?only=src`)).statusCode).toBe(400);
  const batch = async (query: string) =>
    (await get(`${page}/diffs_batch.json?${query}`)).json<{ diff_files: PageDiffFile[] }>().diff_files;
  const indexesOf = (files: readonly PageDiffFile[]) => files.map(({ index }) => index);
  expect(indexesOf(await batch('only=9,3,4,90,4,90000'))).toEqual([3, 4, 9, 90]);
  expect(await batch(`only=${read.map(({ index }) => index).join(',')}`)).toHaveLength(30);
  expect((await get(`${page}/diffs_batch.json?only=src`)).statusCode).toBe(400);
});

test('who has all of it is told so; others get it as it was kept', async () => {
  const url = `${page}/diffs_batches.ndjson?page=2`;
  const packed = { ...owner.headers, 'accept-encoding': 'gzip' };
  // Some colours are missing at first: such an answer has no name.
  await expect.poll(async () => (await get(url)).headers['etag'], { timeout: 10_000 }).toMatch(/^W\/"d-/);
  const first = await get(url, packed);
  const etag = String(first.headers['etag']);
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  const text = gunzipSync(first.rawPayload).toString();
  expect(
    filesOf(linesOf(text))
      .slice(0, 30)
      .every((file) => file.is_highlighted),
  ).toBe(true);
  const again = await get(url, packed);
  expect(again.headers['content-length']).toBe(String(first.rawPayload.length));
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  expect((await get(url)).body).toBe(text);
  const known = await get(url, { ...packed, 'if-none-match': etag });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  for (const other of ['page=3', 'page=2&files=9', 'page=2&view=parallel', 'page=2&w=1']) {
    const answered = await get(`${page}/diffs_batches.ndjson?${other}`, { ...packed, 'if-none-match': etag });
    expect(answered.statusCode, other).toBe(200);
  }
});

test('while git compares, files are sent as it is done with them, and what moved at the end', async () => {
  // No job has run yet: nobody built it ahead.
  const before = gitSpawnCount();
  const fresh = await createMergeRequest(app, {
    project,
    author: owner,
    files: { 'src/deep/from.ts': 'stays\n', 'src/to.ts': `begin\n${MOVED.join('\n')}\n`, 'x.ts': 'const x = 1;\n' },
  });
  const at = `/${project.full_path}/-/merge_requests/${fresh.iid}/diffs_batches.ndjson?w=1`;
  const spawned = await quietGit();
  expect(spawned).toBeGreaterThan(before);
  const answered = await get(at);
  expect(gitSpawnCount() - spawned).toBe(1);
  expect(answered.headers['etag']).toBeUndefined();
  const lines = linesOf(answered.body);
  expect(filesOf(lines).map((file) => file.file_path)).toEqual(['src/deep/from.ts', 'src/to.ts', 'x.ts']);
  const provisional = lines.filter((line) => isBatch(line) && line.provisional);
  expect(provisional.length).toBeGreaterThan(0);
  expect(filesOf(provisional).flatMap(({ moves }) => moves)).toEqual([]);
  const whole = filesOf(linesOf((await get(at)).body));
  const shown = movesOf(lines).map(({ index, moves, moved_lines: count }) => [index, moves, count]);
  expect(shown).toEqual(whole.filter(({ moves }) => moves.length > 0).map(({ index, moves, moved_lines: count }) => [index, moves, count])); // prettier-ignore
  expect(shown.length).toBe(2);
});

test('of a part that is asked for while git compares, nothing else is sent', async () => {
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    files: { 'z.ts': 'z\n', 'src/a.ts': 'a\n', 'src/deep/b.ts': 'b\n' },
  });
  const at = `/${project.full_path}/-/merge_requests/${row.iid}/diffs_batches.ndjson?w=1&page=1&files=1`;
  expect(filesOf(linesOf((await get(at)).body)).map((file) => file.file_path)).toEqual(['src/a.ts']);
});

test('each line can be unpacked when it is there, and a reader who goes away ends the work', async () => {
  const server = await app.server();
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const read = (url: string, until: number) =>
    new Promise<Buffer>((resolve, reject) => {
      const headers = { ...owner.headers, 'accept-encoding': 'gzip' };
      const asked = ask({ port, path: url, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => {
          parts.push(part);
          if (Buffer.concat(parts).length < until) return;
          asked.destroy();
          resolve(Buffer.concat(parts));
        });
        response.on('end', () => resolve(Buffer.concat(parts)));
      });
      asked.on('error', reject);
      asked.end();
    });
  const url = `${page}/diffs_batches.ndjson?page=4`;
  const begun = await read(url, 1);
  const lines = gunzipSync(begun, { finishFlush: constants.Z_SYNC_FLUSH }).toString().split('\n');
  expect(filesOf(linesOf(lines[0] ?? '')).length).toBeGreaterThan(0);
  // What was not read to its end is not what others get.
  const whole = await read(url, Number.MAX_SAFE_INTEGER);
  expect(filesOf(linesOf(gunzipSync(whole).toString()))).toHaveLength(FILES + 3 - 4);
});

test('it is for those who may read the request, with the same limits', async () => {
  const stranger = await createUser(app);
  expect((await get(`${page}/diffs_batches.ndjson`, stranger.headers)).statusCode).toBe(404);
  expect((await get(`${page}/diffs_batches.ndjson?files=x`)).statusCode).toBe(400);
  expect((await get(`${page}/diffs_batches.ndjson?other=1`)).statusCode).toBe(400);
});
