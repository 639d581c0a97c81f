import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let reporter: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let refs: { base_sha: string; start_sha: string; head_sha: string };

const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reviewer, reporter, outsider] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'base.txt': 'base\n' } });
  await addMember(app, { project, user: reviewer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  const files = { 's.txt': 'one\ntwo\nthree\n', 'p.png': '\u0089PNG\u0000binary' };
  row = await createMergeRequest(app, { project, author: owner, files });
  refs = (await call('GET', `/projects/${project.id}/merge_requests/${row.iid}`, owner)).body.diff_refs;
});
afterAll(() => app.close());

const discussions = () => `/projects/${project.id}/merge_requests/${row.iid}/discussions`;

const THREADS = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
  mergeableDiscussionsState upvotes awardEmoji { nodes { name } }
  discussions(first: 20) { nodes {
    id
    noteable { __typename ... on MergeRequest { iid reference } ... on Issue { title } }
    truncatedDiffLines { type oldLine newLine text richText lineCode }
    notes(first: 10) { nodes { bodyFirstLineHtml suggestions { nodes { id fromLine toLine fromContent toContent appliable applied } } } }
  } }
} } }`;

const mergeRequest = async (as: TestUser) =>
  (await ask(as, THREADS, { path: project.full_path, iid: String(row.iid) })).data?.project?.mergeRequest;

test('a thread on a line says what it is about, its lines and what it proposes', async () => {
  const position = { ...refs, position_type: 'text', new_path: 's.txt', new_line: 2 };
  const body = '\n\n  Rather **this**, please\n\n```suggestion:-0+0\nTWO\n```';
  expect((await call('POST', discussions(), reviewer, { body, position })).status).toBe(201);
  await call('POST', `/projects/${project.id}/merge_requests/${row.iid}/award_emoji`, reviewer, { name: 'thumbsup' });
  const seen = await mergeRequest(owner);
  const last = seen.discussions.nodes.at(-1);
  expect(last).toMatchObject({
    noteable: { __typename: 'MergeRequest', iid: String(row.iid), reference: `!${row.iid}` },
    notes: {
      nodes: [
        {
          bodyFirstLineHtml: expect.stringContaining('<strong>this</strong>'),
          suggestions: {
            nodes: [
              { fromLine: 2, toLine: 2, fromContent: 'two\n', toContent: 'TWO\n', appliable: true, applied: false },
            ],
          },
        },
      ],
    },
  });
  expect(last.notes.nodes[0].bodyFirstLineHtml).not.toContain('TWO');
  expect(last.truncatedDiffLines.at(-1)).toMatchObject({ type: 'new', oldLine: null, newLine: 2, text: 'two' });
  expect(seen).toMatchObject({
    mergeableDiscussionsState: true,
    upvotes: 1,
    awardEmoji: { nodes: [{ name: 'thumbsup' }] },
  });
  expect(await mergeRequest(outsider)).toBeUndefined();
});

test('an open thread is said to stand in the way where threads must be resolved', async () => {
  const wish = { only_allow_merge_if_all_discussions_are_resolved: true };
  expect((await call('PUT', `/projects/${project.id}`, owner, wish)).status).toBe(200);
  expect((await mergeRequest(owner)).mergeableDiscussionsState).toBe(false);
});

test('a long first line is cut, an issue has notes and threads that know it', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Hello' })).body;
  const body = `${'word '.repeat(60)}\nsecond`;
  await call('POST', `/projects/${project.id}/issues/${issue.iid}/notes`, reviewer, { body });
  const query = `query ($id: ID!) { issue(id: $id) { upvotes downvotes notes { nodes {
    bodyFirstLineHtml discussion { truncatedDiffLines { text } noteable { ... on Issue { title } } }
  } } } }`;
  const id = `gid://gitlab/Issue/${issue.id}`;
  const { notes } = (await ask(owner, query, { id })).data.issue;
  expect(notes.nodes).toHaveLength(1);
  expect(notes.nodes[0].bodyFirstLineHtml).toContain('…');
  expect(notes.nodes[0].bodyFirstLineHtml).not.toContain('second');
  expect(notes.nodes[0].discussion).toEqual({ truncatedDiffLines: null, noteable: { title: 'Hello' } });
  expect((await ask(outsider, query, { id })).data.issue).toBeNull();
});

