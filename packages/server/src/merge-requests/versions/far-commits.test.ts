import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { gitSpawnCount } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { createMergeRequest, tipOf } from '../testing.ts';
import { MAX_VERSION_COMMITS } from './read-version.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
/** Oldest first, of those on the branch. */
let shas: string[];

/** More than are stored, so that the first three are not. */
const COMMITS = MAX_VERSION_COMMITS + 3;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'f.txt': 'start\n' } });
  const base = await tipOf(project, 'main');
  await project.repository.commits(
    Array.from({ length: COMMITS - 1 }, (_unused, at) => ({
      branch: 'long',
      ...(at === 0 && { parents: [base] }),
      message: `Step ${at + 1}`,
      files: { 'f.txt': `step ${at + 1}\n` },
    })),
  );
  row = await createMergeRequest(app, { project, author: owner, branch: 'long', files: { 'f.txt': 'end\n' } });
  await app.runJobs();
  shas = (await project.repository.git('rev-list', '--reverse', 'long', '^main')).split('\n');
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
}

async function get<T>(url: string): Promise<T> {
  const answer = await ask('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const page = () => `/${project.full_path}/-/merge_requests/${row.iid}`;
const commitOf = async (sha: string | undefined) =>
  (await get<DiffsMetadata>(`${page()}/diffs_metadata.json?commit_id=${sha}`)).commit;

test('a commit beyond those that are stored is shown alone, between its neighbours', async () => {
  expect(shas).toHaveLength(COMMITS);
  expect(await commitOf(shas[1])).toMatchObject({
    id: shas[1],
    title: 'Step 2',
    prev_commit_id: shas[0],
    next_commit_id: shas[2],
  });
  expect(await commitOf(shas[0])).toMatchObject({ prev_commit_id: null, next_commit_id: shas[1] });
  // The last that is stored leads on to the first that is not, and back.
  expect(await commitOf(shas[3])).toMatchObject({ prev_commit_id: shas[2], next_commit_id: shas[4] });
  expect(await commitOf(shas[2])).toMatchObject({ prev_commit_id: shas[1], next_commit_id: shas[3] });
  const { diff_files: files } = await get<DiffsBatch>(`${page()}/diffs_batch.json?commit_id=${shas[1]}`);
  expect(files[0]?.highlighted_diff_lines.map(({ text }) => text)).toEqual(['step 1', 'step 2']);
});

test('git is asked once for the place of a commit, whatever number of parts is read', async () => {
  const read = async () => {
    await get(`${page()}/diffs_metadata.json?commit_id=${shas[2]}`);
    await get(`${page()}/diff_for_path?commit_id=${shas[2]}&new_path=f.txt`);
  };
  await read();
  const before = gitSpawnCount();
  await read();
  expect(gitSpawnCount() - before).toBe(0);
});

test('a line of it can be spoken of, compared with and looked around', async () => {
  const file = await get<PageDiffFile>(`${page()}/diff_for_path?commit_id=${shas[1]}&new_path=f.txt`);
  expect(file.diff_refs).toMatchObject({ base_sha: shas[0], head_sha: shas[1] });
  const position = { ...file.diff_refs, position_type: 'text', old_path: 'f.txt', new_path: 'f.txt', new_line: 1 };
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/discussions`;
  const answer = await ask('POST', url, { body: 'Here', position });
  expect(answer.statusCode, answer.body).toBe(201);
  const since = await get<DiffsMetadata>(`${page()}/diffs_metadata.json?start_sha=${shas[1]}`);
  expect(since.start_commit).toBe(shas[1]);
  await get(`${page()}/context_lines?sha=${shas[1]}&path=f.txt&since=1&to=1`);
});

test('what is not of the version stays unknown', async () => {
  const foreign = await tipOf(project, 'main');
  for (const sha of [foreign, '1'.repeat(40)]) {
    expect((await ask('GET', `${page()}/diffs_metadata.json?commit_id=${sha}`)).statusCode).toBe(404);
    expect((await ask('GET', `${page()}/diffs_metadata.json?start_sha=${sha}`)).statusCode).toBe(404);
  }
});

test('the list of commits goes on behind those that are stored', async () => {
  type Listed = { commits: { id: string; title: string }[]; count: number; next_page: number | null };
  const last = await get<Listed>(`${page()}/commits.json?per_page=100&page=11`);
  expect(last.commits.map(({ id }) => id)).toEqual([shas[2], shas[1], shas[0]]);
  expect([last.count, last.next_page]).toEqual([COMMITS, null]);
  const before = await get<Listed>(`${page()}/commits.json?per_page=100&page=10`);
  expect([before.commits.length, before.next_page]).toEqual([100, 11]);
  const across = await get<Listed>(`${page()}/commits.json?per_page=59&page=17`);
  expect(across.commits.map(({ id }) => id)).toEqual(shas.toReversed().slice(16 * 59, 17 * 59));
  const rest = await ask(
    'GET',
    `/api/v4/projects/${project.id}/merge_requests/${row.iid}/commits?per_page=100&page=11`,
  );
  expect([rest.json<object[]>().length, rest.headers['x-total']]).toEqual([3, String(COMMITS)]);
  const found = await get<Listed>(`${page()}/commits.json?search=${encodeURIComponent('Step 1000')}`);
  expect(found.commits.map(({ title }) => title)).toEqual(['Step 1000']);
});
