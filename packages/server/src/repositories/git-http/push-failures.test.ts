import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRef, ZERO_OID } from '@tributary/git';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { firstOf, IS_FULL } from '../../../testing/sampled.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { armFailpoints, reachedFailpoints } from '../../platform/failpoints.ts';
import { sql } from '../../platform/db/database.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { createCommit, definePushMessage, definePushOptions, recoverPushIntents, updateBranch } from '../index.ts';
import { cloneAddress, createGitClient, type GitClient } from '../testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let origin: string;
let owner: TestUser;
let developer: TestUser;
const clients: GitClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  owner = await createUser(app, { username: 'ada' });
  developer = await createUser(app, { username: 'dev' });
});
afterAll(() => app.close());
afterEach(async () => {
  armFailpoints(undefined);
  for (const client of clients.splice(0)) await client.remove();
});

async function setUp(): Promise<{ project: BuiltProject; work: GitClient }> {
  const project = await createProject(app, { owner: owner.user, files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  const work = await createGitClient(cloneAddress(origin, project, developer));
  clients.push(work);
  await work.must('fetch', '-q', 'origin');
  await work.must('checkout', '-q', 'main');
  return { project, work };
}

const rowsOf = async (project: BuiltProject) => ({
  events: await app.platform.db.selectFrom('push_events').selectAll().where('project_id', '=', project.id).execute(),
  intents: await app.platform.db.selectFrom('push_intents').selectAll().where('project_id', '=', project.id).execute(),
  outbox: (
    await app.platform.db.selectFrom('outbox_events').selectAll().where('type', '=', 'push.received').execute()
  ).filter((event) => (event.data as { projectId: number }).projectId === project.id),
});

/** As after a restart, when enough time has passed that nobody is at it any more. */
async function recover(project: BuiltProject): Promise<void> {
  await sql`update push_intents set created_at = now() - interval '10 minutes' where project_id = ${project.id}`.execute(
    app.platform.db,
  );
  await recoverPushIntents(app.system, { atStart: true });
}

const POINTS = firstOf(3, ['push.intent', 'push.pre_receive', 'push.outbox', 'push.auth', 'push.post_receive']);

test.each(POINTS)('P-01, P-02: a push that fails at %s is there with its event, or not at all', async (point) => {
  const { project, work } = await setUp();
  const before = await readRef(project.repository.dir, 'refs/heads/main');
  const sha = await work.commit({ b: point });
  armFailpoints(`${point}:1:throw`);
  const push = await work.git('push', 'origin', 'main');
  expect(reachedFailpoints()).toContain(point);
  armFailpoints(undefined);
  const now = await readRef(project.repository.dir, 'refs/heads/main');
  // What git told the client is what is true.
  expect(now).toBe(push.ok ? sha : before);
  await recover(project);
  const { events, intents, outbox } = await rowsOf(project);
  expect(intents).toEqual([]);
  expect(events.map((event) => event.new_sha)).toEqual(push.ok ? [sha] : []);
  expect(outbox).toHaveLength(push.ok ? 1 : 0);
  expect((await work.git('push', 'origin', 'main')).ok).toBe(true);
  expect((await rowsOf(project)).events.map((event) => event.new_sha)).toEqual([sha]);
  expect(await project.repository.git('fsck', '--connectivity-only')).not.toContain('missing');
});

test.each(firstOf(2, ['push.moved', 'push.post_receive', 'push.intent', 'push.outbox']))(
  'a commit by the server that fails at %s is finished or forgotten',
  async (point) => {
    const { project } = await setUp();
    const before = await readRef(project.repository.dir, 'refs/heads/main');
    armFailpoints(`${point}:1:throw`);
    const ctx = contextOf(app, owner);
    const input = {
      projectId: project.id,
      branch: 'main',
      message: 'm',
      actions: [{ action: 'create' as const, path: 'n', content: Buffer.from(point) }],
    };
    const outcome = await createCommit(ctx, input).then(
      () => 'made',
      () => 'failed',
    );
    armFailpoints(undefined);
    await recover(project);
    const now = await readRef(project.repository.dir, 'refs/heads/main');
    const { events, intents, outbox } = await rowsOf(project);
    expect(intents).toEqual([]);
    if (now === before) expect([outcome, events, outbox]).toEqual(['failed', [], []]);
    else expect([events.length, outbox.length, events[0]?.new_sha]).toEqual([1, 1, now]);
  },
);

test.runIf(IS_FULL)(
  'recovery finishes a push that a later one went on from, once, and leaves young ones alone',
  async () => {
    const { project, work } = await setUp();
    armFailpoints('push.post_receive:1:throw');
    const one = await work.commit({ b: '1' });
    expect((await work.git('push', 'origin', 'main')).ok).toBe(true);
    armFailpoints(undefined);
    const two = await work.commit({ b: '2' });
    await work.must('push', '-q', 'origin', 'main');
    await sql`insert into push_intents (project_id, push_key, ref, old_sha, new_sha) values
    (${project.id}, gen_random_uuid(), 'refs/heads/never', ${ZERO_OID}, ${one})`.execute(app.platform.db);
    expect(await recoverPushIntents(app.system)).toEqual({ finished: 0, abandoned: 0, waiting: 2 });
    await recover(project);
    await recover(project);
    const { events, intents } = await rowsOf(project);
    expect(intents).toEqual([]);
    expect(events.map((event) => event.new_sha).toSorted()).toEqual([one, two].toSorted());
    expect(events.find((event) => event.new_sha === one)).toMatchObject({
      actor_id: developer.user.id,
      commit_count: 1,
    });
  },
);

test('a push that never moved anything is not recorded because a later one brought its commits', async () => {
  const { project, work } = await setUp();
  const old = (await readRef(project.repository.dir, 'refs/heads/main')) ?? '';
  const one = await work.commit({ b: '1' });
  await sql`insert into push_intents (project_id, push_key, ref, old_sha, new_sha) values
    (${project.id}, gen_random_uuid(), 'refs/heads/main', ${old}, ${one})`.execute(app.platform.db);
  const two = await work.commit({ b: '2' });
  await work.must('push', '-q', 'origin', 'main');
  await recover(project);
  const { events, intents } = await rowsOf(project);
  expect(intents).toEqual([]);
  expect(events.map((event) => event.new_sha)).toEqual([two]);
});

test.runIf(IS_FULL)('a lock that a killed git left behind does not stop the next push', async () => {
  const { project, work } = await setUp();
  const { utimes, writeFile } = await import('node:fs/promises');
  const lock = `${project.repository.dir}/refs/heads/main.lock`;
  await writeFile(lock, '');
  const before = new Date(Date.now() - 60_000);
  await utimes(lock, before, before);
  const sha = await work.commit({ b: '2' });
  expect((await work.git('push', 'origin', 'main')).ok).toBe(true);
  expect(await readRef(project.repository.dir, 'refs/heads/main')).toBe(sha);
});

test('P-05: of many that move one branch at once, one wins and no commit is lost', async () => {
  const { project } = await setUp();
  const ctx = contextOf(app, owner);
  const access = await getProjectAccess(ctx, project.id);
  const oldSha = (await readRef(project.repository.dir, 'refs/heads/main')) ?? '';
  const shas: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    shas.push(
      await project.repository.commit({ branch: `side-${index}`, parents: [oldSha], files: { [`f${index}`]: '' } }),
    );
  }
  const outcomes = await Promise.allSettled(
    shas.map((newSha) => updateBranch(ctx, access, { branch: 'main', oldSha, newSha })),
  );
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(['ref_changed', 'repository_locked']).toContain(outcome.reason.code);
  }
  const { events, intents } = await rowsOf(project);
  expect([events.length, intents.length]).toEqual([1, 0]);
  expect(events[0]?.new_sha).toBe(await readRef(project.repository.dir, 'refs/heads/main'));
});

