import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { DiffFilesAnswer, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import type { CommitPageData, ComparePageData } from '@tributary/contract/projects/repository-page.ts';
import { gitSpawnCount } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rootUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { diffList, diffPart } from './diff-list.ts';

/** Pages of commits and comparisons keep back what those of merge requests do, and give it to who asks. */
let app: TestApp;
let root: TestUser;
let project: BuiltProject;
let sha: string;

const wide = `${'x'.repeat(999)}\n`.repeat(300);
const many = 'y\n'.repeat(4_500);
const names = Array.from({ length: 40 }, (_unused, at) => `f${String(at).padStart(2, '0')}.txt`);

beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
  project = await createProject(app, { owner: root.user, files: { 'README.md': '#\n', dir: 'a file\n' } });
  const files = Object.fromEntries(names.map((name, at) => [name, at === 1 ? wide : at < 14 ? many : 'z\n']));
  sha = await project.repository.commit({
    branch: 'next',
    parents: [await project.repository.git('rev-parse', 'main')],
    files: { ...files, dir: null, 'dir/within.txt': 'was a file\n' },
  });
});
afterAll(() => app.close());

async function get<T>(url: string): Promise<T> {
  const server = await app.server();
  const answer = await server.inject({ url, headers: root.headers });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json<T>();
}

async function commitDiff(): Promise<DiffListView> {
  return (await get<PageData<CommitPageData>>(`/-/page/${project.full_path}/-/commit/${sha}`)).data.diff;
}

async function compareDiff(): Promise<DiffListView> {
  const { data } = await get<PageData<ComparePageData>>(`/-/page/${project.full_path}/-/compare/main...next`);
  if (data.result?.state !== 'ready') throw new Error('nothing is compared');
  return data.result.diff;
}

/** All files, part after part. */
async function allFiles(diff: DiffListView): Promise<DiffFilesAnswer['files']> {
  const files = [...diff.files];
  for (let more = diff.moreHref; more !== null;) {
    const part = await get<DiffFilesAnswer>(more);
    files.push(...part.files);
    more = part.moreHref;
  }
  return files;
}

async function set(limits: object): Promise<void> {
  const server = await app.server();
  const url = '/api/v4/application/settings';
  expect((await server.inject({ method: 'PUT', url, headers: root.headers, payload: limits })).statusCode).toBe(200);
}

test.each([
  ['commit', commitDiff],
  ['comparison', compareDiff],
])('a %s is shown up to what administrators allow, the rest when it is asked for', async (_name, diff) => {
  const first = await diff();
  expect(first.totalFiles).toBe(42);
  const files = await allFiles(first);
  expect(files.map(({ newPath }) => newPath)).toEqual(['dir', 'dir/within.txt', ...names]);
  const folds = Object.fromEntries(files.flatMap(({ newPath, fold }) => (fold ? [[newPath, fold.reason]] : [])));
  expect(folds).toEqual({ 'f01.txt': 'too_large', 'f12.txt': 'over_budget', 'f13.txt': 'over_budget' });
  for (const [name, lines] of [
    ['f01.txt', 300],
    ['f12.txt', 4_500],
  ] as const) {
    const folded = files.find(({ newPath }) => newPath === name);
    expect(folded).toMatchObject({ lines: [], notice: null, addedLines: lines });
    const whole = await get<DiffFilesAnswer>(folded?.fold?.href ?? '');
    expect(whole).toMatchObject({ files: [{ newPath: name, fold: null, notice: null }], moreHref: null });
    expect(whole.files[0]?.lines.filter(({ kind }) => kind === 'added')).toHaveLength(lines);
  }
  // What was shown before counts in the parts that follow.
  const again = await get<DiffFilesAnswer>((first.moreHref ?? '').replace(/shown=\d+/, 'shown=999'));
  expect(again.files.map(({ fold }) => fold?.reason ?? null).slice(0, 2)).toEqual([null, 'over_budget']);

  await set({ diff_max_patch_bytes: 400_000, diff_max_lines: 60_000 });
  expect((await allFiles(await diff())).filter(({ fold }) => fold !== null)).toEqual([]);
  await set({ diff_max_patch_bytes: 204_800, diff_max_lines: 50_000 });
});

const numbers = (from: number) => Array.from({ length: 40 }, (_unused, at) => `${from + at}\n`).join('');

