import { restCommitNote, restDiscussion } from '@tributary/contract/discussions/rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { mayHear } from '../../platform/realtime/topics.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, reporter, guest, outsider] = await Promise.all([
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
  ]);
});
afterAll(() => app.close());

async function build(): Promise<{ project: BuiltProject; sha: string }> {
  const files = { 'src/a.ts': 'one\ntwo\nthree\n' };
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: reporter.user, level: 20 });
  await addMember(app, { project, user: guest.user, level: 10 });
  const sha = await project.repository.commit({ files: { 'src/a.ts': 'one\n2\nthree\n' }, message: 'Say two shorter' });
  return { project, sha };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const rest = (person: TestUser, method: Method, project: BuiltProject, path: string, body?: object) =>
  server.inject({
    method,
    url: `/api/v4/projects/${project.id}/repository/commits/${path}`,
    headers: person.headers,
    ...(body && { payload: body }),
  });
const comments = z.array(restCommitNote);

test('a commit is commented on, also on a line that it changed', async () => {
  const { project, sha } = await build();
  const first = await rest(reporter, 'POST', project, `${sha}/comments`, { note: 'Why?' });
  expect([first.statusCode, restCommitNote.parse(first.json())]).toMatchObject([
    201,
    { note: 'Why?', path: null, line: null, line_type: null, author: { id: reporter.user.id } },
  ]);
  const at = (body: object) => rest(reporter, 'POST', project, `${sha}/comments`, { note: 'Here', ...body });
  expect((await at({ path: 'src/a.ts', line: 2, line_type: 'new' })).json()).toMatchObject({
    path: 'src/a.ts',
    line: 2,
    line_type: 'new',
  });
  expect((await at({ path: 'src/a.ts', line: 2, line_type: 'old' })).json()).toMatchObject({ line_type: 'old' });
  // What the commit did not change leaves an ordinary comment.
  expect((await at({ path: 'src/a.ts', line: 99 })).json()).toMatchObject({ path: null, line: null });
  const listed = comments.parse((await rest(reporter, 'GET', project, `${sha}/comments`)).json());
  expect(listed.map((each) => each.line_type)).toEqual([null, 'new', 'old', null]);
  // A branch names the same commit.
  expect((await rest(reporter, 'GET', project, 'main/comments')).json()).toHaveLength(4);
});

test('threads on a commit take replies, and the page shows them with their lines', async () => {
  const { project, sha } = await build();
  const parent = await project.repository.git('rev-parse', `${sha}^`);
  const position = {
    base_sha: parent,
    start_sha: parent,
    head_sha: sha,
    position_type: 'text',
    old_path: 'src/a.ts',
    new_path: 'src/a.ts',
    new_line: 2,
  };
  const made = await rest(reporter, 'POST', project, `${sha}/discussions`, { body: 'Shorter?', position });
  expect(made.statusCode).toBe(201);
  const thread = restDiscussion.parse(made.json());
  expect(thread.notes[0]).toMatchObject({
    type: 'DiffNote',
    noteable_type: 'Commit',
    commit_id: sha,
    resolvable: false,
  });
  const reply = await rest(owner, 'POST', project, `${sha}/discussions/${thread.id}/notes`, { body: 'Yes' });
  expect(reply.statusCode).toBe(201);
  const wrong = { ...position, new_line: 50 };
  const refused = await rest(reporter, 'POST', project, `${sha}/discussions`, { body: 'x', position: wrong });
  expect(refused.statusCode).toBe(422);
  const url = `/-/page/${project.full_path}/-/commit/${sha}`;
  const { data } = (await server.inject({ url, headers: reporter.headers })).json<PageData<CommitPageData>>();
  const shown = await server.inject({ url: data.notes?.discussionsPath ?? '', headers: reporter.headers });
  expect(shown.json()).toMatchObject([
    {
      id: thread.id,
      for_commit: true,
      diff_file: { file_path: 'src/a.ts' },
      truncated_diff_lines: [{ text: 'one' }, { text: 'two' }, { text: '2', type: 'new' }],
      notes: [{ note: 'Shorter?' }, { note: 'Yes' }],
    },
  ]);
});

test('the page says the first word on a commit that nobody talked about, and hears of the next', async () => {
  const { project, sha } = await build();
  const url = `/-/page/${project.full_path}/-/commit/${sha}`;
  const { data } = (await server.inject({ url, headers: reporter.headers })).json<PageData<CommitPageData>>();
  const { notes } = data;
  if (!notes) throw new Error('the page has no notes');
  expect(notes.currentUser.canCreateNote).toBe(true);
  expect(await mayHear(contextOf(app, reporter), notes.topic)).toBe(true);
  expect(await mayHear(contextOf(app, outsider), notes.topic)).toBe(false);
  const poll = () =>
    server.inject({
      url: notes.notesPath,
      headers: { ...reporter.headers, 'x-last-fetched-at': notes.lastFetchedAt },
    });
  expect((await poll()).json()).toMatchObject({ notes: [] });
  const posted = await server.inject({
    method: 'POST',
    url: notes.createNotePath,
    headers: reporter.headers,
    payload: {
      note: { note: 'First', noteable_type: 'Commit', noteable_id: notes.noteableId },
      return_discussion: true,
    },
  });
  expect([posted.statusCode, posted.json().discussion.notes[0].noteable_id]).toEqual([200, notes.noteableId]);
  expect((await poll()).json().notes).toMatchObject([{ note: 'First' }]);
  const [note] = posted.json().discussion.notes;
  const removed = await server.inject({ method: 'DELETE', url: note.path, headers: reporter.headers });
  expect(removed.statusCode).toBe(200);
});

test('who may not read the code meets nothing, and the same commit of a fork is another thing', async () => {
  const { project, sha } = await build();
  for (const person of [guest, outsider]) {
    expect((await rest(person, 'GET', project, `${sha}/comments`)).statusCode).toBe(404);
    expect((await rest(person, 'POST', project, `${sha}/comments`, { note: 'x' })).statusCode).toBe(404);
    expect((await rest(person, 'GET', project, `${sha}/discussions`)).statusCode).toBe(404);
  }
  expect((await rest(reporter, 'POST', project, `${'f'.repeat(40)}/comments`, { note: 'x' })).statusCode).toBe(404);
  const { project: other, sha: same } = await build();
  expect(same).toBe(sha);
  await rest(owner, 'POST', project, `${sha}/comments`, { note: 'Only here' });
  expect((await rest(owner, 'GET', other, `${sha}/comments`)).json()).toEqual([]);
});
