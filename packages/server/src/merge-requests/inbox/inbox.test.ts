import {
  type InboxItem,
  type InboxPageData,
  ATTENTION_SET_CHANGED,
  type WaitingItem,
} from '@tributary/contract/merge-requests/inbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { checkMergeability } from '../readiness/jobs/check-mergeability.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { createMergeRequest, type MergeRequestSpec, pushCommit, tipOf } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let ann: TestUser;
let grace: TestUser;
let bot: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app, { username: 'ann' });
  grace = await createUser(app, { username: 'grace' });
  project = await createProject(app, { owner: ann.user, files: { a: 'a' } });
  await addMember(app, { user: grace.user, level: 40, project });
  const { body } = await rest('POST', `/projects/${project.id}/access_tokens`, ann, {
    name: 'robot',
    scopes: ['api'],
    access_level: 40,
    expires_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  });
  const headers = { 'private-token': body.token };
  const { body: self } = await rest('GET', '/user', { headers });
  bot = { ...ann, actor: { ...ann.actor, id: self.id, isBot: true }, headers };
});
afterAll(() => app.close());

type Spec = Partial<MergeRequestSpec>;

async function propose(spec: Spec = {}): Promise<MergeRequestRow> {
  const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [grace.user.id], ...spec });
  await app.runJobs();
  return row;
}

const at = (row: MergeRequestRow, rest = '') => `/projects/${project.id}/merge_requests/${row.iid}${rest}`;

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** As from a page. */
async function send(user: TestUser, row: MergeRequestRow, path: string, payload: object = {}) {
  const server = await app.server();
  const url = path.startsWith('/') ? path : `/${project.full_path}/-/merge_requests/${row.iid}/${path}`;
  return server.inject({ method: 'POST', url, headers: user.headers, payload });
}

async function inbox(user: TestUser): Promise<InboxPageData> {
  return (await page('/dashboard/inbox', user)).body.data;
}

/** What the inbox says of one request: for the reader, or in the lane of bots, or for whom else it waits. */
async function said(user: TestUser, row: MergeRequestRow): Promise<string> {
  const { items, bots, waiting } = await inbox(user);
  const of = <T extends { id: number }>(list: T[]) => list.find(({ id }) => id === row.id);
  const words = ({ reason, count }: Pick<InboxItem, 'reason' | 'count'>) => [reason, count ?? ''].join(' ').trim();
  const [mine, machine, theirs] = [of(items), of(bots), of<WaitingItem>(waiting)];
  if (mine) return words(mine);
  if (machine) return `bots: ${words(machine)}`;
  return theirs ? theirs.waitsFor.map((each) => `${each.person.username}: ${words(each)}`).join(', ') : '';
}

const push = async (row: MergeRequestRow, by = ann) => {
  await pushCommit(app, { project, branch: row.source_branch, files: { [`${row.iid}.txt`]: `${Date.now()}` }, by });
  await app.runJobs();
};
const review = (row: MergeRequestRow, verdict: string, by = grace) =>
  ok(rest('POST', at(row, '/draft_notes/bulk_publish'), by, { reviewer_state: verdict }));
const thread = async (row: MergeRequestRow, by: TestUser, body = 'Why?'): Promise<string> =>
  (await rest('POST', at(row, '/discussions'), by, { body })).body.id;
const answer = (row: MergeRequestRow, id: string, by: TestUser) =>
  ok(rest('POST', at(row, `/discussions/${id}/notes`), by, { body: 'So.' }));

test('asked to review, changes asked for, pushed without a word: the turn goes back and forth', async () => {
  const row = await propose();
  expect([await said(grace, row), await said(ann, row)]).toEqual(['review_requested', 'grace: review_requested']);
  // Without a word, as GraphQL and the quick action do.
  await ok(rest('POST', at(row, '/notes'), grace, { body: '/request_changes' }));
  expect([await said(ann, row), await said(grace, row)]).toEqual(['changes_requested', 'ann: changes_requested']);
  // Words alone change nothing; the push does, and words after it neither.
  await ok(rest('POST', at(row, '/notes'), ann, { body: 'On it.' }));
  expect(await said(ann, row)).toBe('changes_requested');
  await push(row);
  expect([await said(grace, row), await said(ann, row)]).toEqual([
    'changed_since_review',
    'grace: changed_since_review',
  ]);
  await ok(rest('POST', at(row, '/notes'), ann, { body: 'Marked as done.' }));
  expect([await said(grace, row), await said(ann, row)]).toEqual([
    'changed_since_review',
    'grace: changed_since_review',
  ]);
  // The same outcome of what is there now.
  await review(row, 'requested_changes');
  expect(await said(ann, row)).toBe('changes_requested');
  await push(row);
  await review(row, 'reviewed');
  expect(await said(ann, row)).toBe('changes_requested');
  await push(row);
  await review(row, 'approved');
  expect([await said(ann, row), await said(grace, row)]).toEqual(['ready_to_merge', 'ann: ready_to_merge']);
  await ok(rest('PUT', at(row, '/merge'), ann, {}));
  expect([await said(ann, row), await said(grace, row)]).toEqual(['', '']);
});

