import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft, PageUndo, PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { armFailpoints } from '../platform/failpoints.ts';
import { registeredJobs } from '../platform/jobs.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../merge-requests/testing.ts';
import { forgetReviewUndo } from './jobs/forget-undo.ts';
import { firstOf, IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann, ben] = await Promise.all([
    createUser(app, { username: 'owner-of-undo' }),
    createUser(app, { username: 'ann-of-undo' }),
    createUser(app, { username: 'ben-of-undo' }),
  ]);
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  for (const { user } of [ann, ben]) await addMember(app, { user, level: 30, project });
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

async function page(method: 'GET' | 'POST', url: string, user: TestUser | undefined, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: user?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const api = (row: MergeRequestRow, path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;
const web = (row: MergeRequestRow, path = '') => `/${project.full_path}/-/merge_requests/${row.iid}${path}`;

async function propose(more: { reviewerIds?: number[] } = {}) {
  const files = { 'r.txt': 'one\ntwo\nthree\n' };
  const row = await createMergeRequest(app, { project, author: owner, files, ...more });
  const { body } = await rest('GET', api(row), owner);
  return {
    row,
    at: (line: number) => ({
      ...body.diff_refs,
      position_type: 'text',
      old_path: 'r.txt',
      new_path: 'r.txt',
      new_line: line,
    }),
  };
}

async function draft(user: TestUser, row: MergeRequestRow, note: string, more: Record<string, unknown> = {}) {
  const { position, resolve_discussion, ...around } = more;
  const answer = await page('POST', web(row, '/drafts'), user, {
    draft_note: { note, ...(position !== undefined && { position }), resolve_discussion },
    ...around,
  });
  expect(answer.status).toBe(200);
  return answer.body as PageDraft;
}

async function publish(
  user: TestUser,
  row: MergeRequestRow,
  body: object = {},
): Promise<PublishAnswer & { undo: PageUndo }> {
  const answer = await page('POST', web(row, '/drafts/publish'), user, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

const undo = (user: TestUser, { undo: { path } }: { undo: PageUndo }) => page('POST', path, user, {});
const drafts = async (user: TestUser, row: MergeRequestRow): Promise<PageDraft[]> =>
  (await page('GET', web(row, '/drafts'), user)).body;
const threads = async (row: MergeRequestRow): Promise<PageDiscussion[]> =>
  (await page('GET', web(row, '/discussions.json?per_page=100&notes_filter=0'), owner)).body;
const reviewers = async (row: MergeRequestRow) =>
  (await rest('GET', api(row, '/reviewers'), owner)).body.map((each: { user: { username: string }; state: string }) => [
    each.user.username,
    each.state,
  ]);
const mailsTo = async (user: TestUser) =>
  app.platform.db.selectFrom('mail_messages').selectAll().where('recipient', '=', user.user.email).execute();
type Todo = {
  id: number;
  action_name: string;
  target: { iid: number };
  target_url: string;
  author: { username: string };
};
const cause = ({ id, action_name, target_url, author }: Todo) => [id, action_name, target_url, author.username];
const entriesOf = async (user: TestUser, row: MergeRequestRow): Promise<Todo[]> =>
  (await rest('GET', '/todos?per_page=100', user)).body.filter((todo: Todo) => todo.target.iid === row.iid);
const todosOf = async (user: TestUser, row: MergeRequestRow) =>
  (await entriesOf(user, row)).map((todo) => todo.action_name).toSorted();

test('within the minute the notes are pending again as they were, and nothing else is left of the review', async () => {
  const { row, at } = await propose();
  const single = (await rest('POST', api(row, '/notes'), owner, { body: 'Look' })).body;
  const open = (await rest('POST', api(row, '/discussions'), owner, { body: 'Why?' })).body;
  const lone = (await threads(row)).find((each) => each.notes[0]?.id === String(single.id));
  const before = [
    await draft(ann, row, 'first', { position: at(3) }),
    await draft(ann, row, 'second'),
    await draft(ann, row, 'Because.', { in_reply_to_discussion_id: open.id, resolve_discussion: true }),
    await draft(ann, row, 'I do', { in_reply_to_discussion_id: lone?.id }),
  ];
  const was = await threads(row);
  const told = async (action: string) => {
    const events: { author_username: string }[] = (
      await rest('GET', `/projects/${project.id}/events?action=${action}`, ann)
    ).body;
    return events.filter((each) => each.author_username === 'ann-of-undo').length;
  };
  const review = await publish(ann, row, { note: 'In sum', reviewer_state: 'approved' });
  expect([await told('commented'), await told('approved')]).toEqual([5, 1]);
  expect(review.undo).toMatchObject({ leftMs: 60_000 });
  expect(await drafts(ann, row)).toEqual([]);
  expect(await reviewers(row)).toEqual([['ann-of-undo', 'approved']]);
  app.clock.advance(59_000);
  expect((await page('GET', web(row, '/reviews/undoable'), ann)).body.undo).toMatchObject({ leftMs: 1_000 });
  const answer = await undo(ann, review);
  expect([answer.status, answer.body]).toEqual([200, { drafts: 4, summary: 'In sum' }]);
  expect(await drafts(ann, row)).toEqual(before);
  const now = await threads(row);
  const facts = (all: PageDiscussion[]) =>
    all.map(({ id, individual_note, resolved, resolvable, notes }) => [
      [id, individual_note, resolved, resolvable],
      notes.map((note) => [note.note, note.type, note.resolved]),
    ]);
  expect(facts(now)).toEqual(facts(was));
  expect(await reviewers(row)).toEqual([]);
  expect((await rest('GET', api(row, '/approvals'), owner)).body).toMatchObject({ approved: false, approved_by: [] });
  expect([await told('commented'), await told('approved')]).toEqual([0, 0]);
  const texts = (await page('GET', `/-/unfinished_texts?place=MergeRequest:${row.id}`, ann)).body;
  expect(texts).toMatchObject([{ field: 'review-summary', text: 'In sum' }]);
  // Sent again it does nothing, and what is published again is a new review.
  expect((await undo(ann, review)).body).toEqual({ drafts: 0, summary: null });
  expect(await drafts(ann, row)).toHaveLength(4);
  expect((await publish(ann, row)).published).toHaveLength(4);
});

test.runIf(IS_FULL)('an outcome goes back to the one before, approval and requested changes alike', async () => {
  const { row } = await propose({ reviewerIds: [ann.user.id] });
  await rest('POST', api(row, '/approve'), ann);
  const { approved_by: given } = (await rest('GET', api(row, '/approvals'), owner)).body;
  const refused = await publish(ann, row, { reviewer_state: 'requested_changes' });
  expect((await rest('GET', api(row, '/approvals'), owner)).body.approved_by).toEqual([]);
  expect((await undo(ann, refused)).status).toBe(200);
  expect((await rest('GET', api(row, '/approvals'), owner)).body.approved_by).toEqual(given);
  expect(await reviewers(row)).toEqual([['ann-of-undo', 'approved']]);
  const said = (await threads(row)).flatMap((each) => each.notes.map((note) => note.note));
  expect(said).not.toContain('requested changes');
  const agreed = await publish(ben, row, { reviewer_state: 'approved' });
  await rest('POST', api(row, '/unapprove'), ben);
  const late = await undo(ben, agreed);
  expect([late.status, late.body.error?.message]).toEqual([409, expect.stringContaining('your decision has changed')]);
});

test('after the minute it stays published, and what was kept for the way back is gone', async () => {
  const { row } = await propose();
  await draft(ann, row, 'to stay');
  const review = await publish(ann, row);
  app.clock.advance(60_000);
  const late = await undo(ann, review);
  expect([late.status, late.body.error?.message]).toEqual([
    409,
    'You can no longer undo this review. Reviews can be undone for one minute.',
  ]);
  expect((await page('GET', web(row, '/reviews/undoable'), ann)).body).toEqual({ undo: null });
  const kept = () =>
    app.platform.db.selectFrom('merge_request_drafts').select('id').where('merge_request_id', '=', row.id).execute();
  expect(await kept()).toHaveLength(1);
  app.clock.advance(1_000);
  await forgetReviewUndo.run(app.system, {});
  expect(await kept()).toEqual([]);
  expect(await drafts(ann, row)).toEqual([]);
});

test('it is refused once someone went on from one of its notes, and says from which', async () => {
  type Deed = [(ids: { thread: string; note: string; row: MergeRequestRow }) => Promise<unknown>, string];
  const deeds: Deed[] = [
    [
      ({ row, thread }) => rest('POST', api(row, `/discussions/${thread}/notes`), ben, { body: 'No' }),
      'there is a reply to “second”',
    ],
    [
      ({ row, note }) => rest('POST', api(row, `/notes/${note}/award_emoji`), ben, { name: 'tada' }),
      'there is a reaction to “second”',
    ],
    [
      ({ row, note }) => rest('PUT', api(row, `/notes/${note}`), owner, { body: 'tidied' }),
      'someone else changed “tidied”',
    ],
    [
      ({ row, thread }) => rest('PUT', api(row, `/discussions/${thread}`), owner, { resolved: true }),
      'the thread with “second” was resolved',
    ],
  ];
  for (const [act, what] of deeds) {
    const { row } = await propose();
    await draft(ann, row, 'first');
    await draft(ann, row, 'second');
    const review = await publish(ann, row, { reviewer_state: 'requested_changes' });
    const [, second] = review.published;
    const [note, thread] = [second?.note_id ?? '', second?.discussion_id ?? ''];
    await act({ row, note, thread });
    const was = await threads(row);
    const answer = await undo(ann, review);
    expect([answer.status, answer.body.error?.message]).toEqual([409, `This can no longer be undone: ${what}.`]);
    expect(await threads(row)).toEqual(was);
    expect(await drafts(ann, row)).toEqual([]);
    expect(await reviewers(row)).toEqual([['ann-of-undo', 'requested_changes']]);
  }
});

test.runIf(IS_FULL)(
  'words of the reviewer since stay: what they changed comes back changed, what they deleted stays away',
  async () => {
    const { row } = await propose();
    for (const note of ['first', 'second', 'third']) await draft(ann, row, note);
    const review = await publish(ann, row);
    const [first, second] = review.published.map((each) => each.note_id);
    await rest('PUT', api(row, `/notes/${first}`), ann, { body: 'first, better' });
    await rest('DELETE', api(row, `/notes/${second}`), ann);
    expect((await undo(ann, review)).body).toEqual({ drafts: 2, summary: null });
    expect((await drafts(ann, row)).map((each) => each.note)).toEqual(['first, better', 'third']);
  },
);

test('T-055: it is the one of its writer alone, and asks for the right to write here', async () => {
  const { row } = await propose();
  const guest = await createUser(app);
  await draft(guest, row, 'from outside');
  const review = await publish(guest, row);
  expect((await undo(ben, review)).status).toBe(404);
  expect((await undo(owner, review)).status).toBe(404);
  expect((await page('GET', web(row, '/reviews/undoable'), ben)).body).toEqual({ undo: null });
  expect((await page('POST', review.undo.path, undefined, {})).status).toBe(401);
  const other = await propose();
  expect((await page('POST', web(other.row, `/reviews/${review.undo.reviewId}/undo`), guest, {})).status).toBe(404);
  await rest('PUT', api(row), owner, { discussion_locked: true });
  expect((await undo(guest, review)).status).toBe(403);
});

test('P-09, P-37: nobody hears by mail of what was taken back, to-dos are as before, and the rest is told once', async () => {
  const { row } = await propose({ reviewerIds: [ann.user.id, ben.user.id] });
  await rest('POST', api(row, '/notes'), ben, { body: '@owner-of-undo early word' });
  await app.runJobs();
  await app.platform.db.deleteFrom('mail_messages').execute();
  await skipEvents();
  const mentioned = await entriesOf(owner, row);
  expect(mentioned.map((todo) => todo.action_name)).toEqual(['directly_addressed']);
  expect(await todosOf(ann, row)).toEqual(['review_requested']);
  await draft(ann, row, '@owner-of-undo please **look**');
  const review = await publish(ann, row, { reviewer_state: 'requested_changes' });
  await runEvents();
  expect(await todosOf(owner, row)).toContain('review_submitted');
  expect(await todosOf(ann, row)).toEqual([]);
  expect((await undo(ann, review)).status).toBe(200);
  await app.runJobs();
  expect((await entriesOf(owner, row)).map(cause)).toEqual(mentioned.map(cause));
  expect(await todosOf(ann, row)).toEqual(['review_requested']);
  expect((await mailsTo(owner)).map((mail) => mail.text_body)).toEqual([]);
  // Events that come late find it taken back, too.
  const again = await publish(ann, row, { reviewer_state: 'requested_changes' });
  expect((await undo(ann, again)).status).toBe(200);
  await app.runJobs();
  expect(await todosOf(ann, row)).toEqual(['review_requested']);
  await publish(ann, row);
  await app.runJobs();
  expect((await mailsTo(owner)).map((mail) => mail.text_body.match(/please/g)?.length)).toEqual([1]);
});

let told = 0;

async function skipEvents(): Promise<void> {
  const newest = await app.platform.db
    .selectFrom('outbox_events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  told = newest[0]?.id ?? 0;
}

/** What newly waits in the outbox is told; mail is not sent yet. */
async function runEvents(): Promise<void> {
  const rows = await app.platform.db
    .selectFrom('outbox_events')
    .select(['id', 'type'])
    .where('id', '>', told)
    .orderBy('id')
    .execute();
  for (const { id, type } of rows) {
    await registeredJobs().get(`event:${type}:attention`)?.run(app.system, { eventId: id });
    told = id;
  }
}

test.runIf(IS_FULL)('what a review names learns of it once it stays', async () => {
  const [{ row }, { row: named }] = [await propose(), await propose()];
  await draft(ann, row, `Compare with !${named.iid}`);
  const mentions = async () =>
    (await threads(named))
      .flatMap((each) => each.notes.map((note) => note.note))
      .filter((text) => /mentioned/.test(text));
  const review = await publish(ann, row);
  expect((await undo(ann, review)).status).toBe(200);
  await app.runJobs();
  expect(await mentions()).toEqual([]);
  await publish(ann, row);
  await app.runJobs();
  expect(await mentions()).toHaveLength(1);
});

test.runIf(IS_FULL)(
  'mail of a review leaves with the end of the minute, not before, with other news or alone',
  async () => {
    const { row } = await propose();
    await app.runJobs();
    await app.platform.db.deleteFrom('mail_messages').execute();
    const send = () =>
      registeredJobs()
        .get('send-news-mail')
        ?.run(app.system, { userId: owner.user.id, type: 'MergeRequest', id: row.id });
    await draft(ann, row, 'held word');
    await publish(ann, row);
    await rest('POST', api(row, '/notes'), ben, { body: 'free word' });
    await runEvents();
    await send();
    expect((await mailsTo(owner)).map((mail) => [/free/.test(mail.text_body), /held/.test(mail.text_body)])).toEqual([
      [true, false],
    ]);
    app.clock.advance(60_000);
    await send();
    expect((await mailsTo(owner)).filter((mail) => mail.text_body.includes('held word'))).toHaveLength(1);
  },
);

test.each(firstOf(1, ['review.notes_withdrawn', 'review.undone']))(
  'a failure at %s leaves the review as it was',
  async (point) => {
    const { row } = await propose();
    await draft(ann, row, 'whole');
    const review = await publish(ann, row, { reviewer_state: 'approved' });
    armFailpoints(`${point}:1:throw`);
    expect((await undo(ann, review)).status).toBe(500);
    armFailpoints(undefined);
    expect((await threads(row)).map((each) => each.notes[0]?.note)).toContain('whole');
    expect(await drafts(ann, row)).toEqual([]);
    expect((await undo(ann, review)).body).toEqual({ drafts: 1, summary: null });
  },
);

test('a reply and the undo at one moment: either stands, never both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { row } = await propose();
    await draft(ann, row, 'contested');
    const review = await publish(ann, row);
    const thread = review.published[0]?.discussion_id ?? '';
    const [replied, undone, twice] = await Promise.all([
      rest('POST', api(row, `/discussions/${thread}/notes`), ben, { body: 'mine' }),
      undo(ann, review),
      undo(ann, review),
    ]);
    const said = (await threads(row)).flatMap((each) => each.notes.map((note) => note.note));
    const isUndone = undone.status === 200 || twice.status === 200;
    expect(replied.status === 201).toBe(!isUndone);
    expect([said.includes('contested'), (await drafts(ann, row)).length]).toEqual([!isUndone, isUndone ? 1 : 0]);
  }
});

test.runIf(IS_FULL)(
  'when the head moved within the minute the drafts come back where their lines are now',
  async () => {
    const row = await createMergeRequest(app, {
      project,
      author: owner,
      branch: 'moves-in-the-minute',
      files: { 'r.txt': 'one\ntwo\nthree\n' },
    });
    const { diff_refs: refs } = (await rest('GET', api(row), owner)).body;
    const position = { ...refs, position_type: 'text', old_path: 'r.txt', new_path: 'r.txt', new_line: 2 };
    await draft(ann, row, 'on two', { position });
    const review = await publish(ann, row);
    await pushCommit(app, {
      project,
      branch: 'moves-in-the-minute',
      files: { 'r.txt': 'zero\none\ntwo\nthree\n' },
      by: owner,
    });
    await app.runJobs();
    expect((await undo(ann, review)).status).toBe(200);
    expect((await drafts(ann, row)).map((each) => each.position?.new_line)).toEqual([3]);
  },
);
