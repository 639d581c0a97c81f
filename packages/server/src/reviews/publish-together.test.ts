import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { createPlatform, type RunningPlatform } from '../app/create-platform.ts';
import { sql } from '../platform/db/database.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';
import { publishReview } from './operations/publish-review.ts';
import { armFailpoints } from '../platform/failpoints.ts';
import { undoReview } from './operations/undo-review.ts';
import { IS_FULL } from '../../testing/sampled.ts';

/** What a review of many comments asks of the database, and when what hangs on it is told. */
let app: TestApp;
let counted: RunningPlatform;
let owner: TestUser;
let ann: TestUser;
let project: BuiltProject;
let asked: string[] = [];
const rest = restCaller(() => app);
const page = async (url: string, user: TestUser) => {
  const answer = await (await app.server()).inject({ method: 'GET', url, headers: user.headers });
  return { status: answer.statusCode, body: answer.json() };
};

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ann.user, level: 30, project });
  counted = await createPlatform({ ...app.platform.config }, app.databaseUrl, {
    clock: app.clock,
    log: app.platform.log,
  });
  counted.database.pool.on('connect', (client) => listenTo(client));
});
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await counted.close();
  await app.close();
});

function listenTo(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [query] = args;
    asked.push(typeof query === 'string' ? query : String((query as { text?: string }).text));
    return ask(...args);
  }) as typeof client.query;
}