test('an approval that was taken back, by oneself or by a machine, waits for its reviewer', async () => {
  const row = await propose();
  await ok(rest('POST', at(row, '/approve'), grace));
  expect(await said(grace, row)).toBe('ann: ready_to_merge');
  await ok(rest('POST', at(row, '/unapprove'), grace));
  expect([await said(grace, row), await said(ann, row)]).toEqual(['approval_taken_back', 'grace: approval_taken_back']);
  await ok(rest('POST', at(row, '/approve'), grace));
  await ok(rest('PUT', at(row, '/reset_approvals'), bot));
  expect([await said(grace, row), await said(ann, row)]).toEqual(['approval_taken_back', 'grace: approval_taken_back']);
  await app.runJobs();
  const { body } = await rest('GET', '/todos?action=review_requested', grace);
  expect(body.filter((todo: { target: { iid: number } }) => todo.target.iid === row.iid)).toHaveLength(1);
});

test.runIf(IS_FULL)('a review that is taken back puts the turn back where it was', async () => {
  const row = await propose();
  await review(row, 'requested_changes');
  await push(row);
  const published = await send(grace, row, 'drafts/publish', { reviewer_state: 'requested_changes' });
  expect(await said(ann, row)).toBe('changes_requested');
  expect((await send(grace, row, published.json().undo.path)).statusCode).toBe(200);
  expect([await said(grace, row), await said(ann, row)]).toEqual([
    'changed_since_review',
    'grace: changed_since_review',
  ]);
});

test('threads wait for who did not speak last, whoever of its owners answers', async () => {
  const row = await propose({ reviewerIds: [] });
  const id = await thread(row, grace);
  expect(await said(ann, row)).toBe('threads_to_answer 1');
  await ok(rest('PUT', at(row), ann, { reviewer_ids: [grace.user.id] }));
  await review(row, 'reviewed');
  await answer(row, id, ann);
  expect([await said(grace, row), await said(ann, row)]).toEqual(['answers_to_you 1', 'ready_to_merge']);
  await ok(rest('PUT', at(row, `/discussions/${id}`), ann, { resolved: true }));
  expect(await said(grace, row)).toBe('ann: ready_to_merge');
});

test.runIf(IS_FULL)(
  'who asked without being asked has the turn once the author answered, until they answer or settle it',
  async () => {
    const passer = await createUser(app, { username: 'passer' });
    const row = await propose();
    const id = await thread(row, passer);
    expect([await said(passer, row), await said(ann, row)]).toEqual(['', 'threads_to_answer 1']);
    await answer(row, id, grace);
    expect(await said(passer, row)).toBe('');
    // Their open inbox hears of it.
    await app.platform.realtime.start();
    const heard: string[] = [];
    const stop = app.platform.realtime.subscribe(`user:${passer.user.id}`, (message) => heard.push(message.event));
    await answer(row, id, ann);
    await expect.poll(() => heard).toContain(ATTENTION_SET_CHANGED);
    stop();
    expect(await said(passer, row)).toBe('answers_to_you 1');
    expect(await said(ann, row)).toBe('grace: review_requested, passer: answers_to_you 1');
    await answer(row, id, passer);
    expect([await said(passer, row), await said(ann, row)]).toEqual(['', 'threads_to_answer 1']);
    await answer(row, id, ann);
    await ok(rest('PUT', at(row, `/discussions/${id}`), passer, { resolved: true }));
    expect([await said(passer, row), await said(ann, row)]).toEqual(['', 'grace: review_requested']);
  },
);

test('conflicts wait for the author until they are gone', async () => {
  const row = await propose({ files: { 'c.txt': 'mine\n' }, reviewerIds: [] });
  const commit = async (text: string | null) => {
    const parents = [await tipOf(project, 'main')];
    await project.repository.commit({ branch: 'main', parents, files: { 'c.txt': text } });
    await checkMergeability(app.system, [row.id], 'asked');
  };
  await commit('theirs\n');
  expect(await said(ann, row)).toBe('conflicts');
  const since = (await inbox(ann)).items.find(({ id }) => id === row.id)?.since;
  await commit('theirs again\n');
  expect((await inbox(ann)).items.find(({ id }) => id === row.id)?.since).toBe(since);
  await commit(null);
  expect(await said(ann, row)).toBe('ready_to_merge');
});

