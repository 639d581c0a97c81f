import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { lineCode } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';

/** Older clients name a line by its code alone, with the type `LegacyDiffNote`: it begins a thread of that type on that line. */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let sha: string;

const call = restCaller(() => app);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_unused, at) => `line ${from + at}\n`);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': numbered(1, 40).join('') } });
  const lines = numbered(1, 40);
  lines.splice(1, 1, 'other\n');
  row = await createMergeRequest(app, { project, author: owner, branch: 'older', files: { 'a.txt': lines.join('') } });
  sha = await tipOf(project, 'older');
});
afterAll(() => app.close());

async function post(url: string, payload: object) {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/${project.full_path}/-/${url}`,
    headers: owner.headers,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const onRequest = (note: object, more: object = {}) =>
  post(`notes?target_type=merge_request&target_id=${row.id}`, { note, return_discussion: true, ...more });
const onCommit = (note: object) => post(`commit/${sha}/notes`, { note, return_discussion: true });

const at = (oldPosition: number, newPosition: number) => lineCode('a.txt', oldPosition, newPosition);

test.each([
  ['a removed line', at(2, 2), { old_line: 2, new_line: null }],
  ['an added line', at(3, 2), { old_line: null, new_line: 2 }],
  ['an unchanged one beside them', at(4, 4), { old_line: 4, new_line: 4 }],
])('%s, on a merge request and on a commit', async (_name, code, lines) => {
  const note = { note: 'Here', type: 'LegacyDiffNote', line_code: code };
  for (const say of [onRequest, onCommit]) {
    const { status, body } = await say(note);
    const { discussion } = body as { discussion: PageDiscussion };
    expect([status, discussion?.line_code]).toEqual([200, code]);
    expect(discussion).toMatchObject({ diff_discussion: true, position: { new_path: 'a.txt', ...lines } });
    expect(discussion.notes[0]?.type).toBe('LegacyDiffNote');
  }
});

test('a line between the changes, of the whole and of one commit, and for a pending comment', async () => {
  const code = at(30, 30);
  const far = await onRequest({ note: 'Far', type: 'LegacyDiffNote', line_code: code });
  expect(far.body.discussion).toMatchObject({ line_code: code, position: { old_line: 30, new_line: 30 } });
  const one = await onRequest({ note: 'One', type: 'LegacyDiffNote', line_code: at(3, 2), commit_id: sha });
  expect(one.body.discussion).toMatchObject({ commit_id: sha, position: { head_sha: sha, new_line: 2 } });
  const draft = await post(`merge_requests/${row.iid}/drafts`, { draft_note: { note: 'Later', line_code: at(3, 2) } });
  expect(draft.body).toMatchObject({ line_code: at(3, 2), position: { new_line: 2 } });
});

test('what names no line is told so, and nothing is written', async () => {
  const before = (await call('GET', `/projects/${project.id}/merge_requests/${row.iid}/notes`, owner)).headers[
    'x-total'
  ];
  for (const code of [at(2, 9), at(41, 41), lineCode('b.txt', 1, 1), 'nonsense']) {
    const refused = await onRequest({ note: 'Nowhere', type: 'LegacyDiffNote', line_code: code });
    expect([refused.status, refused.body.errors]).toEqual([422, expect.stringContaining('the line does not exist')]);
  }
  expect((await onCommit({ note: 'Nowhere', type: 'LegacyDiffNote', line_code: at(30, 30) })).status).toBe(422);
  for (const type of ['LegacyDiffNote', 'DiffNote']) {
    const placeless = await onRequest({ note: 'Nowhere', type });
    expect([placeless.status, JSON.stringify(placeless.body)]).toEqual([
      422,
      expect.stringContaining('line_code is missing'),
    ]);
  }
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Issue' })).body;
  const talk = { note: 'Nowhere', type: 'LegacyDiffNote', line_code: at(2, 2) };
  expect((await post(`notes?target_type=issue&target_id=${issue.id}`, { note: talk })).status).toBe(422);
  const after = (await call('GET', `/projects/${project.id}/merge_requests/${row.iid}/notes`, owner)).headers[
    'x-total'
  ];
  expect(after).toBe(before);
});

test('a reply needs no place', async () => {
  const begun = await onRequest(
    { note: 'Begin', type: 'LegacyDiffNote', line_code: at(3, 2) },
    { in_reply_to_discussion_id: '' },
  );
  const { discussion } = begun.body;
  const reply = await onRequest(
    { note: 'Reply', type: 'LegacyDiffNote' },
    { in_reply_to_discussion_id: discussion.id },
  );
  expect(reply.body.discussion).toMatchObject({
    id: discussion.id,
    notes: [{}, { note: 'Reply', type: 'LegacyDiffNote' }],
  });
  const url = `/projects/${project.id}/merge_requests/${row.iid}/discussions/${discussion.id}`;
  const listed = (await call('GET', url, owner)).body.notes.map((note: { type: string }) => note.type);
  expect(listed).toEqual(['LegacyDiffNote', 'LegacyDiffNote']);
});
