import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { gitSpawnCount } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { createMergeRequest, pushCommit, tipOf } from '../testing.ts';
import { MAX_VERSION_COMMITS } from './read-version.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
/** Oldest first, of those on the branch. */
let shas: string[];

/** More than are stored, so that the first three are not. */
const COMMITS = MAX_VERSION_COMMITS + 3;
/** New questions that one user may have answered within a minute. */
const LIMIT = 60;

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
    expect((await ask('GET', `${page()}/diffs_metadata.json?commit_id=${sha.slice(0, 10)}`)).statusCode).toBe(404);
  }
});

test('the beginning of its id names it, also where a branch is called so', async () => {
  const short = shas[1]?.slice(0, 10) ?? '';
  expect(await commitOf(short)).toMatchObject({ id: shas[1], prev_commit_id: shas[0] });
  await project.repository.git('branch', short, 'main');
  expect((await ask('GET', `${page()}/diffs_metadata.json?commit_id=${short}`)).statusCode).toBe(404);
  await project.repository.git('branch', '-D', short);
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

/** Three long versions, commits that the target had before each of them, and many that are on another branch. */
async function longVersions() {
  const own = await createProject(app, { owner: owner.user, files: { 'f.txt': 'start\n' } });
  const old = await tipOf(own, 'main');
  const onTarget = async (text: string) => {
    const parents = [await tipOf(own, 'main')];
    return own.repository.commit({ branch: 'main', parents, files: { 'main.txt': text } });
  };
  const base = await onTarget('one\n');
  const steps = (branch: string, count: number) =>
    Array.from({ length: count }, (_unused, at) => ({
      branch,
      ...(at === 0 && { parents: [base] }),
      files: { 'f.txt': `${branch} ${at}\n` },
    }));
  await own.repository.commits([...steps('long', COMMITS), ...steps('side', LIMIT + 1)]);
  const request = await createMergeRequest(app, {
    project: own,
    author: owner,
    branch: 'long',
    files: { 'f.txt': 'end\n' },
  });
  await app.runJobs();
  for (const text of ['two\n', 'three\n']) {
    await onTarget(text);
    await pushCommit(app, { project: own, branch: 'long', by: owner, files: { 'f.txt': text } });
    await app.runJobs();
  }
  const listed = async (branch: string) =>
    (await own.repository.git('rev-list', '--reverse', branch, '^main')).split('\n');
  const reader = await createUser(app);
  await addMember(app, { project: own, user: reader.user, level: 30 });
  const server = await app.server();
  const around = async (sha: string | undefined) => {
    const url = `/${own.full_path}/-/merge_requests/${request.iid}/context_lines?sha=${sha}&path=f.txt&since=1&to=1`;
    return (await server.inject({ url, headers: reader.headers })).statusCode;
  };
  /** How many git processes the answer takes. */
  const cost = async (sha: string | undefined) => {
    const before = gitSpawnCount();
    expect(await around(sha)).toBe(404);
    return gitSpawnCount() - before;
  };
  return { old, mine: await listed('long'), foreign: await listed('side'), around, cost };
}

test('what no version brings takes a question or two and no walk of each, is remembered, and has an end', async () => {
  const { old, mine, foreign, around, cost } = await longVersions();
  const unknown = '1'.repeat(40);
  await cost(unknown);
  await quietGit();
  const least = await cost(unknown);
  expect([await cost(foreign[0]), await cost(foreign[0])]).toEqual([least + 1, least]);
  expect([await cost(old), await cost(old)]).toEqual([least + 2, least]);
  // One of the request itself: which version has it, and where in that.
  expect(await around(mine[1])).toBe(200);
  const counted = 4;
  for (const sha of foreign.slice(1, 1 + LIMIT - counted)) expect(await around(sha)).toBe(404);
  const next = foreign[LIMIT];
  expect(await around(next)).toBe(429);
  // What is known already is answered.
  expect([await around(foreign[0]), await around(old), await around(mine[1])]).toEqual([404, 404, 200]);
  app.clock.advance(121_000);
  expect(await around(next)).toBe(404);
});
