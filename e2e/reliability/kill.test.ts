import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import { DUE_JOBS, START_MAINTENANCE } from '../testing/due-jobs.ts';
import { createFatalGit, type FatalGit } from '../testing/fatal-git.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { createWorld, type MergeRequest, type TestUser, type Project, type World } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

/**
 * P-01, P-02, P-04: the server and its git processes are killed at every step of a push and of a merge, and started again
 * on the same data. Within ten seconds everything is wholly there or wholly absent, and works.
 */
const RECOVERY_MS = 10_000;
const NOT_REACHED_MS = 30_000;
const POLL = { timeout: RECOVERY_MS, interval: 100 };

let server: RunningServer;
let fatal: FatalGit;
let world: World;
let owner: TestUser;

beforeAll(async () => {
  fatal = await createFatalGit();
  server = await startServer({ PATH: `${fatal.folder}:${process.env['PATH'] ?? ''}` });
  world = await createWorld(server, ROOT_PASSWORD);
  owner = await world.person('olga');
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
  await fatal.remove();
});

/** Where the server dies: a failpoint of ours (the n-th time it is reached), or inside git's transaction on a ref. */
type Death = { at: string; nth?: number } | { git: 'prepared' | 'committed'; ref: string };

const nameOf = (death: Death) =>
  'at' in death ? `${death.at}${death.nth === undefined ? '' : ` (${death.nth}.)`}` : `git ${death.git} ${death.ref}`;

const isAlive = () =>
  fetch(`${server.url}/-/liveness`).then(
    () => true,
    () => false,
  );

/** Does the work with death waiting for it, then starts the server again. What the work throws is an answer that never came. */
async function dieDuring<T>(death: Death, work: () => Promise<T>): Promise<T | undefined> {
  // Our own points are armed at the start, git's while the server runs.
  if ('git' in death) await fatal.arm(death.git, death.ref, server.processId());
  else {
    await server.killAll();
    await server.start({ TRIBUTARY_FAILPOINTS: `${death.at}:${death.nth ?? 1}:kill` });
  }
  const answer = await work().catch(() => undefined);
  await Promise.race([server.ended(), sleep(NOT_REACHED_MS)]);
  if (await isAlive()) throw new Error(`${nameOf(death)} was not reached`);
  // Its git processes go the same way, as with a machine that stops.
  await server.killAll();
  // What the clock starts every five minutes is under way beside the recovery, in every run.
  await queryDatabase(server, START_MAINTENANCE);
  await server.start();
  return answer;
}

/** What pushes and merges left to do. */
const settled = async () => {
  const [row] = await queryDatabase<{ jobs: number; merges: number }>(
    server,
    `select ${DUE_JOBS} as jobs, (select count(*)::int from merge_intents) as merges`,
  );
  return row;
};

/**
 * An ordinary run leaves out where death leaves what it leaves right before or right after as well; `recovery.test.ts` and
 * `push-failures.test.ts` break a plain merge and a push at each of our own points in every run.
 */
const triedOf = (deaths: readonly Death[], likeOthers: readonly string[]): Death[] =>
  deaths.filter((death) => IS_FULL || !likeOthers.includes(nameOf(death)));

describe('push', () => {
  const DEATHS: Death[] = [
    ...['push.auth', 'push.pre_receive', 'push.intent', 'push.post_receive', 'push.outbox'].map((at) => ({ at })),
    { git: 'prepared', ref: 'refs/heads/main' },
    { git: 'committed', ref: 'refs/heads/main' },
  ];
  // Before the intent nothing has begun; after the branch has moved the same is left to do.
  const TRIED = triedOf(DEATHS, [
    'push.auth',
    'push.pre_receive',
    'push.outbox',
    'push.post_receive',
    'git prepared refs/heads/main',
  ]);
  test.each(TRIED.map((death) => [nameOf(death), death] as const))('P-01, P-02: killed at %s', async (name, death) => {
    const project = await world.project(owner, `push-${name.replaceAll(/\W+/g, '-')}`);
    await expect(dieInPush(project, death)).resolves.toBeUndefined();
  });
});

