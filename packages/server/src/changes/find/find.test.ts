import { setTimeout as sleep } from 'node:timers/promises';
import type { FindAnswer } from '@tributary/contract/merge-requests/find.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { findRange } from '../diffs/diff-range.ts';
import { getMergeRequest, type MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { findInRequest } from './reads/find-in-request.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let reader: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const lines = (name: string, count = 30) => Array.from({ length: count }, (_, at) => `${name} ${at}`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reader = await createUser(app);
  project = await createProject(app, {
    owner: owner.user,
    files: { 'src/needle.ts': text(lines('a')), 'old/b.ts': text(lines('b')), gone: 'Needle one\nneedle two\n' },
  });
  row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'find',
    files: {
      'src/needle.ts': text(lines('a').with(5, 'a needle in a needle')),
      'old/b.ts': null,
      'new/b.ts': text(lines('b').with(3, 'changed')),
      'end.txt': 'without a line feed',
      gone: null,
      'yarn.lock': text([...lines('needle', 700)]),
    },
  });
  await addMember(app, { user: reader.user, level: 30, project });
  await app.runJobs();
});
afterAll(() => app.close());

async function ask(query: object, { iid } = row, by = owner) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${iid}/diffs_find.json`;
  const answer = await server.inject({ url, query: { ...query }, headers: by.headers });
  return { status: answer.statusCode, body: answer.json() as FindAnswer & { message?: unknown } };
}

test('every match is counted, in all places, also beyond what is listed and in folded files', async () => {
  const { body } = await ask({ search: 'needle' });
  expect(body.counts).toEqual({ added: 702, removed: 2, context: 0, files: 1, threads: 0 });
  expect(body).toMatchObject({ files_count: 3, lines_count: 704, is_cut: true, left_out: [] });
  expect(body.hits).toHaveLength(500);
  expect(body.hits[0]).toMatchObject({
    place: 'removed',
    file_path: 'gone',
    old_line: 1,
    ranges: [{ start: 0, end: 6 }],
  });
});

test('who asks for what follows is given the next lines, with the same counts, until there are no more', async () => {
  const first = await ask({ search: 'needle' });
  const second = await ask({ search: 'needle', after: '500' });
  const { hits, ...counted } = second.body;
  expect(counted).toEqual({ ...first.body, hits: undefined, is_cut: false });
  expect(hits).toHaveLength(204);
  const known = new Set([...first.body.hits, ...hits].map((hit) => JSON.stringify(hit)));
  expect(known.size).toBe(704);
  expect(hits.at(-1)).toMatchObject({ place: 'added', file_path: 'yarn.lock', new_line: 700 });
  expect((await ask({ search: 'needle', after: '704' })).body).toMatchObject({ hits: [], is_cut: false });
  for (const after of ['-1', 'all', '1.5']) expect((await ask({ search: 'needle', after })).status, after).toBe(400);
});

test('places, case and expressions narrow it', async () => {
  const removed = await ask({ search: 'needle', in: 'removed', case_sensitive: 'true' });
  expect(removed.body.counts).toMatchObject({ removed: 1, added: 0 });
  const context = await ask({ search: '^b (2|4)$', regex: 'true' });
  expect(context.body.hits.map((hit) => [hit.place, hit.text])).toEqual([
    ['context', 'b 2'],
    ['context', 'b 4'],
  ]);
  const renamed = await ask({ search: 'old/', in: 'files' });
  expect(renamed.body.hits).toMatchObject([{ place: 'files', file_path: 'new/b.ts', text: 'old/b.ts' }]);
  expect((await ask({ search: 'a line feed' })).body.counts.added).toBe(1);
  expect((await ask({ search: 'nothing like it' })).body).toMatchObject({
    hits: [],
    files_count: 0,
    left_out: [],
  });
});

test('threads are found with the place they stand on', async () => {
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const { diff_refs: refs } = (await server.inject({ url, headers: owner.headers })).json<{ diff_refs: object }>();
  const say = async (rest: string, payload: object): Promise<void> => {
    const answer = await server.inject({ method: 'POST', url: `${url}${rest}`, headers: owner.headers, payload });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  const paths = { position_type: 'text', old_path: 'old/b.ts', new_path: 'new/b.ts' };
  await say('/notes', { body: 'A Haystack here' });
  await say('/discussions', { body: 'Another haystack', position: { ...refs, ...paths, new_line: 4 } });
  const { body } = await ask({ search: 'haystack' });
  expect(body.counts.threads).toBe(2);
  const renamed = await ask({ search: 'new/b.ts', in: 'files' });
  const [file] = renamed.body.hits;
  expect(body.hits).toMatchObject([
    { place: 'threads', file_path: null, file_hash: null, text: 'A Haystack here' },
    {
      place: 'threads',
      file_path: 'new/b.ts',
      file_hash: file && 'file_hash' in file && file.file_hash,
      text: 'Another haystack',
    },
  ]);
});

test('pending comments are found by who wrote them alone', async () => {
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  const { diff_refs: refs } = (await server.inject({ url, headers: owner.headers })).json();
  const position = { ...refs, position_type: 'text', old_path: 'end.txt', new_path: 'end.txt', new_line: 1 };
  const payload = { note: 'A pendant comment', position };
  const made = await server.inject({ method: 'POST', url: `${url}/draft_notes`, headers: owner.headers, payload });
  expect(made.statusCode, made.body).toBe(201);
  const own = await ask({ search: 'pendant' });
  expect(own.body.counts.threads).toBe(1);
  expect(own.body.hits).toMatchObject([
    { place: 'threads', note_id: null, draft_id: made.json().id, file_path: 'end.txt' },
  ]);
  expect((await ask({ search: 'pendant' }, row, reader)).body).toMatchObject({ hits: [], counts: { threads: 0 } });
});

test('what is no search is refused with what to do', async () => {
  const broken = await ask({ search: '(a', regex: 'true' });
  expect([broken.status, JSON.stringify(broken.body)]).toEqual([400, expect.stringContaining('RE2 syntax')]);
  expect((await ask({ search: '' })).status).toBe(400);
  expect((await ask({ search: 'a', in: 'nowhere' })).status).toBe(400);
  expect((await ask({ search: 'x'.repeat(201) })).status).toBe(400);
});

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;

test.runIf(IS_FULL)('files of any size are looked through, and what no page shows is not', async () => {
  const huge = lines('y'.repeat(1_000), 17_500).with(17_000, 'the far needle');
  const other = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'long',
    files: {
      'min.js': 'zq'.repeat(1_500),
      'long.js': 'k'.repeat(100_001),
      'huge.txt': text(huge),
      film: POINTER,
      lib: { mode: '160000', submoduleSha: '1'.repeat(40) },
    },
  });
  await app.runJobs();
  const many = await ask({ search: 'zq' }, other);
  expect([many.body.counts.added, many.body.left_out]).toEqual([1_500, []]);
  const far = await ask({ search: 'far needle' }, other);
  expect(far.body.hits).toMatchObject([{ file_path: 'huge.txt', new_line: 17_001, text: 'the far needle' }]);
  const most = await ask({ search: 'k', in: 'added' }, other);
  expect([most.body.counts.added, most.body.left_out]).toEqual([100_000, ['long_line']]);
  for (const search of ['Subproject commit', 'oid sha256'])
    expect((await ask({ search }, other)).body.hits).toEqual([]);
});

/** re2js follows hundreds of threads of it through every letter: without an end this takes minutes. */
const ENDLESS = '(?:a|b|ab){900}c';

test.runIf(IS_FULL)(
  'an expression that takes for ever holds up nobody, and is given up',
  async () => {
    const other = await createMergeRequest(app, {
      project,
      author: owner,
      branch: 'endless',
      files: { 'a.txt': 'ab here\n', 'min.js': 'ab'.repeat(512 * 1_024) },
    });
    await app.runJobs();
    const before = process.threadCpuUsage();
    const answer = ask({ search: ENDLESS, regex: 'true' }, other);
    const server = await app.server();
    // While it runs, others are answered: so often as nobody who waits behind it could be.
    let answered = 0;
    let found: Awaited<typeof answer> | undefined;
    while (!found) {
      expect((await server.inject({ url: '/-/health' })).statusCode).toBe(200);
      answered += 1;
      found = await Promise.race([answer, sleep(50, undefined)]);
    }
    expect(found.body).toMatchObject({ hits: [], left_out: ['time'] });
    expect(answered).toBeGreaterThan(5);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  },
  90_000,
);

test('when time runs out the answer says that there may be more', async () => {
  const ctx = contextOf(app, owner);
  const found = await getMergeRequest(ctx, await getProjectAccess(ctx, project.id), row.iid);
  const range = await findRange(ctx, found.row, {});
  if (!range) throw new Error('the request has no version');
  const search = { text: 'needle', isRegex: false, isCaseSensitive: false, places: undefined };
  /** Each look at the clock takes a millisecond. */
  const within = (patienceMs: number) => {
    let time = 0;
    return findInRequest(ctx, found, range, { ...search, patienceMs, now: () => (time += 1) });
  };
  expect(await within(-1)).toMatchObject({ hits: [], left_out: ['time'] });
  // The long file is looked through 64 lines at a time: what was found until then is counted and listed.
  const half = await within(9);
  expect(half.left_out).toEqual(['time']);
  expect(half.counts).toMatchObject({ removed: 2, threads: 0 });
  expect(half.counts.added).toBeGreaterThan(50);
  expect(half.counts.added).toBeLessThan(600);
  const listed = half.hits.reduce((sum, { ranges }) => sum + ranges.length, 0);
  expect(listed).toBe(half.counts.added + half.counts.removed + half.counts.files);
  expect(await within(1_000)).toMatchObject({ left_out: [], counts: { added: 702 } });
});

test.runIf(IS_FULL)('thousands of files are looked through within the time', async () => {
  const many = Array.from({ length: 2_500 }, (_, at) => [`many/${at}.ts`, `export const value = ${at};\n`]);
  const other = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'many',
    files: Object.fromEntries(many),
  });
  await app.runJobs();
  const { body } = await ask({ search: 'value = 24' }, other);
  expect(body).toMatchObject({ left_out: [], files_count: 111, counts: { added: 111 } });
});
