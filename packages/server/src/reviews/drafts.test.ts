import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft, PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { restDraftNote } from '@tributary/contract/merge-requests/reviews-rest.ts';
import { fileHash } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { maySubscribe } from '../platform/realtime/topics.ts';
import { findMergeRequestAccess, type MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../merge-requests/testing.ts';
import { reviewData } from './reads/review-page.ts';
import { IS_FULL } from '../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;

const FIRST = ['one', 'two', 'three', 'four', 'five', 'six'];
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann, ben] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [TestUser, TestUser, TestUser];
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  for (const { user } of [ann, ben]) await addMember(app, { user, level: 30, project });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(user: TestUser | undefined, method: Method, url: string, payload?: object, key?: string) {
  const server = await app.server();
  const headers = { ...user?.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const page = (row: MergeRequestRow, path = '') => `/${project.full_path}/-/merge_requests/${row.iid}${path}`;
const rest = (row: MergeRequestRow, path = '') => `/api/v4/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function propose(lines = FIRST, branch?: string) {
  const files = { 'r.txt': text(lines) };
  const row = await createMergeRequest(app, { project, author: owner, files, ...(branch !== undefined && { branch }) });
  const { body } = await call(owner, 'GET', rest(row));
  const at = (line: number): DiffPosition => ({
    ...(body.diff_refs as Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'>),
    position_type: 'text',
    old_path: 'r.txt',
    new_path: 'r.txt',
    new_line: line,
  });
  return { row, at };
}

async function draft(user: TestUser, row: MergeRequestRow, note: string, more: object = {}, key?: string) {
  const { position, resolve_discussion, ...rest } = more as Record<string, unknown>;
  const payload = { draft_note: { note, ...(position ? { position } : {}), resolve_discussion }, ...rest };
  const answer = await call(user, 'POST', page(row, '/drafts'), payload, key);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as PageDraft;
}

const drafts = async (user: TestUser, row: MergeRequestRow): Promise<PageDraft[]> =>
  (await call(user, 'GET', page(row, '/drafts'))).body;
const threads = async (row: MergeRequestRow): Promise<PageDiscussion[]> =>
  (await call(owner, 'GET', page(row, '/discussions.json?per_page=100&notes_filter=1'))).body;
const publish = (user: TestUser, row: MergeRequestRow, payload: object = {}, key?: string) =>
  call(user, 'POST', page(row, '/drafts/publish'), payload, key);

test('a pending comment is written once, changed, thrown away, and hangs where it was written', async () => {
  const { row, at } = await propose();
  const first = await draft(ann, row, 'On **line** two', { position: at(2) }, 'key-1');
  expect(first).toMatchObject({ note: 'On **line** two', line_code: expect.stringMatching(/_1_2$/), active: true });
  expect(first.note_html).toContain('<strong');
  expect((await draft(ann, row, 'On **line** two', { position: at(2) }, 'key-1')).id).toBe(first.id);
  const changed = await call(ann, 'PUT', first.path, { draft_note: { note: 'Better' } });
  expect(changed.body).toMatchObject({ id: first.id, note: 'Better', line_code: first.line_code });
  const stale = { draft_note: { note: 'Lost' }, last_known_updated_at: first.updated_at };
  expect((await call(ann, 'PUT', first.path, stale)).status).toBe(409);
  expect((await call(ann, 'PUT', first.path, { draft_note: { note: ' ' } })).status).toBe(422);
  await draft(ann, row, 'On the whole');
  expect((await drafts(ann, row)).map((each) => each.note)).toEqual(['Better', 'On the whole']);
  expect((await call(ann, 'DELETE', first.path)).status).toBe(204);
  expect((await call(ann, 'DELETE', first.path)).status).toBe(404);
  expect((await call(ann, 'DELETE', page(row, '/drafts/discard'))).body).toEqual({ discarded: 1 });
  expect(await drafts(ann, row)).toEqual([]);
  expect(await threads(row)).toEqual([]);
});

test('T-055: nobody else learns of a pending comment, at no interface', async () => {
  const { row, at } = await propose();
  const own = await draft(ann, row, 'secret-of-ann', { position: at(1) });
  const admin = await createUser(app, { isAdmin: true });
  for (const other of [owner, ben, admin]) {
    expect(await drafts(other, row)).toEqual([]);
    expect((await call(other, 'GET', rest(row, '/draft_notes'))).body).toEqual([]);
    expect((await call(other, 'GET', rest(row, `/draft_notes/${own.id}`))).status).toBe(404);
    expect((await call(other, 'PUT', own.path, { draft_note: { note: 'mine now' } })).status).toBe(404);
    expect((await call(other, 'DELETE', own.path)).status).toBe(404);
    expect((await call(other, 'PUT', rest(row, `/draft_notes/${own.id}/publish`))).status).toBe(404);
    expect((await publish(other, row, { id: own.id })).status).toBe(404);
    expect((await call(other, 'DELETE', page(row, '/drafts/discard'))).body).toEqual({ discarded: 0 });
    const topic = `review:${row.id}-${ann.user.id}`;
    expect(await maySubscribe(contextOf(app, other), topic)).toBe(false);
    expect(await maySubscribe(contextOf(app, ann), topic)).toBe(true);
    for (const url of [page(row), page(row, '/discussions.json'), rest(row), rest(row, '/notes')]) {
      const server = await app.server();
      const answer = await server.inject({ method: 'GET', url, headers: other.headers });
      expect(answer.body).not.toContain('secret-of-ann');
    }
  }
  expect((await call(undefined, 'GET', page(row, '/drafts'))).status).toBe(401);
  expect((await drafts(ann, row)).map((each) => each.id)).toEqual([own.id]);
  // Nor through another request.
  const other = await propose();
  expect((await call(ann, 'DELETE', `${page(other.row, '/drafts')}/${own.id}`)).status).toBe(404);
});

test('P-09: a review becomes notes once, in order, whatever is sent again', async () => {
  const { row, at } = await propose();
  const thread = (await call(owner, 'POST', rest(row, '/discussions'), { body: 'Why?' })).body;
  await draft(ann, row, 'first', { position: at(3) });
  await draft(ann, row, 'second');
  await draft(ann, row, 'Because.', { in_reply_to_discussion_id: thread.id, resolve_discussion: true });
  const answer = await publish(ann, row, { note: 'All in all good' }, 'publish-1');
  expect(answer.status).toBe(200);
  const { published, summary_note_id: summary } = answer.body as PublishAnswer;
  expect(published.map((each) => [each.thread_gone, each.resolve_refused])).toEqual([
    [false, false],
    [false, false],
    [false, false],
  ]);
  const again = await publish(ann, row, { note: 'All in all good' }, 'publish-1');
  expect(again).toEqual(answer);
  const shown = await threads(row);
  expect(shown.map((each) => each.notes.map((note) => note.note))).toEqual([
    ['Why?', 'Because.'],
    ['first'],
    ['second'],
    ['All in all good'],
  ]);
  expect(shown[0]).toMatchObject({ resolved: true });
  expect(shown[1]).toMatchObject({ diff_discussion: true, position: { new_line: 3 } });
  expect(shown.at(-1)?.notes[0]?.id).toBe(summary);
  expect(await drafts(ann, row)).toEqual([]);
  expect((await publish(ann, row)).body).toMatchObject({ published: [], summary_note_id: null });
});

test('P-09: two windows that publish at once make no doubles, nor do two reviewers hinder each other', async () => {
  const { row, at } = await propose();
  for (const user of [ann, ben]) {
    for (let count = 0; count < 4; count += 1) await draft(user, row, `${user.user.id}-${count}`, { position: at(2) });
  }
  const answers = await Promise.all([
    publish(ann, row, {}, 'tab-1'),
    publish(ann, row, {}, 'tab-2'),
    publish(ben, row, {}, 'tab-1'),
    publish(ann, row, {}, 'tab-1'),
  ]);
  expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200]);
  const said = (await threads(row)).map((thread) => thread.notes[0]?.note ?? '');
  expect(said.toSorted()).toEqual(
    [ann, ben].flatMap(({ user }) => [0, 1, 2, 3].map((count) => `${user.id}-${count}`)).toSorted(),
  );
});

test('when the head moved, pending comments are found again, and the answer says where each went', async () => {
  const { row, at } = await propose(FIRST, 'moving');
  await draft(ann, row, 'stays with two', { position: at(2) });
  await draft(ann, row, 'loses five', { position: at(5) });
  const changed = ['zero', 'one', 'two', 'three', 'four', 'FIVE', 'six'];
  await pushCommit(app, { project, branch: 'moving', files: { 'r.txt': text(changed) }, by: owner });
  await app.runJobs();
  const moved = await drafts(ann, row);
  expect(moved.map((each) => [each.active, each.placement?.confidence, each.position?.new_line])).toEqual([
    [true, 'moved', 3],
    [false, 'lost', 5],
  ]);
  // Of each comparison its own code, as of threads.
  const hash = fileHash('r.txt');
  expect(moved[0]).toMatchObject({
    line_codes: [`${hash}_1_3`, `${hash}_1_2`],
    original_position: { new_line: 2 },
    diff_file: { file_hash: hash, seen_hashes: { last: hash, original: hash } },
  });
  // Which version it was written in, for who reads what became of it.
  expect(moved.map((each) => [each.placement?.since, each.placement?.version])).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(moved[1]?.truncated_diff_lines.at(-1)?.text).toBe('five');
  const { published } = (await publish(ann, row)).body as PublishAnswer;
  expect(published.map((each) => each.placement)).toMatchObject([
    { on: 'line', confidence: 'moved', since: 1 },
    { on: 'file', confidence: 'lost', since: 1 },
  ]);
  const shown = await threads(row);
  expect(shown[0]).toMatchObject({ active: true, position: { new_line: 3 }, original_position: { new_line: 2 } });
  expect(shown[1]).toMatchObject({ active: false, placement: { on: 'file', path: 'r.txt' } });
});

test('T-056: what may not be said any more is not published, and not lost', async () => {
  const { row } = await propose();
  const guest = await createUser(app);
  const shows = async () => {
    const ctx = contextOf(app, guest);
    const found = await findMergeRequestAccess(ctx, row.id);
    const data = found && (await reviewData(ctx, found));
    return [data?.can.comment, data?.showsPending];
  };
  await draft(guest, row, 'one');
  await draft(guest, row, 'two');
  await call(owner, 'PUT', rest(row), { discussion_locked: true });
  const refused = await publish(guest, row);
  expect(refused.status).toBe(403);
  expect((await drafts(guest, row)).map((each) => each.note)).toEqual(['one', 'two']);
  expect(await shows()).toEqual([false, true]);
  expect(await threads(row)).toEqual([]);
  expect((await call(guest, 'DELETE', page(row, '/drafts/discard'))).body).toEqual({ discarded: 2 });
  expect(await shows()).toEqual([false, false]);
});

test.runIf(IS_FULL)('an answer to a thread that is gone begins one of its own', async () => {
  const { row } = await propose();
  const note = (await call(owner, 'POST', rest(row, '/discussions'), { body: 'Why?' })).body.notes[0];
  const { discussion_id: thread } = (await threads(row))[0]?.notes[0] ?? { discussion_id: '' };
  await draft(ann, row, 'Because.', { in_reply_to_discussion_id: thread, resolve_discussion: true });
  await call(owner, 'DELETE', rest(row, `/notes/${note.id}`));
  const { published } = (await publish(ann, row)).body as PublishAnswer;
  expect(published[0]).toMatchObject({ thread_gone: true });
  expect((await threads(row)).map((each) => each.notes[0]?.note)).toEqual(['Because.']);
});

test('a wish that may not be granted any more leaves its thread as it is, and the answer says why', async () => {
  const { row } = await propose();
  const { id } = (await call(owner, 'POST', rest(row, '/discussions'), { body: 'Why?' })).body;
  const fay = await createUser(app);
  const member = { user_id: fay.user.id, access_level: 30 };
  const members = `/api/v4/projects/${project.id}/members`;
  expect((await call(owner, 'POST', members, member)).status).toBe(201);
  await draft(fay, row, 'Because.', { in_reply_to_discussion_id: id, resolve_discussion: true });
  await draft(fay, row, 'And this.', { in_reply_to_discussion_id: id });
  expect((await call(owner, 'DELETE', `${members}/${fay.user.id}`)).status).toBe(204);
  const answer = await publish(fay, row, {}, 'refused');
  expect((answer.body as PublishAnswer).published).toMatchObject([
    { resolve_refused: true, resolve_refusal: 'You can no longer resolve it.' },
    { resolve_refused: false, resolve_refusal: null },
  ]);
  expect(await publish(fay, row, {}, 'refused')).toEqual(answer);
  const [thread] = await threads(row);
  expect(thread).toMatchObject({ resolved: false });
  expect(thread?.notes.map((note) => note.note)).toEqual(['Why?', 'Because.', 'And this.']);
});

test.runIf(IS_FULL)('a wish to resolve that was taken back leaves the thread as someone else left it', async () => {
  const { row } = await propose();
  const { id } = (await call(owner, 'POST', rest(row, '/discussions'), { body: 'Why?' })).body;
  const answer = await draft(ann, row, 'Because.', { in_reply_to_discussion_id: id });
  expect(answer.resolve_discussion).toBeNull();
  const wish = async (resolve: boolean | null) => {
    const path = page(row, `/drafts/${answer.id}`);
    return (await call(ann, 'PUT', path, { draft_note: { resolve_discussion: resolve } })).body.resolve_discussion;
  };
  expect([await wish(true), await wish(false), await wish(null)]).toEqual([true, false, null]);
  // A change of the text is none of the wish.
  await call(ann, 'PUT', page(row, `/drafts/${answer.id}`), { draft_note: { note: 'Because!' } });
  expect((await drafts(ann, row))[0]).toMatchObject({ note: 'Because!', resolve_discussion: null });
  await call(owner, 'PUT', rest(row, `/discussions/${id}`), { resolved: true });
  const { published } = (await publish(ann, row)).body as PublishAnswer;
  expect(published[0]).toMatchObject({ resolve_refused: false });
  expect((await threads(row))[0]).toMatchObject({ resolved: true });
});

test('the REST interface writes, reads, changes and publishes the same', async () => {
  const { row, at } = await propose();
  const made = await call(ann, 'POST', rest(row, '/draft_notes'), { note: 'REST', position: at(1) });
  expect(made.status).toBe(201);
  const { id } = restDraftNote.parse(made.body);
  expect((await call(ann, 'PUT', rest(row, `/draft_notes/${id}`), { note: 'REST 2' })).body.note).toBe('REST 2');
  expect((await call(ann, 'GET', rest(row, '/draft_notes'))).body).toHaveLength(1);
  await call(ann, 'POST', rest(row, '/draft_notes'), { note: 'Another' });
  expect((await call(ann, 'PUT', rest(row, `/draft_notes/${id}/publish`))).status).toBe(204);
  expect((await threads(row)).map((each) => each.notes[0]?.note)).toEqual(['REST 2']);
  expect((await call(ann, 'POST', rest(row, '/draft_notes/bulk_publish'), { reviewer_state: 'reviewed' })).status).toBe(
    204,
  );
  expect(await drafts(ann, row)).toEqual([]);
  expect((await call(ann, 'POST', rest(row, '/draft_notes'), { note: '' })).status).toBe(400);
});

test.runIf(IS_FULL)('a pending comment says whom it calls and what its commands will do', async () => {
  const { row } = await propose();
  const made = await draft(ann, row, `Ask @${ben.user.username} and @nobody-like-that.\n\n/title Named better`);
  expect(made.references).toEqual({ users: [ben.user.username], commands: 'Changes the title to "Named better".' });
  expect((await drafts(ann, row))[0]?.references).toEqual(made.references);
  // What the writer may not do is not promised.
  const guest = await createUser(app);
  const other = await draft(guest, row, 'Mine.\n\n/title Named worse');
  expect(other.references).toEqual({ users: [], commands: '' });
});

test.runIf(IS_FULL)(
  'commands of a review are about the head that was looked at, not about one that came since',
  async () => {
    const { row } = await propose();
    const seen = row.head_sha ?? '';
    const push = { project, branch: row.source_branch, files: { 'r.txt': 'other\n' }, by: owner };
    const now = await pushCommit(app, push);
    await draft(ann, row, 'Fine.\n\n/approve');
    const stale = await publish(ann, row, { sha: seen });
    expect((stale.body as PublishAnswer).quick_actions_status).toMatchObject({
      messages: [],
      error_messages: [expect.stringContaining('approve')],
    });
    const alone = await publish(ann, row, { note: '/approve', sha: seen });
    expect((alone.body as PublishAnswer).quick_actions_status?.messages).toEqual([]);
    expect((await call(ann, 'GET', rest(row, '/approvals'))).body.approved_by).toEqual([]);
    await publish(ann, row, { note: '/approve', sha: now });
    expect((await call(ann, 'GET', rest(row, '/approvals'))).body.approved_by).toHaveLength(1);
  },
);

test('commands in pending comments and in the summary are done when they are published, once', async () => {
  const { row } = await propose();
  await draft(ann, row, 'Rename it.\n\n/title Named better');
  await draft(ann, row, '/draft');
  await draft(ann, row, '/unassign_reviewer nobody-like-that');
  const answer = await publish(ann, row, { note: 'In sum\n\n/estimate 1h' }, 'with-commands');
  const { published, quick_actions_status: status } = answer.body as PublishAnswer;
  expect(published.map((each) => each.note_id === null)).toEqual([false, true, true]);
  expect(status?.messages).toHaveLength(3);
  expect(status?.error_messages).toEqual([expect.stringContaining('unassign_reviewer')]);
  expect((await threads(row)).map((each) => each.notes[0]?.note)).toEqual(['Rename it.', 'In sum']);
  expect((await call(ann, 'GET', rest(row))).body).toMatchObject({ title: 'Draft: Named better' });
  await call(ann, 'PUT', rest(row), { title: 'Renamed since' });
  await publish(ann, row, { note: 'In sum\n\n/estimate 1h' }, 'with-commands');
  expect((await call(ann, 'GET', rest(row))).body.title).toBe('Renamed since');
  expect(await drafts(ann, row)).toEqual([]);
});

test.runIf(IS_FULL)(
  'commands in a pending comment act on the commits that it was written about, not on those pushed since',
  async () => {
    const { row } = await propose(FIRST, 'bound');
    await app.runJobs();
    const seen = (await call(ann, 'GET', rest(row))).body.sha as string;
    const write = (note: string) => call(ann, 'POST', rest(row, '/draft_notes'), { note });
    for (const note of ['/approve', '/merge', '/rebase']) expect((await write(note)).status).toBe(201);
    // A page names what it showed, also where the branch moved before it sent.
    await pushCommit(app, { project, branch: 'bound', files: { 'more.txt': 'more\n' }, by: owner });
    await draft(ann, row, '/approve', { merge_request_diff_head_sha: seen });
    await app.runJobs();
    // What pins a commit is checked or refused, never dropped.
    for (const [path, pin] of [
      ['/rebase', { sha: seen }],
      ['/merge', { sha: '' }],
      ['/unapprove', { head_sha: seen }],
    ] as const) {
      const answer = await call(ann, path === '/unapprove' ? 'POST' : 'PUT', rest(row, path), pin);
      expect([path, answer.status]).toEqual([path, 400]);
    }
    expect((await call(ann, 'PUT', rest(row, '/merge'), { sha: seen })).status).toBe(409);
    expect((await call(ann, 'POST', rest(row, '/draft_notes/bulk_publish'))).status).toBe(204);
    await app.runJobs();
    expect((await call(ann, 'GET', rest(row))).body).toMatchObject({
      state: 'opened',
      sha: expect.not.stringContaining(seen),
    });
    expect((await call(ann, 'GET', rest(row, '/approvals'))).body.approved_by).toEqual([]);
    // The page that publishes shows the commits of now.
    await write('/approve');
    await pushCommit(app, { project, branch: 'bound', files: { 'most.txt': 'most\n' }, by: owner });
    const { sha } = (await call(ann, 'GET', rest(row))).body;
    expect((await call(ann, 'POST', page(row, '/drafts/publish'), { sha })).status).toBe(200);
    expect((await call(ann, 'GET', rest(row, '/approvals'))).body.approved_by).toHaveLength(1);
  },
);
