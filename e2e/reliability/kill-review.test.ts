import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunningPostgres } from '../../packages/server/src/platform/db/embedded-postgres.ts';
import { queryDatabase } from '../testing/database.ts';
import { dieAt } from '../testing/die-at.ts';
import { DUE_JOBS } from '../testing/due-jobs.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { createWorld, type MergeRequest, type TestUser, type Project, type World } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

/**
 * P-09: the server is killed while a review is published or taken back and while a suggestion is applied, and the database is
 * lost in the middle. All of a review is there or none of it; what was sent and got no answer is sent again, and nothing is
 * there twice: no note, no event, no mail, no command.
 */

let server: RunningServer;
let world: World;
let author: TestUser;
let reviewer: TestUser;
let project: Project;

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server, ROOT_PASSWORD);
  author = await world.person('olga');
  reviewer = await world.person('rita');
  project = await world.project(author, 'killed-review', { members: [{ person: reviewer, level: 30 }] });
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

const FILE = 'src/a.txt';
const pathOf = ({ iid }: MergeRequest) => `/projects/${project.id}/merge_requests/${iid}`;
const propose = (branch: string) => world.mergeRequest(author, project, branch, { [FILE]: 'one\ntwo\nthree\n' });
const at = ({ diff_refs: refs }: MergeRequest, line: number) => ({
  ...refs,
  position_type: 'text',
  old_path: FILE,
  new_path: FILE,
  new_line: line,
});

type Note = { body: string };
const said = async (opened: MergeRequest) =>
  (await reviewer.rest.get<Note[]>(`${pathOf(opened)}/notes?activity_filter=only_comments&sort=asc`)).map(
    (note) => note.body,
  );

type Review = {
  opened: MergeRequest;
  /** The thread that one of the comments answers and resolves. */
  threadId: string;
  publish: () => Promise<{ status: number }>;
};

const WORDS = ['On one', 'On two', 'Because.', 'In sum'];
const SPENT_SECONDS = 5_400;

/** Comments on lines, an answer that resolves its thread, commands with and without words, a summary and an outcome. */
async function prepare(name: string): Promise<Review> {
  const opened = await propose(name.replaceAll(/\W/g, '-'));
  const thread = await author.rest.post<{ id: string }>(`${pathOf(opened)}/discussions`, { body: 'Why?' });
  const draft = (note: string, more: object = {}) =>
    reviewer.rest.post(`${pathOf(opened)}/draft_notes`, { note, ...more });
  await draft('On one', { position: at(opened, 1) });
  await draft('On two\n/spend 30m', { position: at(opened, 2) });
  await draft('Because.', { in_reply_to_discussion_id: thread.id, resolve_discussion: true });
  await draft('/spend 1h');
  const body = { note: 'In sum', reviewer_state: 'requested_changes' };
  const headers = { 'idempotency-key': `publish-${name}` };
  const publish = () => reviewer.rest.send('POST', `${pathOf(opened)}/draft_notes/bulk_publish`, body, headers);
  return { opened, threadId: thread.id, publish };
}

type Whole = { said: string[]; left: number; isResolved: boolean; state: string | undefined };

/** What there is of a review, for everyone and for its writer. */
async function lookAt({ opened, threadId }: Review): Promise<Whole> {
  const [drafts, thread, reviewers] = await Promise.all([
    reviewer.rest.get<unknown[]>(`${pathOf(opened)}/draft_notes`),
    author.rest.get<{ notes: { resolved?: boolean }[] }>(`${pathOf(opened)}/discussions/${threadId}`),
    author.rest.get<{ user: { id: number }; state: string }[]>(`${pathOf(opened)}/reviewers`),
  ]);
  return {
    said: await said(opened),
    left: drafts.length,
    isResolved: thread.notes[0]?.resolved === true,
    state: reviewers.find(({ user }) => user.id === reviewer.id)?.state,
  };
}

const NOTHING: Whole = { said: ['Why?'], left: 4, isResolved: false, state: undefined };
const EVERYTHING: Whole = { said: ['Why?', ...WORDS], left: 0, isResolved: true, state: 'requested_changes' };

async function count(text: string, ...values: unknown[]): Promise<number> {
  return (
    (await queryDatabase<{ count: number }>(server, `select count(*)::int as count ${text}`, values))[0]?.count ?? -1
  );
}

/** What was held back for the minute in which a review can be taken back leaves now. */
async function mailsOf({ opened }: Review): Promise<{ recipient: string; text: string }[]> {
  const jobs = 'graphile_worker._private_jobs';
  const own = `news-mail:%:MergeRequest:${opened.id}%`;
  await expect.poll(() => queryDatabase(server, `select ${DUE_JOBS} as due`)).toEqual([{ due: 0 }]);
  await queryDatabase(
    server,
    `select graphile_worker.reschedule_jobs((select array_agg(id) from ${jobs} where key like $1), now())`,
    [own],
  );
  await expect.poll(() => count(`from ${jobs} where key like $1`, own)).toBe(0);
  return queryDatabase(server, 'select recipient, text_body as text from mail_messages where subject like $1', [
    `%${opened.title}%`,
  ]);
}