const api = (row: MergeRequestRow, path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function propose() {
  const lines = Array.from({ length: 40 }, (_, number) => `line ${number}`);
  const files = { 'r.txt': `${lines.join('\n')}\n` };
  const row = await createMergeRequest(app, { project, author: owner, files });
  const { diff_refs: refs } = (await rest('GET', api(row), owner)).body;
  const at = (line: number) => ({
    ...refs,
    position_type: 'text',
    old_path: 'r.txt',
    new_path: 'r.txt',
    new_line: line,
  });
  const draft = async (note: string, more: object = {}) => {
    const made = await rest('POST', api(row, '/draft_notes'), ann, { note, ...more });
    expect(made.status).toBe(201);
  };
  return { row, at, draft };
}

async function reviewOf(count: number) {
  const { row, at, draft } = await propose();
  for (let number = 1; number <= count; number += 1) {
    const thread = (await rest('POST', api(row, '/discussions'), owner, { body: `Question ${number}` })).body;
    await draft(`On ${number}\n\n\`\`\`suggestion\nbetter ${number}\n\`\`\``, { position: at(number) });
    await draft(`Answer ${number}`, { in_reply_to_discussion_id: thread.id, resolve_discussion: true });
    await draft(`Word ${number}`);
  }
  asked = [];
  const ctx = { ...contextOf(app, ann), db: counted.platform.db };
  const review = await publishReview(ctx, { mergeRequestId: row.id, summary: 'In sum' });
  return { row, review, statements: [...asked] };
}

type Said = { notes: { body: string; resolved?: boolean; suggestions?: unknown[] }[] };

test.runIf(IS_FULL)('a review asks the database the same for many comments as for few, and says the same', async () => {
  const few = await reviewOf(2);
  const many = await reviewOf(9);
  expect(few.review.published).toHaveLength(6);
  expect(many.review.published).toHaveLength(27);
  expect(many.statements).toHaveLength(few.statements.length);
  const threads: Said[] = (await rest('GET', api(many.row, '/discussions?per_page=100'), owner)).body;
  const said = threads.map(({ notes }) => notes.map((note) => note.body.split('\n')[0]));
  const numbers = Array.from({ length: 9 }, (_, place) => place + 1);
  expect(said).toEqual([
    ...numbers.map((number) => [`Question ${number}`, `Answer ${number}`]),
    ...numbers.flatMap((number) => [[`On ${number}`], [`Word ${number}`]]),
    ['In sum'],
  ]);
  expect(threads.slice(0, 9).every(({ notes }) => notes.every((note) => note.resolved === true))).toBe(true);
  expect(threads[9]?.notes[0]?.suggestions).toHaveLength(1);
  const { rows } = await sql<{ text: string }>`
    select detail as text from user_events where target_type = 'note' and author_id = ${ann.user.id} and target_iid = ${many.row.iid}
    order by id`.execute(app.platform.db);
  expect(rows).toHaveLength(28);
});

type Waiting = { task: string; queue: string | null; run_at: Date };

async function waitingJobs(): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select t.identifier as task, q.queue_name as queue, j.run_at from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`.execute(app.platform.db);
  return rows;
}

/** What hooks are told, in order; nobody answers there, so that all of it is tried more than once. */
const deliveries = async () =>
  (
    await app.platform.db.selectFrom('hook_deliveries').selectAll().where('attempt', '=', 1).orderBy('id').execute()
  ).map((row) => {
    const body = JSON.parse(row.request_body) as { object_attributes: { note?: string; action: string } };
    return body.object_attributes.note ?? body.object_attributes.action;
  });

test.runIf(IS_FULL)(
  'webhooks hear of a review once it stays, in its order, and of none that was taken back',
  async () => {
    const { row, draft } = await propose();
    await app.runJobs();
    const hook = { url: 'https://hooks.test/in', note_events: true, merge_requests_events: true };
    expect((await rest('POST', `/projects/${project.id}/hooks`, owner, hook)).status).toBe(201);
    const ctx = contextOf(app, ann);
    const publish = () =>
      publishReview(ctx, { mergeRequestId: row.id, summary: 'In sum', verdict: 'requested_changes' });
    for (const word of ['first', 'second', 'third']) await draft(word);
    const undone = await publish();
    const held = (await waitingJobs()).filter(({ task }) => /:hooks$|^event:note.created:mentions$/.test(task));
    expect(held.map(({ task }) => task)).toContain('event:note.created:hooks');
    expect(held.map(({ task }) => task)).toContain('event:merge_request.updated:hooks');
    for (const { queue, run_at: at } of held) {
      expect(at.getTime()).toBeGreaterThan(undone.row?.undo_until?.getTime() ?? Number.NaN);
      expect(queue).toBe(held[0]?.queue);
      expect(queue).not.toBeNull();
    }
    await undoReview(ctx, { mergeRequestId: row.id, reviewId: undone.row?.id ?? 0 });
    await app.runJobs();
    expect(await deliveries()).toEqual([]);
    await publish();
    await app.runJobs();
    expect(await deliveries()).toEqual(['first', 'second', 'third', 'In sum', 'update']);
  },
);

const factsOf = async (row: MergeRequestRow) => {
  const { title, time_stats: time } = (await rest('GET', api(row), owner)).body;
  return [title, time.total_time_spent];
};

test.each(['review.committed:1', 'commands.step_done:1', 'commands.step_done:2'])(
  'stopped at %s: the commands of a review are done all the same, once',
  async (stop) => {
    const { row, draft } = await propose();
    await draft('Look.\n\n/spend 1h');
    await draft('/title Named better');
    const publish = () =>
      publishReview(contextOf(app, ann), {
        mergeRequestId: row.id,
        summary: 'In sum\n\n/spend 1h',
        idempotencyKey: 'once',
      });
    armFailpoints(`${stop}:throw`);
    await expect(publish()).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    await app.runJobs();
    expect(await factsOf(row)).toEqual(['Named better', 7_200]);
    const again = await publish();
    expect([again.isRepeat, again.outcome?.names, again.outcome?.errors]).toEqual([
      true,
      ['spend', 'title', 'spend'],
      [],
    ]);
    await app.runJobs();
    expect(await factsOf(row)).toEqual(['Named better', 7_200]);
  },
);

test('sent again at once, a review ends its own commands; the job and a second request do none twice', async () => {
  const { row, draft } = await propose();
  await draft('Look.\n\n/spend 1h\n/spend 30m');
  const publish = () => publishReview(contextOf(app, ann), { mergeRequestId: row.id, idempotencyKey: 'together' });
  armFailpoints('commands.step_done:1:throw');
  await expect(publish()).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  const answers = await Promise.all([publish(), publish()]);
  expect(answers.map((answer) => answer.outcome?.names)).toEqual([
    ['spend', 'spend'],
    ['spend', 'spend'],
  ]);
  await app.runJobs();
  expect((await factsOf(row))[1]).toBe(5_400);
});

test.runIf(IS_FULL)('commands of a review that was taken back before they were begun are not done', async () => {
  const { row, draft } = await propose();
  await draft('Look.\n\n/spend 1h');
  armFailpoints('review.committed:1:throw');
  const ctx = contextOf(app, ann);
  await expect(publishReview(ctx, { mergeRequestId: row.id })).rejects.toThrow('failpoint');
  armFailpoints(undefined);
  const { undo } = (await page(`/${project.full_path}/-/merge_requests/${row.iid}/reviews/undoable`, ann)).body;
  const [, reviewId] = /reviews\/(\d+)\/undo$/.exec(undo.path) ?? [];
  await undoReview(ctx, { mergeRequestId: row.id, reviewId: Number(reviewId) });
  await app.runJobs();
  expect((await factsOf(row))[1]).toBe(0);
});

test.runIf(IS_FULL)(
  'the commands of a comment are kept with it, and done by a job when its request ends too early',
  async () => {
    const { row } = await propose();
    armFailpoints('note.commands_written:1:throw');
    const said = { body: 'Look.\n\n/spend 1h' };
    expect((await rest('POST', api(row, '/notes'), ann, said)).status).toBe(500);
    armFailpoints(undefined);
    await app.runJobs();
    await app.runJobs();
    expect((await factsOf(row))[1]).toBe(3_600);
    const notes: { body: string; system: boolean }[] = (await rest('GET', api(row, '/notes'), owner)).body;
    expect(notes.filter((note) => !note.system).map((note) => note.body)).toEqual(['Look.']);
  },
);