async function dieInPush(project: Project, death: Death): Promise<void> {
  const work = await world.clone(project, { username: owner.username, secret: owner.rest.token });
  const before = await work.must('rev-parse', 'HEAD');
  const sha = await work.commit({ 'file.txt': nameOf(death) });
  const pushed = await dieDuring(death, () => work.git('push', 'origin', 'main'));
  const tip = async () => (await work.must('ls-remote', 'origin', 'refs/heads/main')).split('\t')[0] ?? '';
  const now = await tip();
  expect(pushed?.ok === true ? [sha] : [sha, before]).toContain(now);
  // Refused means invisible: what is on no ref is given out by no interface.
  const commit = await owner.rest.send('GET', `/projects/${project.id}/repository/commits/${sha}`);
  expect(commit.status).toBe(now === sha ? 200 : 404);
  const next = await work.commit({ 'next.txt': nameOf(death) });
  await expect.poll(async () => (await work.git('push', 'origin', 'main')).output, POLL).not.toMatch(/error|fatal/);
  expect(await tip()).toBe(next);
  await expect.poll(settled, POLL).toEqual({ jobs: 0, merges: 0 });
  expect(await pushesOf(project, sha)).toBeLessThanOrEqual(1);
  if (now === sha) expect(await pushesOf(project, sha)).toBe(1);
}

/** How often it was recorded that a branch came to this commit. */
async function pushesOf(project: Project, sha: string): Promise<number> {
  const text = 'select count(*)::int as count from push_events where project_id = $1 and new_sha = $2';
  return (await queryDatabase<{ count: number }>(server, text, [project.id, sha]))[0]?.count ?? 0;
}

describe('commit through the API', () => {
  const TRIED = IS_FULL ? ['push.intent', 'push.moved', 'push.outbox'] : ['push.moved'];
  test.each(TRIED)('P-01: killed at %s', async (at) => {
    const project = await world.project(owner, `commit-${at.replace('.', '-')}`);
    const send = () =>
      owner.rest.send<{ id: string }>('POST', `/projects/${project.id}/repository/commits`, {
        branch: 'main',
        commit_message: 'Add a file',
        actions: [{ action: 'create', file_path: 'once.txt', content: 'once\n' }],
      });
    await dieDuring({ at }, send);
    const again = await send();
    // Either it had happened and the file is there, or it had not and now it does.
    expect([201, 400]).toContain(again.status);
    const log = await owner.rest.get<{ title: string }[]>(`/projects/${project.id}/repository/commits`);
    expect(log.filter((commit) => commit.title === 'Add a file')).toHaveLength(1);
    await expect.poll(settled, POLL).toEqual({ jobs: 0, merges: 0 });
  });
});

const STEPS = ['lock', 'objects', 'gate', 'intent', 'prepared', 'moved', 'db_commit', 'outbox', 'branch_delete'];

describe('merge', () => {
  const DEATHS: Death[] = [
    ...STEPS.map((step) => ({ at: `merge.${step}` })),
    ...['push.intent', 'push.moved', 'push.post_receive', 'push.outbox'].map((at) => ({ at })),
    // The second ref that is moved is the source branch, when it is removed.
    { at: 'push.intent', nth: 2 },
    { at: 'push.moved', nth: 2 },
    { git: 'prepared', ref: 'refs/heads/main' },
    { git: 'committed', ref: 'refs/heads/main' },
    { git: 'prepared', ref: 'refs/heads/topic' },
    { git: 'committed', ref: 'refs/heads/topic' },
  ];
  // Of what ends before the branches move, in between, and after them, one each; and a lock that git left behind.
  const TRIED = triedOf(DEATHS, [
    ...['lock', 'objects', 'gate', 'prepared', 'outbox'].map((step) => `merge.${step}`),
    ...['intent', 'moved', 'post_receive', 'outbox', 'intent (2.)', 'moved (2.)'].map((step) => `push.${step}`),
    'git prepared refs/heads/topic',
    'merge.branch_delete',
    'merge.db_commit',
    'git prepared refs/heads/main',
    'git committed refs/heads/topic',
  ]);
  test.each(TRIED.map((death) => [nameOf(death), death] as const))('P-04: killed at %s', async (name, death) => {
    const project = await world.project(owner, `merge-${name.replaceAll(/\W+/g, '-')}`);
    await expect(dieInMerge(project, death)).resolves.toBeUndefined();
  });
});