/** All of it is there once: as it is read, as it is told to others, and what its commands did. */
async function expectOnce(review: Review): Promise<void> {
  expect(await lookAt(review)).toEqual(EVERYTHING);
  const { opened } = review;
  const spent = () => author.rest.get<{ total_time_spent: number }>(`${pathOf(opened)}/time_stats`);
  // What a kill cut off is done without anyone asking for it.
  await expect.poll(async () => (await spent()).total_time_spent).toBe(SPENT_SECONDS);
  const events = `from outbox_events where type = $1 and (data ->> 'mergeRequestId')::bigint = $2`;
  expect(await count(events, 'merge_request.review_published', opened.id)).toBe(1);
  const mails = (await mailsOf(review)).filter(({ text }) => WORDS.some((words) => text.includes(words)));
  expect(mails.map(({ recipient }) => recipient)).toEqual(['olga@example.org']);
  for (const words of WORDS) expect(mails[0]?.text.split(words), words).toHaveLength(2);
  expect((await spent()).total_time_spent).toBe(SPENT_SECONDS);
}

/** In the transaction the kill takes all of it; after it, the commands are left, or some of them. */
const DEATHS = [
  'review.notes_written',
  'review.threads_resolved',
  'review.published',
  'review.committed',
  'commands.step_done',
];
const TRIED = IS_FULL ? DEATHS : ['review.threads_resolved', 'review.committed'];

test.each(TRIED)('killed at %s: all of a review or none, and once', async (death) => {
  const review = await prepare(death);
  await dieAt(server, `${death}:1`, review.publish);
  const isThere = !['review.notes_written', 'review.threads_resolved', 'review.published'].includes(death);
  expect(await lookAt(review)).toEqual(isThere ? EVERYTHING : NOTHING);
  expect((await review.publish()).status).toBe(204);
  await expectOnce(review);
});

test('the database is lost in the middle of a review: nothing of it is there, and sent again all of it is, once', async () => {
  const review = await prepare('lost');
  const url = await findRunningPostgres(path.join(server.dataDir, 'postgres'));
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  // The notes are written and the thread is resolved when the outcome has to wait for this.
  await holder.query('begin');
  await holder.query('lock table merge_request_reviewers in share mode');
  const publishing = review.publish();
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and query like '%merge_request_reviewers%'
    and pid <> pg_backend_pid()`;
  await expect.poll(() => count(waiting)).toBe(1);
  await queryDatabase(server, `select pg_terminate_backend(pid) ${waiting}`);
  expect((await publishing).status).toBe(503);
  await holder.query('rollback');
  await holder.end();
  expect(await lookAt(review)).toEqual(NOTHING);
  expect((await review.publish()).status).toBe(204);
  await expectOnce(review);
});

const UNDO_DEATHS = IS_FULL ? ['review.notes_withdrawn', 'review.undone'] : ['review.undone'];

test.runIf(IS_FULL).each(UNDO_DEATHS)(
  'killed at %s: a review is taken back or it is not, and nobody is told of it',
  async (death) => {
    const review = await prepare(death);
    const page = `${server.url}/${project.path}/-/merge_requests/${review.opened.iid}/reviews`;
    const headers = { 'private-token': reviewer.rest.token };
    let undoPath = '';
    const undo = () => fetch(`${server.url}${undoPath}`, { method: 'POST', headers });
    await dieAt(server, `${death}:1`, async () => {
      expect((await review.publish()).status).toBe(204);
      const { undo: offered } = (await (await fetch(`${page}/undoable`, { headers })).json()) as {
        undo: { path: string };
      };
      undoPath = offered.path;
      await undo();
    });
    expect(await lookAt(review)).toEqual(EVERYTHING);
    const answer = await undo();
    expect([answer.status, await answer.json()]).toEqual([200, { drafts: 3, summary: 'In sum' }]);
    // Commands are acts of their own: they stay done, and what held nothing else is not pending again.
    expect(await lookAt(review)).toEqual({ ...NOTHING, left: 3 });
    // Sent once more it does nothing.
    expect(await (await undo()).json()).toEqual({ drafts: 0, summary: null });
    const mails = await mailsOf(review);
    expect(mails.filter(({ text }) => WORDS.some((words) => text.includes(words)))).toEqual([]);
    // What was taken back is published as ever, by another request.
    await reviewer.rest.post(`${pathOf(review.opened)}/draft_notes/bulk_publish`, { note: 'In sum' });
    expect(await said(review.opened)).toEqual(EVERYTHING.said);
  },
);

test.runIf(IS_FULL)(
  'killed between the commit of a suggestion and its mark: sent again it is only marked',
  async () => {
    const opened = await propose('suggested');
    const thread = await reviewer.rest.post<{ id: string; notes: { suggestions: { id: number }[] }[] }>(
      `${pathOf(opened)}/discussions`,
      { body: '```suggestion\nTWO\n```', position: at(opened, 2) },
    );
    const [suggestion] = thread.notes[0]?.suggestions ?? [];
    const apply = () => author.rest.put(`/suggestions/${suggestion?.id}/apply`, {});
    await dieAt(server, 'suggestion.committed:1', apply);
    await apply();
    // What the kill cut off, the head of the merge request, comes by the work that was left.
    await expect.poll(() => author.rest.get<unknown[]>(`${pathOf(opened)}/commits`)).toHaveLength(2);
    const file = await author.rest.get<{ content: string }>(
      `/projects/${project.id}/repository/files/${encodeURIComponent(FILE)}?ref=suggested`,
    );
    expect(Buffer.from(file.content, 'base64').toString()).toBe('one\nTWO\nthree\n');
    const after = await author.rest.get<{ resolved: boolean }>(`${pathOf(opened)}/discussions/${thread.id}`);
    expect(after.resolved).toBe(true);
  },
);