test('parts have the files of the list, also where git looks for renames in a part alone', async () => {
  const changed = Array.from({ length: 30 }, (_unused, at) => `c${String(at).padStart(2, '0')}.txt`);
  const all = (text: string) => Object.fromEntries(changed.map((name) => [name, text]));
  const files = { 'a-one.txt': numbers(100), 'y-old.txt': numbers(500), ...all('old\n') };
  const many = await createProject(app, { owner: root.user, files });
  await many.repository.git('config', 'diff.renameLimit', '1');
  const head = await many.repository.commit({
    branch: 'next',
    parents: [await many.repository.git('rev-parse', 'main')],
    files: {
      ...all('new\n'),
      'a-one.txt': null,
      'b-two.txt': `${numbers(100)}more\n`,
      'y-old.txt': null,
      'z-new.txt': `${numbers(500)}more\n`,
    },
  });
  const page = await get<PageData<CommitPageData>>(`/-/page/${many.full_path}/-/commit/${head}`);
  const shown = await allFiles(page.data.diff);
  const [one, two, old, now] = [
    ['deleted', 'a-one.txt', 40],
    ['added', 'b-two.txt', 41],
    ['deleted', 'y-old.txt', 40],
    ['added', 'z-new.txt', 41],
  ];
  expect(
    shown.map(({ status, newPath, addedLines, removedLines }) => [status, newPath, addedLines + removedLines]),
  ).toEqual([one, two, ...changed.map((name) => ['modified', name, 2]), old, now]);
});

test('a comparison goes on with the commits that it began with, whatever its branches are by then', async () => {
  const moving = await createProject(app, { owner: root.user, files: { 'README.md': '#\n' } });
  const parents = [await moving.repository.git('rev-parse', 'main')];
  const files = Object.fromEntries(names.map((name, at) => [name, at === 1 ? wide : 'z\n']));
  const first = await moving.repository.commit({ branch: 'next', parents, files });
  const page = `/-/page/${moving.full_path}/-/compare/main...next`;
  const { data } = await get<PageData<ComparePageData>>(page);
  if (data.result?.state !== 'ready') throw new Error('nothing is compared');
  const { diff } = data.result;
  const folded = diff.files.find(({ fold }) => fold !== null);
  const later = Object.fromEntries(names.map((name) => [name, 'other\n']));
  await moving.repository.commit({ branch: 'next', parents: [first], files: { ...later, 'README.md': null } });
  const [whole] = (await get<DiffFilesAnswer>(folded?.fold?.href ?? '')).files;
  expect([whole?.newPath, whole?.addedLines]).toEqual(['f01.txt', 300]);
  const rest = await get<DiffFilesAnswer>(diff.moreHref ?? '');
  expect(rest.files.map(({ newPath }) => newPath)).toEqual(names.slice(30));
  expect(new Set(rest.files.flatMap(({ lines }) => lines.at(-1)?.html ?? []))).toEqual(new Set(['z']));
});

test('more lines than can be shown at once are not, however short they are', async () => {
  const long = await createProject(app, { owner: root.user, files: { 'README.md': '#\n' } });
  const files = { 'fits.txt': 'y\n'.repeat(19_000), 'long.txt': 'y\n'.repeat(20_001) };
  const head = await long.repository.commit({ files });
  const { data } = await get<PageData<CommitPageData>>(`/-/page/${long.full_path}/-/commit/${head}`);
  const [fits, refused] = await Promise.all(
    data.diff.files.map(async ({ fold }) => (await get<DiffFilesAnswer>(fold?.href ?? '')).files[0]),
  );
  expect(fits?.lines).toHaveLength(19_001);
  const blobHref = `/${long.full_path}/-/blob/${head}/long.txt`;
  expect(refused).toMatchObject({ notice: 'too_large', fold: null, lines: [], addedLines: 20_001, blobHref });
});

test('a page and each part of it are one run of git', async () => {
  const base = await project.repository.git('rev-parse', 'main');
  const sides = { repo: project.repository.dir, projectPath: project.full_path, oldSha: base, newSha: sha };
  await diffList(app.system, sides, () => '');
  const before = await quietGit();
  const { totalFiles } = await diffList(app.system, sides, () => '');
  expect([totalFiles, gitSpawnCount() - before]).toEqual([42, 1]);
  const request = { offset: 30, whole: false, shown: { files: 0, lines: 0, bytes: 0 } };
  const listed = await quietGit();
  expect((await diffPart(app.system, sides, request, () => '')).files).toHaveLength(12);
  expect(gitSpawnCount() - listed).toBe(1);
});