const MOVE = `mutation ($id: ID!, $position: UpdateDiffImagePositionInput!) {
  repositionImageDiffNote(input: { id: $id, position: $position }) { note { position { x y width height } } errors } }`;
const UPDATE = `mutation ($input: UpdateImageDiffNoteInput!) {
  updateImageDiffNote(input: $input) { note { body position { x y } } errors } }`;

const PERMISSIONS = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
  discussions(first: 50) { nodes { notes(first: 10) { nodes { id userPermissions { awardEmoji repositionNote adminNote } } } } }
} } }`;

async function permissionsOf(as: TestUser, noteId: number) {
  const { data } = await ask(as, PERMISSIONS, { path: project.full_path, iid: String(row.iid) });
  type Thread = { notes: { nodes: { id: string; userPermissions: object }[] } };
  const notes = data.project.mergeRequest.discussions.nodes.flatMap((thread: Thread) => thread.notes.nodes);
  return notes.find((note: { id: string }) => note.id.endsWith(`/${noteId}`)).userPermissions;
}

test('the point of an image is moved by who began the thread there and by maintainers', async () => {
  const position = { ...refs, position_type: 'image', new_path: 'p.png', width: 100, height: 50, x: 10, y: 20 };
  const made = (await call('POST', discussions(), reporter, { body: 'Here', position })).body;
  const id = `gid://gitlab/DiffNote/${made.notes[0].id}`;
  const to = { x: 30, y: 40, width: 200, height: 100 };
  expect((await ask(reporter, MOVE, { id, position: to })).data.repositionImageDiffNote).toEqual({
    note: { position: to },
    errors: [],
  });
  const permissions = (as: TestUser, noteId = made.notes[0].id) => permissionsOf(as, noteId);
  expect(await permissions(reporter)).toEqual({ awardEmoji: true, repositionNote: true, adminNote: true });
  expect(await permissions(reviewer)).toEqual({ awardEmoji: true, repositionNote: false, adminNote: false });
  // A developer edits their own only, and a reply of theirs gives no right to the thread.
  const reply = (await call('POST', `${discussions()}/${made.id}/notes`, reviewer, { body: 'Really?' })).body;
  expect(await permissions(reviewer, reply.id)).toEqual({ awardEmoji: true, repositionNote: false, adminNote: true });
  for (const noteId of [made.notes[0].id, reply.id]) {
    const refused = await ask(reviewer, MOVE, { id: `gid://gitlab/DiffNote/${noteId}`, position: { ...to, x: 1 } });
    expect(refused.data.repositionImageDiffNote).toEqual({ note: null, errors: [expect.any(String)] });
  }
  expect((await ask(outsider, MOVE, { id, position: to })).errors?.[0]?.message).toContain('Not Found');
  const outside = await ask(owner, MOVE, { id, position: { ...to, x: 201 } });
  expect(outside.data.repositionImageDiffNote).toEqual({
    note: null,
    errors: [expect.stringContaining('outside the image')],
  });
  const input = { id, body: 'There', position: { ...to, x: 5, y: 6 } };
  expect((await ask(owner, UPDATE, { input })).data.updateImageDiffNote).toEqual({
    note: { body: 'There', position: { x: 5, y: 6 } },
    errors: [],
  });
  const blank = await ask(owner, UPDATE, { input: { ...input, body: ' ', position: to } });
  expect(blank.data.updateImageDiffNote.errors).toEqual(["note can't be blank"]);
  // Who began the thread may move it by any of its notes, but not write another's: neither is done.
  const foreign = { id: `gid://gitlab/DiffNote/${reply.id}`, body: 'Mine now', position: to };
  expect((await ask(reporter, UPDATE, { input: foreign })).data.updateImageDiffNote).toEqual({
    note: null,
    errors: [expect.any(String)],
  });
  expect((await call('GET', `${discussions()}/${made.id}`, owner)).body.notes[0].position).toMatchObject({
    x: 5,
    y: 6,
  });
});

