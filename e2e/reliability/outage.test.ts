import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/server/src/platform/db/embedded-postgres.ts';
import { queryUrl } from '../testing/database.ts';
import { DUE_JOBS, START_MAINTENANCE } from '../testing/due-jobs.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { startReceiver } from '../testing/receiver.ts';
import { createTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import {
  commitFiles,
  createWorld,
  type MergeRequest,
  type TestUser,
  type Project,
  type World,
} from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const run = promisify(execFile);
let folder: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-outage-'));
  // The database runs as a user of its own, which must be able to walk here.
  await chmod(folder, 0o755);
  postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  postgres.supervise(() => undefined);
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A database of its own beside the others. */
async function createDatabase(name: string): Promise<string> {
  await queryUrl(postgres.url, `create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

const CLEAN_FAILURE_MS = 5_000;
const RECOVERY_MS = 10_000;

describe('P-16: the database is lost', () => {
  let server: RunningServer;
  let world: World;
  let proxy: TcpProxy;
  let owner: TestUser;
  let databaseUrl: string;

  beforeAll(async () => {
    databaseUrl = await createDatabase('lost_and_found');
    const real = new URL(databaseUrl);
    proxy = await createTcpProxy({ host: real.hostname, port: Number(real.port) });
    const through = new URL(databaseUrl);
    through.port = String(proxy.port);
    server = await startServer({
      DATABASE_URL: through.href,
      TRIBUTARY_LOG: 'fatal',
      TRIBUTARY_OUTBOUND_ALLOW: '127.0.0.1',
    });
    world = await createWorld(server, ROOT_PASSWORD);
    owner = await world.person('olga');
  });
  afterAll(async () => {
    proxy.set('pass');
    await world.dispose();
    await server.dispose();
    await proxy.close();
  });

  /** What an outage must not do by halves: a read, a page, a note, a merge and a push. */
  async function tryEverything(project: Project, request: MergeRequest) {
    const work = await world.clone(project, { username: owner.username, secret: owner.rest.token });
    const sha = await work.commit({ 'pushed.txt': 'pushed\n' });
    const address = `/projects/${project.id}/merge_requests/${request.iid}`;
    const timed = async (request: () => Promise<{ status: number }>) => {
      const start = performance.now();
      const { status } = await request();
      return { status, isInTime: performance.now() - start < CLEAN_FAILURE_MS };
    };
    return {
      work,
      sha,
      requests: () =>
        Promise.all([
          timed(() => owner.rest.send('GET', address)),
          timed(() => fetch(`${server.url}/${project.path}`)),
          timed(() => owner.rest.send('POST', `${address}/notes`, { body: 'Is anybody there?' })),
          timed(() => owner.rest.send('PUT', `${address}/merge`)),
          timed(() => owner.rest.send('GET', '/user')),
        ]),
    };
  }

  test.each(['cut', 'silent'] as const)(
    '%s: every door says so in time, nothing is half done, all comes back',
    async (mode) => {
      const project = await world.project(owner, `gone-${mode}`);
      const request = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
      const { work, sha, requests } = await tryEverything(project, request);
      proxy.set(mode);
      // Twice: those that were connected when it happened, and those that come later.
      for (let round = 1; round <= 2; round += 1) {
        expect(await requests()).toEqual(Array.from({ length: 5 }, () => ({ status: 503, isInTime: true })));
      }
      const started = performance.now();
      const push = await work.git('push', 'origin', 'HEAD:refs/heads/pushed');
      expect([push.ok, performance.now() - started < 2 * CLEAN_FAILURE_MS]).toEqual([false, true]);
      expect((await fetch(`${server.url}/-/liveness`)).status).toBe(200);
      expect((await fetch(`${server.url}/-/readiness`)).status).toBe(503);

      await queryUrl(databaseUrl, START_MAINTENANCE);
      proxy.set('pass');
      const address = `/projects/${project.id}/merge_requests/${request.iid}`;
      await expect.poll(async () => (await owner.rest.send('GET', address)).status, { timeout: RECOVERY_MS }).toBe(200);
      expect(await owner.rest.get(address)).toMatchObject({ state: 'opened', user_notes_count: 0 });
      expect(await work.must('ls-remote', 'origin', 'refs/heads/pushed')).toBe('');
      expect((await owner.rest.send('GET', `/projects/${project.id}/repository/commits/${sha}`)).status).toBe(404);
      // Work behind the requests goes on too: the push is recorded, the head of the merge request follows.
      await work.must('fetch', '-q', 'origin');
      await work.must('checkout', '-q', '-B', 'topic', 'origin/topic');
      const next = await work.commit({ 'next.txt': 'next\n' });
      await work.must('push', '-q', 'origin', 'topic');
      await expect
        .poll(async () => (await owner.rest.get<MergeRequest>(address)).sha, { timeout: RECOVERY_MS })
        .toBe(next);
      await expect.poll(waitingJobs, { timeout: RECOVERY_MS }).toBe(0);
      expect((await owner.rest.put<MergeRequest>(`${address}/merge`, { sha: next })).state).toBe('merged');
    },
  );

  async function waitingJobs(): Promise<number> {
    return (await queryUrl<{ count: number }>(databaseUrl, `select ${DUE_JOBS} as count`))[0]?.count ?? -1;
  }

  test.each(['lose-commit', 'lose-answer'] as const)(
    '%s: a note whose fate is unknown is there exactly once after it is sent again with its key',
    async (mode) => {
      const project = await world.project(owner, mode);
      const request = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
      const notes = `/projects/${project.id}/merge_requests/${request.iid}/notes`;
      // The jobs of creating it commit as well; the commit that is lost must be the note's.
      await expect.poll(waitingJobs, { timeout: RECOVERY_MS }).toBe(0);
      const send = (body: string, key: string) =>
        owner.rest.send<{ id: number }>('POST', notes, { body }, { 'idempotency-key': key });
      for (let round = 1; round <= 5; round += 1) {
        const before = proxy.lost();
        proxy.set(mode);
        const first = await send(`Round ${round}`, `key-${round}`);
        proxy.set('pass');
        if (proxy.lost() > before) expect([201, 503]).toContain(first.status);
        const second = await send(`Round ${round}`, `key-${round}`);
        expect(second.status).toBe(201);
        if (first.status === 201) expect(second.body.id).toBe(first.body.id);
      }
      const all = await owner.rest.get<{ body: string; system: boolean }[]>(`${notes}?sort=asc&order_by=created_at`);
      const bodies = all.filter((note) => !note.system).map((note) => note.body);
      expect(bodies).toEqual(['Round 1', 'Round 2', 'Round 3', 'Round 4', 'Round 5']);
      expect(proxy.lost()).toBeGreaterThan(0);
    },
  );

  // Where the commit itself is lost, all is as when the server dies before it: see `kill-review.test.ts`.
  test.each(IS_FULL ? (['lose-commit', 'lose-answer'] as const) : (['lose-answer'] as const))(
    '%s: P-09: a review whose fate is unknown is published exactly once when it is sent again with its key',
    async (mode) => {
      const project = await world.project(owner, `review-${mode}`);
      const request = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
      const address = `/projects/${project.id}/merge_requests/${request.iid}`;
      const before = proxy.lost();
      const said: string[] = [];
      for (let which = 1; which <= 3; which += 1) {
        const [one, two, sum] = ['One', 'Two', 'In sum'].map((words) => `${words} of ${which}`) as [
          string,
          string,
          string,
        ];
        for (const note of [one, two]) await owner.rest.post(`${address}/draft_notes`, { note });
        said.push(one, two, sum);
        await expect.poll(waitingJobs, { timeout: RECOVERY_MS }).toBe(0);
        const publish = () =>
          owner.rest.send(
            'POST',
            `${address}/draft_notes/bulk_publish`,
            { note: sum },
            { 'idempotency-key': `review-${which}` },
          );
        proxy.set(mode, which);
        const first = await publish();
        proxy.set('pass');
        expect([204, 503]).toContain(first.status);
        expect((await publish()).status).toBe(204);
        expect(await owner.rest.get(`${address}/draft_notes`)).toEqual([]);
      }
      const all = await owner.rest.get<{ body: string }[]>(
        `${address}/notes?activity_filter=only_comments&sort=asc&order_by=created_at`,
      );
      expect(all.map((note) => note.body)).toEqual(said);
      expect(proxy.lost()).toBeGreaterThan(before);
    },
  );

  test.runIf(IS_FULL).each(['lose-commit', 'lose-answer'] as const)(
    '%s: a merge is done once or not at all',
    async (mode) => {
      const project = await world.project(owner, `merge-${mode}`);
      const before = proxy.lost();
      // Each of the transactions of a merge in turn, until there are no more.
      for (let which = 1; which <= 5; which += 1) {
        const request = await world.mergeRequest(owner, project, `topic-${which}`, { [`${which}.txt`]: 'x' });
        const address = `/projects/${project.id}/merge_requests/${request.iid}`;
        await expect.poll(waitingJobs, { timeout: RECOVERY_MS }).toBe(0);
        proxy.set(mode, which);
        const first = await owner.rest.send('PUT', `${address}/merge`);
        proxy.set('pass');
        expect([200, 503]).toContain(first.status);
        const isMerged = async () => {
          await owner.rest.send('PUT', `${address}/merge`);
          return (await owner.rest.get<MergeRequest>(address)).state === 'merged';
        };
        await expect.poll(isMerged, { timeout: RECOVERY_MS, interval: 250 }).toBe(true);
        const commits = await owner.rest.get<{ title: string }[]>(`/projects/${project.id}/repository/commits`);
        expect(commits.filter(({ title }) => title === `Merge branch 'topic-${which}' into 'main'`)).toHaveLength(1);
      }
      expect(proxy.lost() - before).toBeGreaterThanOrEqual(3);
    },
  );

  test('a restart of PostgreSQL while jobs run ends no process, and all jobs are done', async () => {
    const receiver = await startReceiver();
    const others: RunningServer[] = [];
    try {
      for (const mode of ['web', 'worker']) {
        const shared = { DATABASE_URL: databaseUrl, TRIBUTARY_DATA: server.dataDir, TRIBUTARY_LOG: 'fatal' };
        others.push(await startServer({ ...shared, TRIBUTARY_PROCESS: mode, TRIBUTARY_OUTBOUND_ALLOW: '127.0.0.1' }));
      }
      const project = await world.project(owner, 'restarted');
      const request = await world.mergeRequest(owner, project, 'topic', { 'topic.txt': 'topic\n' });
      // More than one process has workers for, and each hook is called once at a time: all are busy.
      const count = 12;
      for (let hook = 1; hook <= count; hook += 1) {
        await owner.rest.post(`/projects/${project.id}/hooks`, { url: `${receiver.url}/${hook}`, note_events: true });
      }
      await expect.poll(waitingJobs, { timeout: RECOVERY_MS }).toBe(0);
      const notes = `/projects/${project.id}/merge_requests/${request.iid}/notes`;
      const letGo = receiver.hold();
      await owner.rest.post(notes, { body: 'The first note' });
      await expect.poll(() => receiver.received.length, { timeout: RECOVERY_MS }).toBe(count);

      const [postmaster] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(postmaster), 'SIGINT');
      const isAway = () =>
        queryUrl(databaseUrl, 'select 1').then(
          () => false,
          () => true,
        );
      await expect.poll(isAway, { interval: 20 }).toBe(true);
      // They end while nothing can be written down.
      letGo();

      await expect.poll(isAway, { timeout: RECOVERY_MS }).toBe(false);
      const web = others[0]?.url ?? '';
      for (const url of [server.url, web]) {
        await expect.poll(async () => (await fetch(`${url}/-/readiness`)).status, { timeout: RECOVERY_MS }).toBe(200);
      }
      await owner.rest.post(notes, { body: 'The last note' });
      // What failed is tried again a few seconds later.
      await expect.poll(openJobs, { timeout: 60_000, interval: 250 }).toBe(0);
      const calls = receiver.received.map(({ path: hook, body }) => {
        const { object_attributes: note } = JSON.parse(body) as { object_attributes: { note: string } };
        return `${hook} ${note.note}`;
      });
      expect(new Set(calls).size).toBe(2 * count);
      for (const { processId } of [server, ...others]) expect(() => process.kill(processId(), 0)).not.toThrow();
    } finally {
      for (const other of others) await other.dispose();
      await receiver.close();
    }
  });

  /** As `waitingJobs`, with those that are tried again later. */
  async function openJobs(): Promise<number> {
    const text = `select count(*)::int as count from graphile_worker._private_jobs where attempts < max_attempts and attempts > 0`;
    return (await queryUrl<{ count: number }>(databaseUrl, text))[0]?.count ?? -1;
  }
});

describe('P-17: the disk is full', () => {
  const SIZE = 24 * 1024 * 1024;
  let data: string;
  let smallUrl: string;
  let isMounted = false;
  let server: RunningServer;
  let world: World;
  let owner: TestUser;

  beforeAll(async () => {
    data = path.join(folder, 'small-disk');
    await run('mkdir', ['-p', data]);
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', data]);
      isMounted = true;
    } catch (error) {
      // Only a user who may mount can make a small disk.
      process.stderr.write(`P-17 is not tried here: ${error instanceof Error ? error.message : String(error)}\n`);
      return;
    }
    smallUrl = await createDatabase('small_disk');
    server = await startServer({
      DATABASE_URL: smallUrl,
      TRIBUTARY_DATA: data,
      TRIBUTARY_LOG: 'fatal',
    });
    world = await createWorld(server, ROOT_PASSWORD);
    owner = await world.person('olga');
  });
  afterAll(async () => {
    if (!isMounted) return;
    await world.dispose();
    await server.dispose();
    await run('umount', [data]);
  });

  /** Leaves no byte; gives the way to have them back. */
  async function fillDisk(): Promise<() => Promise<void>> {
    const file = path.join(data, 'filler');
    const handle = await open(file, 'w');
    try {
      for (let size = 1024 * 1024; size >= 4096; size /= 2) {
        const block = Buffer.alloc(size);
        while (
          await handle.write(block).then(
            (result) => result.bytesWritten === size,
            () => false,
          )
        );
      }
    } finally {
      await handle.close();
    }
    return () => rm(file);
  }

  async function leftovers(): Promise<string[]> {
    const files = await readdir(data, { recursive: true });
    // Loose objects that git could not finish are in nobody's way and go with the next maintenance.
    return files.filter((file) => /\.lock$|tmp_objdir|tmp_pack|tmp_idx|\.tmp$/.test(file));
  }

  test('push, commit, upload and merge fail with a sentence, reads go on, and all works again', async (context) => {
    if (!isMounted) return context.skip('no small disk could be mounted');
    const project = await world.project(owner, 'crowded', { files: { 'a.txt': 'a\n' } });
    const request = await world.mergeRequest(owner, project, 'topic', {
      'topic.txt': randomBytes(30_000).toString('hex'),
    });
    const address = `/projects/${project.id}/merge_requests/${request.iid}`;
    const work = await world.clone(project, { username: owner.username, secret: owner.rest.token });
    await writeFile(path.join(work.dir, 'big.bin'), randomBytes(2_000_000));
    await work.must('add', '-A');
    await work.must('commit', '-q', '-m', 'Add much');
    const free = await fillDisk();
    await queryUrl(smallUrl, START_MAINTENANCE);

    const push = await work.git('push', 'origin', 'HEAD:refs/heads/big');
    expect(push.ok).toBe(false);
    expect(push.output).toMatch(/No space left|disk|storage/i);
    const commit = await owner.rest.send<{ message: string }>('POST', `/projects/${project.id}/repository/commits`, {
      branch: 'main',
      commit_message: 'Too much',
      actions: [{ action: 'create', file_path: 'b.bin', content: randomBytes(200_000).toString('base64') }],
    });
    expect([commit.status, commit.body.message]).toEqual([503, expect.stringMatching(/space|full/i)]);
    const form = new FormData();
    form.append('file', new Blob([randomBytes(500_000)]), 'picture.bin');
    const headers = { 'private-token': owner.rest.token };
    const upload = await fetch(`${server.url}/api/v4/projects/${project.id}/uploads`, {
      method: 'POST',
      body: form,
      headers,
    });
    expect([upload.status, await upload.text()]).toEqual([503, expect.stringMatching(/space|full/i)]);
    const merge = await owner.rest.send<{ message: string }>('PUT', `${address}/merge`);
    expect([merge.status, merge.body.message]).toEqual([503, expect.stringMatching(/space|full/i)]);

    // Whoever watches is told what writes meet.
    expect((await fetch(`${server.url}/-/liveness`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/-/readiness`)).json()).toMatchObject({
      status: 'failed',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'free_space', ok: false })]),
    });
    await expect(server.command(['doctor'])).rejects.toThrow(/fail .* free for the data directory/);

    // Reading needs no room.
    expect(await owner.rest.get(address)).toMatchObject({ state: 'opened' });
    expect(await owner.rest.get<unknown[]>(`${address}/diffs`)).toHaveLength(1);
    expect(await owner.rest.send('GET', `/projects/${project.id}/repository/files/a.txt/raw?ref=main`)).toMatchObject({
      status: 200,
    });
    expect((await work.git('clone', '-q', await work.must('remote', 'get-url', 'origin'), 'again')).ok).toBe(true);
    // Upkeep that goes on beside it has files for a moment, and puts packs in the place of others.
    await expect.poll(leftovers).toEqual([]);
    await expect.poll(fsck).toBe('');

    await free();
    expect((await work.git('push', 'origin', 'HEAD:refs/heads/big')).ok).toBe(true);
    expect((await owner.rest.put<MergeRequest>(`${address}/merge`)).state).toBe('merged');
    await commitFiles(owner, project.id, { branch: 'main', files: { 'after.txt': 'fine\n' } });
    await expect.poll(fsck).toBe('');
  });

  /** What git finds wrong with any repository on the small disk. */
  async function fsck(): Promise<string> {
    const found: string[] = [];
    for (const entry of await readdir(path.join(data, 'repositories'), { recursive: true })) {
      if (!entry.endsWith('.git')) continue;
      const repo = path.join(data, 'repositories', entry);
      const result = await run('git', ['-c', 'safe.directory=*', '-C', repo, 'fsck', '--no-dangling', '--no-progress']);
      found.push(result.stdout, result.stderr);
    }
    return found.join('').trim();
  }
});
