import type { PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../merge-requests/testing.ts';

/** The outcome that stood before a review stands again when the review is taken back, whatever both were. */
let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let count = 0;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann] = await Promise.all([createUser(app), createUser(app, { username: 'ann-of-verdicts' })]);
  project = await createProject(app, { owner: owner.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ann.user, level: 30, project });
  // Approvals of an earlier head stand, so that a push between changes nothing.
  await rest('POST', `/projects/${project.id}/approvals`, owner, { reset_approvals_on_push: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  row = await propose([ann.user.id]);
});

async function propose(reviewerIds: number[]): Promise<MergeRequestRow> {
  count += 1;
  const files = { 'r.txt': 'one\ntwo\n' };
  return createMergeRequest(app, { project, author: owner, branch: `verdict-${count}`, files, reviewerIds });
}

const api = (path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function post<T>(path: string, payload: object): Promise<{ status: number; body: T }> {
  const server = await app.server();
  const url = path.startsWith('/') ? path : `/${project.full_path}/-/merge_requests/${row.iid}/${path}`;
  const answer = await server.inject({ method: 'POST', url, headers: ann.headers, payload });
  return { status: answer.statusCode, body: answer.body === '' ? (undefined as T) : answer.json() };
}

async function publish(body: object): Promise<PublishAnswer> {
  const answer = await post<PublishAnswer>('drafts/publish', body);
  expect(answer.status).toBe(200);
  return answer.body;
}

const undo = (review: PublishAnswer) =>
  post<{ drafts?: number; error?: { message: string } }>(review.undo?.path ?? '/none', {});
const draft = (note: string) => post('drafts', { draft_note: { note } });
const push = () =>
  pushCommit(app, { project, branch: row.source_branch, files: { 'r.txt': `${Math.random()}\n` }, by: owner });

/** Everything an outcome can be seen in. */
async function standing() {
  const [reviewers, approvals, request, notes, activity, drafts] = await Promise.all([
    rest('GET', api('/reviewers'), owner),
    rest('GET', api('/approvals'), owner),
    rest('GET', api(), owner),
    rest('GET', api('/notes?sort=asc&per_page=100'), owner),
    rest('GET', `/projects/${project.id}/events?action=approved&per_page=100`, ann),
    rest('GET', api('/draft_notes'), ann),
  ]);
  const states = reviewers.body.map((each: { user: { id: number }; state: string }) => [each.user.id, each.state]);
  const { approved, approved_by } = approvals.body;
  const hasApproved = approved_by.some((each: { user: { id: number } }) => each.user.id === ann.user.id);
  const said = notes.body.map((each: { body: string }) => each.body);
  const { detailed_merge_status: status } = request.body;
  const deeds = activity.body.filter((each: { target_iid: number }) => each.target_iid === row.iid).length;
  return { states, approved, hasApproved, approved_by, status, said, deeds, drafts: drafts.body };
}

const BEFORE: Record<string, () => Promise<unknown>> = {
  'no reviewer': async () => {
    row = await propose([]);
  },
  asked: () => Promise.resolve(),
  begun: () => draft('begun'),
  reviewed: () => publish({ note: 'seen', reviewer_state: 'reviewed' }),
  approved: () => rest('POST', api('/approve'), ann),
  'approved by a review': () => publish({ note: 'fine', reviewer_state: 'approved' }),
  'approved by a command': () => rest('POST', api('/notes'), ann, { body: '/approve' }),
  unapproved: async () => {
    await rest('POST', api('/approve'), ann);
    await rest('POST', api('/unapprove'), ann);
  },
  'requested changes': () => rest('POST', api('/notes'), ann, { body: '/request_changes' }),
  'approved another head': async () => {
    await rest('POST', api('/approve'), ann);
    await push();
  },
};
const VERDICTS = ['reviewed', 'approved', 'requested_changes'] as const;

test.each(Object.entries(BEFORE))('%s: stands again after every outcome was taken back', async (name, begin) => {
  await begin();
  for (const verdict of VERDICTS) {
    await draft(`with ${verdict}`);
    const was = await standing();
    if (name.startsWith('approved')) expect(was.hasApproved).toBe(true);
    const review = await publish({ note: 'In sum', reviewer_state: verdict });
    const now = await standing();
    expect(now.said).toContain('In sum');
    if (verdict === 'approved') expect(now.approved).toBe(true);
    if (verdict === 'requested_changes') expect([now.approved, now.hasApproved]).toEqual([false, false]);
    expect((await undo(review)).status).toBe(200);
    expect(await standing()).toEqual(was);
  }
});

test.each(VERDICTS)(
  'a push between: an agreement to the head before %s stands again unless the review had ended it',
  async (verdict) => {
    await rest('POST', api('/approve'), ann);
    await draft('one');
    const { approved_by, deeds, states } = await standing();
    const review = await publish({ reviewer_state: verdict });
    await push();
    expect((await undo(review)).status).toBe(200);
    const now = await standing();
    // What the review itself ended was an agreement to other commits.
    const isEnded = verdict === 'requested_changes';
    expect([now.approved_by, now.deeds, now.states]).toEqual(
      isEnded ? [[], deeds, [[ann.user.id, 'unapproved']]] : [approved_by, deeds, states],
    );
    const rows = app.platform.db.selectFrom('merge_request_approvals').select('head_sha');
    expect(await rows.where('merge_request_id', '=', row.id).execute()).toEqual([{ head_sha: row.head_sha }]);
    expect(now.drafts).toHaveLength(1);
  },
);

const OTHER_WAYS: [string, () => Promise<unknown>][] = [
  ['REST', () => rest('POST', api('/approve'), ann)],
  ['a command', () => rest('POST', api('/notes'), ann, { body: '/approve' })],
];

test.each(OTHER_WAYS)('an agreement given by %s after a review without an outcome stays', async (_name, approve) => {
  await draft('only words');
  const review = await publish({});
  await approve();
  const was = await standing();
  expect((await undo(review)).body).toMatchObject({ drafts: 1 });
  const now = await standing();
  expect(now).toEqual({
    ...was,
    said: was.said.filter((body: string) => body !== 'only words'),
    drafts: [expect.anything()],
  });
  expect([now.hasApproved, now.deeds, now.states]).toEqual([true, 1, [[ann.user.id, 'approved']]]);
});

test('the command of a review is an act of its own: it stays, and is not in the words that come back', async () => {
  await draft('Fine with me\n\n/approve');
  const review = await publish({});
  expect((await standing()).hasApproved).toBe(true);
  expect((await undo(review)).body).toMatchObject({ drafts: 1 });
  const now = await standing();
  expect([now.hasApproved, now.drafts.map((each: { note: string }) => each.note)]).toEqual([true, ['Fine with me']]);
  expect(now.said).toContain('approved this merge request');
  expect(now.said).not.toContain('Fine with me');
});

test.each(OTHER_WAYS)(
  'an agreement given by %s after changes were requested keeps the review as it is',
  async (_name, approve) => {
    await draft('not yet');
    const review = await publish({ reviewer_state: 'requested_changes' });
    await approve();
    const was = await standing();
    const answer = await undo(review);
    expect([answer.status, answer.body.error?.message]).toEqual([
      409,
      'This can no longer be undone: your decision has changed.',
    ]);
    expect(await standing()).toEqual(was);
  },
);

test('what the review did not change is not in its way', async () => {
  await rest('POST', api('/approve'), ann);
  await draft('a word more');
  const review = await publish({ reviewer_state: 'approved' });
  await rest('POST', api('/unapprove'), ann);
  const { states, approved_by } = await standing();
  expect((await undo(review)).status).toBe(200);
  const now = await standing();
  expect([now.states, now.approved_by, now.drafts.length]).toEqual([states, approved_by, 1]);
});
