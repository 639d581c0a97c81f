import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';
import { createMergeRequest } from '../merge-requests/testing.ts';

/** `/submit_review` does what the button does. */
let app: TestApp;
let author: TestUser;
let ann: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [author, ann] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: author.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ann.user, level: 30, project });
  await call('POST', `/projects/${project.id}/labels`, author, { name: 'read', color: '#336699' });
});
afterAll(() => app.close());

async function open() {
  const { id, iid } = await createMergeRequest(app, { project, author });
  const rest = `/projects/${project.id}/merge_requests/${iid}`;
  const drafts = `${rest}/draft_notes`;
  return {
    id,
    rest,
    draft: (note: string, as = ann) => call('POST', drafts, as, { note }),
    write: (body: string, as = ann) => call('POST', `${rest}/notes`, as, { body }),
    left: async (as = ann) => (await call('GET', drafts, as)).body.length as number,
    said: async () =>
      (await call('GET', `${rest}/notes?sort=asc&activity_filter=only_comments`, ann)).body.map(
        (each: { body: string }) => each.body,
      ) as string[],
    approvedBy: async () =>
      (await call('GET', `${rest}/approvals`, ann)).body.approved_by.map(
        (each: { user: { id: number } }) => each.user.id,
      ) as number[],
  };
}

test('pending comments are published with the outcome, and the commands in them are done', async () => {
  const request = await open();
  await request.draft('One');
  await request.draft('Two\n/label ~read');
  const note = await request.write('Well done\n/submit_review approve');
  expect([note.status, note.body.body]).toEqual([201, 'Well done']);
  expect(await request.said()).toEqual(['Well done', 'One', 'Two']);
  expect(await request.left()).toBe(0);
  expect(await request.approvedBy()).toEqual([ann.user.id]);
  expect((await call('GET', request.rest, ann)).body.labels).toEqual(['read']);
});

test('what their commands did only in part is told with what failed', async () => {
  const request = await open();
  await request.draft('/label ~read ~raed');
  const note = await request.write('Well done\n/submit_review');
  expect(note.body.quick_actions_status).toMatchObject({
    messages: ['Submitted the review. Added ~"read" label.'],
    error_messages: ['There is no ~"raed" label.'],
  });
});

test('without an outcome they are published alone; sent again nothing more is done', async () => {
  const request = await open();
  await request.draft('First');
  const headers = { ...ann.headers, 'idempotency-key': 'submit-once' };
  const first = await request.write('/submit_review', { ...ann, headers });
  expect([first.status, first.body.summary]).toEqual([202, ['Submitted the review.']]);
  await request.draft('Later');
  const again = await request.write('/submit_review', { ...ann, headers });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(await request.said()).toEqual(['First']);
  expect([await request.left(), await request.approvedBy()]).toEqual([1, []]);
  const changes = await request.write('/submit_review requested_changes');
  expect(changes.status).toBe(202);
  const reviewers = (await call('GET', `${request.rest}/reviewers`, ann)).body;
  expect(reviewers).toMatchObject([{ user: { id: ann.user.id }, state: 'requested_changes' }]);
});

test('what is refused leaves the pending comments as they are', async () => {
  const request = await open();
  const nothing = await request.write('/submit_review');
  expect(nothing.status).toBe(422);
  expect(JSON.stringify(nothing.body)).toContain('you have no pending comments');
  await request.draft('Mine', author);
  await request.draft('Hers');
  for (const [line, as] of [
    ['/submit_review loved', ann],
    ['/submit_review constructor', ann],
    ['/submit_review approve', author],
  ] as const)
    expect((await request.write(line, as)).status, line).toBe(422);
  expect([await request.left(), await request.left(author), await request.said()]).toEqual([1, 1, []]);
  expect(await request.approvedBy()).toEqual([]);
});

test('its effect is told before, to those who have something to submit and may give the outcome', async () => {
  const { id, draft } = await open();
  const server = await app.server();
  const ahead = async (text: string, as = ann) => {
    const url = `/${project.full_path}/-/preview_markdown?target_type=merge_request&target_id=${id}`;
    const answer = await server.inject({ method: 'POST', url, headers: as.headers, payload: { text } });
    return answer.json().references.commands as string;
  };
  expect(await ahead('/submit_review')).toBe('');
  for (const as of [ann, author]) await draft('One', as);
  expect(await ahead('/submit_review', author)).toBe('Submits your pending comments.');
  expect(await ahead('/submit_review approve', author)).toBe('');
  expect(await ahead('/submit_review')).toBe('Submits your pending comments.');
  expect(await ahead('/submit_review Approve')).toBe('Submits your pending comments and approves the merge request.');
  expect(await ahead('/submit_review requested_changes')).toBe('Submits your pending comments and requests changes.');
  expect(await ahead('/submit_review hm')).toBe(
    'Submits no review: the decision must be approve, requested_changes or reviewed.',
  );
});
