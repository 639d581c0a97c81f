import type { DiffsBatch, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { gitSpawnCount } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { type MergeRequestRow, listVersions } from '../../merge-requests/index.ts';
import { prebuildDiffsJob, schedulePrebuild } from '../jobs/prebuild-diffs-job.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  reviewer = await createUser(app);
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'PUT', url: string, who = owner, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
}

async function get<T>(url: string): Promise<T> {
  const answer = await ask('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const pageOf = (project: BuiltProject, row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;

async function versionsOf(row: MergeRequestRow) {
  return (await listVersions(app.platform.db, row.id)).toReversed();
}

async function storedEnds(projectId: number): Promise<string[]> {
  const rows = await app.platform.db
    .selectFrom('diff_indexes')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.base_sha}..${row.head_sha}${row.ignores_whitespace ? ' -w' : ''}`);
}

/** A request that was looked at when it was made and pushed to twice since; each push brings two commits. */
async function reviewedAndPushed() {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\nb\n', 'b.txt': 'b\n' } });
  await addMember(app, { project, user: reviewer.user, level: 30 });
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'topic',
    files: { 'a.txt': 'a \nB\n' },
  });
  await app.runJobs();
  const [first] = await versionsOf(row);
  const looked = await ask('PUT', `${pageOf(project, row)}/last_look.json`, reviewer, { diff_id: first?.id });
  expect(looked.statusCode, looked.body).toBeLessThan(300);
  for (const step of ['1', '2']) {
    await project.repository.commit({
      branch: 'topic',
      parents: [await tipOf(project, 'topic')],
      files: { [`own-${step}.txt`]: `${step}\n` },
      message: `Own ${step}`,
    });
    await pushCommit(app, { project, branch: 'topic', by: owner, files: { 'b.txt': `b\n${step}\n` } });
    await app.runJobs();
  }
  return { project, row: await reloadMergeRequest(app, row.id) };
}

test('what readers of a new version ask for beside its own comparison is there: no git is started for it', async () => {
  const { project, row } = await reviewedAndPushed();
  const page = pageOf(project, row);
  const [first, second, third] = await versionsOf(row);
  const commits = (await project.repository.git('rev-list', 'topic', '^main')).split('\n');
  expect(commits).toHaveLength(5);
  // The reader of objects is a process too, which is opened once.
  await get(`${page}/diffs_batch.json`);
  const before = await quietGit();
  const queries = [
    'w=1',
    `diff_id=${third?.id}&start_sha=${second?.head_sha}`,
    `start_sha=${second?.head_sha}`,
    // What the reviewer saw last.
    `start_sha=${first?.head_sha}`,
    ...commits.map((sha) => `commit_id=${sha}`),
  ];
  for (const query of queries.flatMap((each) => (each === 'w=1' ? each : [each, `${each}&w=1`]))) {
    const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json?${query}`);
    expect([metadata.counts_ready, metadata.size > 0]).toEqual([true, true]);
    const { diff_files: files } = await get<DiffsBatch>(`${page}/diffs_batch.json?${query}`);
    expect(files).toHaveLength(metadata.size);
    expect((await ask('GET', `${page}/diffs_batches.ndjson?${query}`)).statusCode).toBe(200);
  }
  expect(gitSpawnCount() - before).toBe(0);
  const hidden = await get<DiffsMetadata>(`${page}/diffs_metadata.json?w=1`);
  expect(hidden.diff_files.find(({ new_path: path }) => path === 'a.txt')).toMatchObject({ added_lines: 1 });
});

test('what merging would bring is there as well where the target went on, and needs nothing where it did not', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'own', files: { 'a.txt': 'A\n' } });
  await app.runJobs();
  const page = pageOf(project, row);
  const merged = () => get<DiffsMetadata>(`${page}/diffs_metadata.json?diff_head=true`);
  const [first] = await versionsOf(row);
  const own = `${first?.base_sha}..${first?.head_sha}`;
  expect(await merged()).toMatchObject({ diff_head: true, counts_ready: true, added_lines: 1 });
  expect(await storedEnds(project.id)).toEqual([own, `${own} -w`]);
  await pushCommit(app, { project, branch: 'main', by: owner, files: { 'b.txt': 'B\n' } });
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'c.txt': 'c\n' } });
  await app.runJobs();
  const stored = await storedEnds(project.id);
  const { diff_refs: refs, ...metadata } = await merged();
  expect(metadata).toMatchObject({ diff_head: true, counts_ready: true, added_lines: 2 });
  expect(stored).toContain(`${refs.base_sha}..${refs.head_sha}`);
  expect(await storedEnds(project.id)).toEqual(stored);
  expect(refs.base_sha).toBe(await tipOf(project, 'main'));
  // With a conflict there is nothing that could be built, and the rest is.
  await pushCommit(app, { project, branch: 'main', by: owner, files: { 'a.txt': 'other\n' } });
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'd.txt': 'd\n' } });
  await app.runJobs();
  const [, , third] = await versionsOf(row);
  expect((await storedEnds(project.id)).slice(stored.length)).toContain(`${third?.base_sha}..${third?.head_sha} -w`);
});

