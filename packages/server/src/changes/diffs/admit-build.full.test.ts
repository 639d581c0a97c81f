import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let long: Awaited<ReturnType<typeof longRequest>>;

const COMMITS = 60;
/** Of the newest there is an index already, with white space. */
const BUILT_AHEAD = 20;
const LIMIT = 60;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  long = await longRequest();
});
afterAll(() => app.close());

/** A request of many commits, newest first. */
async function longRequest() {
  const project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const base = await tipOf(project, 'main');
  await project.repository.commits(
    Array.from({ length: COMMITS - 1 }, (_unused, at) => ({
      branch: 'topic',
      ...(at === 0 && { parents: [base] }),
      files: { 'a.txt': `${at}\n` },
    })),
  );
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'a.txt': 'end\n' } });
  await app.runJobs();
  const page = pageOf(project, row);
  return {
    project,
    doors: doorsOf(page),
    shas: (await project.repository.git('rev-list', 'topic', '^main')).split('\n'),
  };
}

const pageOf = (project: BuiltProject, { iid }: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${iid}`;

const doorsOf = (page: string): ((query: string) => string)[] => [
  (query) => `${page}/diffs_metadata.json?${query}`,
  (query) => `${page}/diffs_batch.json?${query}`,
  (query) => `${page}/diffs_batches.ndjson?${query}`,
  (query) => `${page}/diff_for_path?new_path=a.txt&${query}`,
];

async function ask(url: string, who: TestUser | null) {
  const server = await app.server();
  return server.inject({ url, headers: who?.headers ?? {} });
}

/** Comparisons that nobody asked for, each at another interface. */
async function askForNew(
  doors: ReturnType<typeof doorsOf>,
  who: TestUser,
  queries: readonly string[],
): Promise<number[]> {
  const codes: number[] = [];
  for (const [at, query] of queries.entries())
    codes.push((await ask(doors[at % doors.length]!(query), who)).statusCode);
  return codes;
}

test('who has more compared than can be read is told to wait, at every interface; what is there stays readable', async () => {
  const { doors, shas } = long;
  const abuser = await createUser(app);
  const old = shas.slice(BUILT_AHEAD);
  const queries = [...old.map((sha) => `commit_id=${sha}`), ...old.map((sha) => `commit_id=${sha}&w=1`)];
  const codes = await askForNew(doors, abuser, queries.slice(0, LIMIT));
  expect(codes).toEqual(Array.from({ length: LIMIT }, () => 200));
  const next = queries[LIMIT] ?? '';
  const since = `start_sha=${shas[BUILT_AHEAD + 5]}`;
  for (const door of doors) {
    for (const query of [next, since]) {
      const refused = await ask(door(query), abuser);
      expect([refused.statusCode, refused.json<{ error: object }>().error]).toMatchObject([
        429,
        { code: 'rate_limited' },
      ]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  // What was built for them, for others or ahead is read as ever.
  for (const query of ['', 'w=1', queries[0] ?? '', `commit_id=${shas[3]}`]) {
    for (const door of doors) expect((await ask(door(query), abuser)).statusCode, query).toBe(200);
  }
  // Nobody else has to wait, and waiting helps.
  expect((await ask(doors[0]!(next), owner)).statusCode).toBe(200);
  expect((await ask(doors[0]!(next), abuser)).statusCode).toBe(200);
  app.clock.advance(121_000);
  expect((await ask(doors[0]!(since), abuser)).statusCode).toBe(200);
});

test('what a version brings is never refused, also when a reader is faster than its job', async () => {
  const { project, doors, shas } = await longRequest();
  const reader = await createUser(app);
  const queries = shas.slice(BUILT_AHEAD).flatMap((sha) => [`commit_id=${sha}&w=1`, `start_sha=${sha}`]);
  await askForNew(doors, reader, queries);
  expect((await ask(doors[0]!(`start_sha=${shas[BUILT_AHEAD + 5]}&w=1`), reader)).statusCode).toBe(429);
  const fresh = await createMergeRequest(app, { project, author: owner, files: { 'b.txt': 'b\n' } });
  const at = pageOf(project, fresh);
  // What merging would bring is what the version brings, until the target goes on.
  for (const query of ['', 'w=1', 'diff_head=true'])
    expect((await ask(`${at}/diffs_batch.json?${query}`, reader)).statusCode).toBe(200);
  await pushCommit(app, { project, branch: 'main', files: { 'c.txt': 'c\n' }, by: owner });
  expect((await ask(`${at}/diffs_batch.json?diff_head=true`, reader)).statusCode).toBe(429);
});

test('reading page after page of one request is not counted', async () => {
  const { doors, shas } = long;
  const reader = await createUser(app);
  for (let times = 0; times < 2; times++) {
    const built = shas.slice(0, BUILT_AHEAD).map((sha) => `commit_id=${sha}`);
    const codes = await askForNew(doors, reader, [...built, ...built, ...built, ...built]);
    expect(new Set(codes)).toEqual(new Set([200]));
  }
});