test('P-10: a comment on an image that changed meanwhile is left, and its commands are done once', async () => {
  const position = { ...refs, position_type: 'image', new_path: 'p.png', width: 100, height: 50, x: 10, y: 20 };
  const [note] = (await call('POST', discussions(), owner, { body: 'Here', position })).body.notes;
  const input = { id: `gid://gitlab/DiffNote/${note.id}`, lastKnownUpdatedAt: note.updated_at };
  const to = { x: 1, y: 2, width: 100, height: 50 };
  await call('PUT', `/projects/${project.id}/merge_requests/${row.iid}/notes/${note.id}`, owner, { body: 'Newer' });
  const changed = { note: null, errors: [expect.stringContaining('changed')] };
  expect((await ask(owner, UPDATE, { input: { ...input, body: 'Mine' } })).data.updateImageDiffNote).toEqual(changed);
  expect((await ask(owner, UPDATE, { input: { ...input, position: to } })).data.updateImageDiffNote.errors).toEqual([]);
  expect(
    (await ask(owner, UPDATE, { input: { ...input, position: { ...to, x: 3 } } })).data.updateImageDiffNote,
  ).toEqual(changed);
  const server = await app.server();
  for (const time of [1, 2]) {
    const { data } = (
      await server.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: { ...owner.headers, 'idempotency-key': 'picture' },
        payload: { query: UPDATE, variables: { input: { id: input.id, body: 'Took long\n/spend 1h' } } },
      })
    ).json();
    expect([time, data.updateImageDiffNote.errors]).toEqual([time, []]);
  }
  const request = await call('GET', `/projects/${project.id}/merge_requests/${row.iid}`, owner);
  expect(request.body.time_stats.total_time_spent).toBe(3_600);
});

test('only what stands on an image has a point to move', async () => {
  const { id } = (await call('POST', discussions(), reporter, { body: 'Talk' })).body.notes[0];
  expect(await permissionsOf(reporter, id)).toMatchObject({ awardEmoji: true, repositionNote: false });
  const position = { x: 1, y: 1, width: 2, height: 2 };
  const refused = await ask(reporter, MOVE, { id: `gid://gitlab/DiffNote/${id}`, position });
  expect(refused.data.repositionImageDiffNote.errors).toEqual([expect.stringContaining('is not on an image')]);
});

test('a locked discussion and an archived project are left as they are', async () => {
  const position = { ...refs, position_type: 'image', new_path: 'p.png', width: 100, height: 50, x: 10, y: 20 };
  const { id: noteId } = (await call('POST', discussions(), reporter, { body: 'Pin', position })).body.notes[0];
  const id = `gid://gitlab/DiffNote/${noteId}`;
  const LOCK = `mutation ($path: ID!, $iid: String!) { updateMergeRequestLocked(input: { projectPath: $path, iid: $iid, locked: true }) {
    mergeRequest { discussionLocked } errors } }`;
  const place = { path: project.full_path, iid: String(row.iid) };
  expect((await ask(owner, LOCK, place)).data.updateMergeRequestLocked).toEqual({
    mergeRequest: { discussionLocked: true },
    errors: [],
  });
  await call('POST', `/projects/${project.id}/archive`, owner);
  const to = { x: 1, y: 1, width: 2, height: 2 };
  for (const person of [reporter, owner]) {
    const refused = await ask(person, MOVE, { id, position: to });
    expect(refused.data.repositionImageDiffNote).toEqual({ note: null, errors: [expect.any(String)] });
  }
});