test('what is rarely asked for waits half a minute more, and behind what is asked for often', async () => {
  const { project, row } = await reviewedAndPushed();
  const [, , third] = await versionsOf(row);
  await sql`delete from diff_indexes where project_id = ${project.id} and ignores_whitespace`.execute(app.platform.db);
  await prebuildDiffsJob.run(app.system, { versionId: third!.id });
  const own = `${third?.base_sha}..${third?.head_sha} -w`;
  expect((await storedEnds(project.id)).filter((ends) => ends.endsWith(' -w'))).toEqual([own]);
  const { rows } = await sql<{ key: string; priority: number; runAt: Date }>`
    select key, priority, run_at as "runAt" from graphile_worker._private_jobs
    where key = ${`diffs-ahead:${row.id}:hidden`}`.execute(app.platform.db);
  expect(rows).toEqual([{ key: expect.anything(), priority: 11, runAt: new Date(app.clock.now().getTime() + 30_000) }]);
  await app.runJobs();
  expect((await storedEnds(project.id)).filter((ends) => ends.endsWith(' -w')).length).toBeGreaterThan(5);
});

test('running again builds nothing twice, and what is missing is built by whoever asks for it', async () => {
  const { project, row } = await reviewedAndPushed();
  const [first, second, third] = await versionsOf(row);
  const stored = await storedEnds(project.id);
  expect(new Set(stored).size).toBe(stored.length);
  const waiting = () =>
    sql<{ key: string; priority: number; queue: string; runAt: Date }>`
      select j.key, j.priority, q.queue_name as queue, j.run_at as "runAt"
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where t.identifier = 'build-diffs-ahead'`.execute(app.platform.db);
  await sql`delete from diff_indexes where project_id = ${project.id} and ignores_whitespace`.execute(app.platform.db);
  for (let times = 0; times < 3; times++) await schedulePrebuild(app.system, third!);
  expect((await waiting()).rows).toEqual([
    {
      key: `diffs-ahead:${row.id}`,
      priority: 10,
      queue: 'diffs-ahead',
      runAt: new Date(app.clock.now().getTime() + 3_000),
    },
  ]);
  await app.runJobs();
  const older = `${second?.base_sha}..${second?.head_sha} -w`;
  const gone = [older, `${first?.head_sha}..${second?.head_sha} -w`];
  expect(stored).toEqual(expect.arrayContaining(gone));
  expect((await storedEnds(project.id)).toSorted()).toEqual(stored.filter((ends) => !gone.includes(ends)).toSorted());
  // A version that is not the newest any more is not worth it.
  await schedulePrebuild(app.system, second!);
  await app.runJobs();
  expect(await storedEnds(project.id)).not.toContain(older);
  expect((await ask('GET', `${pageOf(project, row)}/diffs_batch.json?diff_id=${second?.id}&w=1`)).statusCode).toBe(200);
  await expect.poll(() => storedEnds(project.id)).toContain(older);
});

test('of many commits only the newest are built one by one, and none that is enormous', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_unused, at) => [`many/${at}.txt`, `${at}\n`]));
  const base = await tipOf(project, 'main');
  await project.repository.commits([
    ...Array.from({ length: 20 }, (_unused, at) => ({
      branch: 'topic',
      ...(at === 0 && { parents: [base] }),
      files: { 'a.txt': `${at}\n` },
    })),
    { branch: 'topic', files: many, message: 'Bring many' },
    { branch: 'topic', files: { 'big.txt': `${'x'.repeat(99)}\n`.repeat(170_000) }, message: 'Bring much' },
  ]);
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'a.txt': 'end\n' } });
  await app.runJobs();
  const [version] = await versionsOf(row);
  const newestFirst = (await project.repository.git('rev-list', 'topic', '^main')).split('\n');
  expect(newestFirst).toHaveLength(23);
  const pair = (at: number) => `${newestFirst[at + 1]}..${newestFirst[at]}`;
  // The second and third of the newest twenty are too big to be worth it for nobody in particular.
  const single = Array.from({ length: 20 }, (_unused, at) => at).filter((at) => at !== 1 && at !== 2);
  const ends = `${version?.base_sha}..${version?.head_sha}`;
  // Of the newest ten white space is hidden too, where they are there as they are.
  const hidden = single.filter((at) => at < 10).map((at) => `${pair(at)} -w`);
  expect((await storedEnds(project.id)).toSorted()).toEqual(
    [ends, `${ends} -w`, ...single.map(pair), ...hidden].toSorted(),
  );
  const page = pageOf(project, row);
  const shown = await get<DiffsMetadata>(`${page}/diffs_metadata.json?commit_id=${newestFirst[2]}`);
  expect(shown.size).toBe(1_001);
});

test('when it took too long nothing more is begun', async () => {
  const { project, row } = await reviewedAndPushed();
  const [, , third] = await versionsOf(row);
  const own = `${third?.base_sha}..${third?.head_sha}`;
  await sql`delete from diff_indexes where project_id = ${project.id}
    and (ignores_whitespace or base_sha <> ${third!.base_sha} or head_sha <> ${third!.head_sha})`.execute(
    app.platform.db,
  );
  expect(await storedEnds(project.id)).toEqual([own]);
  const { storage } = app.platform;
  const put = storage.put.bind(storage);
  storage.put = (name, data) => {
    app.clock.advance(11_000);
    return put(name, data);
  };
  try {
    await schedulePrebuild(app.system, third!);
    await app.runJobs();
  } finally {
    storage.put = put;
  }
  expect(await storedEnds(project.id)).toEqual([own, `${own} -w`]);
});