test.runIf(IS_FULL)('many commits to one branch at once all land, one after the other', async () => {
  const { project } = await setUp();
  const ctx = contextOf(app, owner);
  const make = (index: number) =>
    createCommit(ctx, {
      projectId: project.id,
      branch: 'main',
      message: `c${index}`,
      actions: [{ action: 'create', path: `file-${index}`, content: Buffer.from('x') }],
    });
  const outcomes = await Promise.allSettled([0, 1, 2].map(make));
  const made = outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
  const files = (await project.repository.git('ls-tree', '--name-only', 'main')).split('\n');
  expect(files.filter((name) => name.startsWith('file-'))).toHaveLength(made);
  expect(made).toBeGreaterThan(0);
});

test.runIf(IS_FULL)('what other slices have to say about a push is printed, and their push options run', async () => {
  const seen: string[] = [];
  onTestFinished(
    definePushMessage(async (_ctx, _access, { action, name }) =>
      action === 'created' ? [`Look at ${name} here`] : [],
    )(),
  );
  onTestFinished(
    definePushOptions({
      prefix: 'sample',
      run: async (_ctx, _access, { options }) => {
        seen.push(...options.map((option) => `${option.name}=${option.value ?? ''}`));
        return ['Sample done.'];
      },
    })(),
  );
  const { work } = await setUp();
  await work.commit({ b: '2' });
  const push = await work.git('push', '-o', 'sample.go=now', '-o', 'nonsense', 'origin', 'HEAD:refs/heads/topic');
  expect(push.ok).toBe(true);
  expect(push.output).toContain('Look at topic here');
  expect(push.output).toContain('Sample done.');
  expect(push.output).toContain('"nonsense" is not supported');
  expect(seen).toEqual(['sample.go=now']);
});