test('what bots made or said stands apart, until someone takes it up', async () => {
  const theirs = await propose({ author: bot });
  expect(await said(grace, theirs)).toBe('bots: review_requested');
  const own = await propose();
  const id = await thread(own, bot, 'Lint: 3 problems');
  expect(await said(ann, own)).toBe('bots: bot_threads 1');
  await answer(own, id, grace);
  expect(await said(ann, own)).toBe('threads_to_answer 1');
  await answer(own, id, ann);
  await answer(own, id, bot);
  expect(await said(ann, own)).toBe('grace: review_requested');
});

test.runIf(IS_FULL)('the longest waiting is first, whatever else happens to it', async () => {
  const [older, newer] = [await propose(), await propose()];
  const mine = async () =>
    (await inbox(grace)).items.filter(({ id }) => id === older.id || id === newer.id).map(({ id }) => id);
  await ok(rest('POST', at(older, '/notes'), ann, { body: 'Soon?' }));
  await ok(rest('PUT', at(older), ann, { labels: 'urgent' }));
  expect(await mine()).toEqual([older.id, newer.id]);
  await ok(rest('PUT', at(older), ann, { title: `Draft: ${older.title}` }));
  expect(await mine()).toEqual([newer.id]);
  await ok(rest('PUT', at(older), ann, { title: older.title }));
  expect(await mine()).toEqual([newer.id, older.id]);
});

test('it waits for nobody who may not read it any more, and does not wait for what they would have done', async () => {
  const closed = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  const member = await createUser(app, { username: 'leaver' });
  const join = () => addMember(app, { user: member.user, level: 30, project: closed });
  await join();
  await addMember(app, { user: grace.user, level: 30, project: closed });
  const leave = () => ok(rest('DELETE', `/projects/${closed.id}/members/${member.user.id}`, ann));
  const request = (reviewerIds: number[]) => createMergeRequest(app, { project: closed, author: ann, reviewerIds });
  const [both, alone] = [await request([member.user.id, grace.user.id]), await request([member.user.id])];
  await app.runJobs();
  const saidOfBoth = async () => [await said(ann, both), await said(ann, alone)];
  const waiting = 'leaver: review_requested';
  expect(await saidOfBoth()).toEqual([`grace: review_requested, ${waiting}`, waiting]);
  await leave();
  expect(await saidOfBoth()).toEqual(['grace: review_requested', 'ready_to_merge']);
  await join();
  expect(await saidOfBoth()).toEqual([`grace: review_requested, ${waiting}`, waiting]);
  await app.platform.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', member.user.id).execute();
  expect(await saidOfBoth()).toEqual(['grace: review_requested', 'ready_to_merge']);
});

test.runIf(IS_FULL)('an answered thread of someone who left is for the author to resolve', async () => {
  const closed = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  await ok(rest('PUT', `/projects/${closed.id}`, ann, { only_allow_merge_if_all_discussions_are_resolved: true }));
  const asker = await createUser(app, { username: 'asker' });
  await addMember(app, { user: asker.user, level: 30, project: closed });
  const row = await createMergeRequest(app, { project: closed, author: ann });
  const path = `/projects/${closed.id}/merge_requests/${row.iid}/discussions`;
  const { body } = await rest('POST', path, asker, { body: 'Why?' });
  await ok(rest('POST', `${path}/${body.id}/notes`, ann, { body: 'So.' }));
  await app.runJobs();
  expect(await said(ann, row)).toBe('asker: answers_to_you 1');
  await ok(rest('DELETE', `/projects/${closed.id}/members/${asker.user.id}`, ann));
  expect(await said(ann, row)).toBe('threads_left_open 1');
  await ok(rest('PUT', `${path}/${body.id}`, ann, { resolved: true }));
  expect(await said(ann, row)).toBe('ready_to_merge');
});

test('it is for users with an account, and shows nothing they may not read', async () => {
  expect((await page('/dashboard/inbox', null)).status).toBe(401);
  const hidden = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  const member = await createUser(app);
  await addMember(app, { user: member.user, level: 30, project: hidden });
  await createMergeRequest(app, { project: hidden, author: ann, reviewerIds: [member.user.id] });
  expect((await inbox(member)).items).toHaveLength(1);
  const server = await app.server();
  const count = async (headers: Record<string, string>) => {
    const answer = await server.inject({ url: '/dashboard/inbox/count', headers });
    return [answer.statusCode, answer.json().count];
  };
  expect(await count(member.headers)).toEqual([200, 1]);
  expect((await count({}))[0]).toBe(401);
  await ok(rest('DELETE', `/projects/${hidden.id}/members/${member.user.id}`, ann));
  expect(await inbox(member)).toMatchObject({ items: [], waiting: [], bots: [] });
  expect(await count(member.headers)).toEqual([200, 0]);
});