async function dieInMerge(project: Project, death: Death): Promise<void> {
  const request = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
  const address = `/projects/${project.id}/merge_requests/${request.iid}`;
  const merge = () =>
    owner.rest.send<MergeRequest>('PUT', `${address}/merge`, { sha: request.sha, should_remove_source_branch: true });
  const answer = await dieDuring(death, merge);
  const isMerged = await expectWhole(project, request.iid);
  if (answer?.status === 200) expect(isMerged).toBe(true);
  if (!isMerged) {
    await expect.poll(async () => (await merge()).status, POLL).toBe(200);
    expect(await expectWhole(project, request.iid)).toBe(true);
  }
  // What was asked for with the merge comes too: the branch goes, and nothing is left to do.
  const branch = `/projects/${project.id}/repository/branches/topic`;
  await expect.poll(async () => (await owner.rest.send('GET', branch)).status, POLL).toBe(404);
  await expect.poll(settled, POLL).toEqual({ jobs: 0, merges: 0 });
  await expect.poll(() => mergesTold(project, request.iid), POLL).toEqual({ events: 1, notes: 1 });
}

/** Exactly one holds: nothing happened; or the target has the commit and the merge request says so. */
async function expectWhole(project: Project, iid: number): Promise<boolean> {
  const request = await owner.rest.get<MergeRequest>(`/projects/${project.id}/merge_requests/${iid}`);
  const log = await owner.rest.get<{ id: string }[]>(`/projects/${project.id}/repository/commits?ref_name=main`);
  const isInTarget = log.some((commit) => commit.id === request.sha);
  expect([request.state, isInTarget]).toEqual(request.state === 'merged' ? ['merged', true] : ['opened', false]);
  if (request.state === 'merged') expect(log.map((commit) => commit.id)).toContain(request.merge_commit_sha);
  return request.state === 'merged';
}

/** How often the merge was told: as an event to everything that listens, and as a note to users. */
async function mergesTold(project: Project, iid: number): Promise<{ events: number; notes: number }> {
  const [row] = await queryDatabase<{ events: number; notes: number }>(
    server,
    `select (select count(*)::int from outbox_events e
        where e.type = 'merge_request.merged' and (e.data->>'mergeRequestId')::bigint = m.id) as events,
      (select count(*)::int from notes n where n.noteable_type = 'MergeRequest' and n.noteable_id = m.id
        and n.is_system and n.body = 'merged') as notes
    from merge_requests m where m.target_project_id = $1 and m.iid = $2`,
    [project.id, iid],
  );
  return { events: row?.events ?? 0, notes: row?.notes ?? 0 };
}

/** Always the same for the same seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const SEEDS = IS_FULL ? Array.from({ length: 60 }, (_, index) => index + 1) : [1];

test.runIf(IS_FULL).each(SEEDS)(
  'P-01, P-04: several pushes and merges are under way when it dies (seed %i)',
  async (seed) => {
    const pick = random(seed);
    const project = await world.project(owner, `seed-${seed}`);
    const requests: MergeRequest[] = [];
    for (const name of ['a', 'b', 'c']) {
      requests.push(await world.mergeRequest(owner, project, `topic-${name}`, { [`${name}.txt`]: name }));
    }
    const work = await world.clone(project, { username: owner.username, secret: owner.rest.token });
    const pushed = await work.commit({ 'pushed.txt': String(seed) });
    const points = [...STEPS.slice(0, 8).map((step) => `merge.${step}`), 'push.intent', 'push.moved', 'push.outbox'];
    const death = { at: points[pick(points.length)] ?? '', nth: 1 + pick(3) };
    let push = { ok: false };
    const merged: number[] = [];
    await dieDuring(death, async () => {
      await Promise.allSettled([
        ...requests.map(async ({ iid }) => {
          const answer = await owner.rest.send('PUT', `/projects/${project.id}/merge_requests/${iid}/merge`);
          if (answer.status === 200) merged.push(iid);
        }),
        work.git('push', 'origin', 'HEAD:refs/heads/pushed').then((result) => (push = result)),
      ]);
      // The point may lie behind what these few reached.
      await server.killAll();
    });
    for (const { iid } of requests) {
      const isMerged = await expectWhole(project, iid);
      if (merged.includes(iid)) expect(isMerged).toBe(true);
    }
    const now = (await work.must('ls-remote', 'origin', 'refs/heads/pushed')).split('\t')[0];
    expect(push.ok ? [pushed] : [pushed, '']).toContain(now);
    await expect.poll(settled, POLL).toEqual({ jobs: 0, merges: 0 });
  },
);

test('afterwards git, the database and the files agree', async () => {
  expect(await server.command(['verify'])).toBe('');
});
