import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { DiffFilesAnswer, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import type { CommitPageData, ComparePageData } from '@tributary/contract/projects/repository-page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { rootUser, type TestUser } from '../../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../testing.ts';

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