test('P-29: who lost the right while the push came in does not push', async () => {
  const { project, work } = await setUp();
  await work.commit({ b: '2' });
  // The right is asked for again when everything has arrived.
  await app.platform.db.deleteFrom('members').where('project_id', '=', project.id).execute();
  const push = await work.git('push', 'origin', 'main');
  expect(push.ok).toBe(false);
  expect((await rowsOf(project)).events).toEqual([]);
});

test('a branch and a tag of one name are never both created, however close they are asked for', async () => {
  const { project, work } = await setUp();
  const server = await app.server();
  const create = async (kind: 'branches' | 'tags', name: string) => {
    const query = kind === 'branches' ? `branch=${name}` : `tag_name=${name}`;
    const url = `/api/v4/projects/${project.id}/repository/${kind}?${query}&ref=main`;
    return (await server.inject({ method: 'POST', url, headers: owner.headers })).statusCode;
  };
  const repo = app.platform.repositories.directory(project.id);
  const both: string[] = [];
  const check = async (name: string) => {
    const refs = await Promise.all([`refs/heads/${name}`, `refs/tags/${name}`].map((ref) => readRef(repo, ref)));
    if (refs.every((sha) => sha !== undefined)) both.push(name);
  };
  const names = Array.from({ length: 12 }, (_unused, at) => `twin-${at}`);
  for (const name of names) {
    const statuses = await Promise.all([create('branches', name), create('tags', name)]);
    expect(statuses.filter((status) => status !== 201 && status !== 400)).toEqual([]);
    await check(name);
  }
  for (const name of ['pushed-1', 'pushed-2']) {
    await Promise.all([work.git('push', '-q', 'origin', `main:refs/heads/${name}`), create('tags', name)]);
    await check(name);
  }
  expect(both).toEqual([]);
  // What was refused left nothing behind that would stand in the way.
  expect(await rowsOf(project)).toMatchObject({ intents: [] });
});

test.runIf(IS_FULL)(
  'one push of very many tags or branches has few events, one line and one entry of activity, also when recovered',
  async () => {
    const { project, work } = await setUp();
    const [sha] = (await work.must('rev-parse', 'HEAD')).split('\n');
    const count = 300;
    const create = async (prefix: string) => {
      const lines = Array.from({ length: count }, (_, n) => `${sha} refs/${prefix}${n}\n`).join('');
      await writeFile(join(work.dir, '.git', 'packed-refs'), `# pack-refs with: peeled fully-peeled \n${lines}`);
    };
    await create('tags/v');
    const tags = await work.git('push', '-q', 'origin', '--tags');
    expect([tags.ok, tags.output]).toEqual([true, '']);
    expect(await rowsOf(project)).toMatchObject({
      events: { length: count },
      intents: [],
      outbox: [{ data: { refKind: 'tag', bulkCount: count } }],
    });
    await create('heads/b');
    armFailpoints('push.post_receive:1:throw');
    expect((await work.git('push', '-q', 'origin', 'refs/heads/b*:refs/heads/b*')).ok).toBe(true);
    armFailpoints(undefined);
    // Of many git may still be at it when one ref would be finished.
    await sql`update push_intents set created_at = now() - interval '6 seconds' where project_id = ${project.id}`.execute(
      app.platform.db,
    );
    expect(await recoverPushIntents(app.system)).toEqual({ finished: 0, abandoned: 0, waiting: count });
    await recover(project);
    const rows = await rowsOf(project);
    expect([rows.events.length, rows.intents, rows.outbox.length]).toEqual([2 * count, [], 2]);
    const more = await work.git('push', 'origin', 'refs/heads/b*:refs/heads/c*');
    expect(more.output.match(/^remote: .*\S/gm)).toEqual([
      `remote: This push changed ${count} branches. To see them and create merge requests, visit:`,
      expect.stringContaining(`${project.full_path}/-/branches`),
    ]);
    await app.runJobs();
    const activity = await (await app.server()).inject(`/api/v4/projects/${project.id}/events`);
    expect(activity.json().map((event: { push_data: unknown }) => event.push_data)).toMatchObject([
      { ref: null, ref_type: 'branch', ref_count: count, action: 'created' },
      { ref: null, ref_type: 'branch', ref_count: count, action: 'created' },
      { ref: null, ref_type: 'tag', ref_count: count, action: 'created' },
    ]);
  },
);
