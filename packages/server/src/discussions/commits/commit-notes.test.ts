import { createHash } from 'node:crypto';
import { restCommitNote, restDiscussion } from '@tributary/contract/discussions/rest.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
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

test('lines that stand for text are replaced in such a comment as at the other interfaces of the commit', async () => {
  const { project, sha } = await build();
  const text = '/shrug Well\n/cc @someone\n\n`/tableflip`';
  const made = await rest(reporter, 'POST', project, `${sha}/comments`, { note: text });
  expect(made.statusCode).toBe(201);
  const thread = await rest(reporter, 'POST', project, `${sha}/discussions`, { body: text });
  expect([restCommitNote.parse(made.json()).note, thread.json().notes[0].body]).toEqual(
    Array(2).fill('Well ¯\\\\\\_(ツ)\\_/¯\ncc @someone\n\n`/tableflip`'),
  );
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
  expect(await maySubscribe(contextOf(app, reporter), notes.topic)).toBe(true);
  expect(await maySubscribe(contextOf(app, outsider), notes.topic)).toBe(false);
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

describe('places in a commit', () => {
  async function buildPlaces() {
    const start = {
      'src/a.ts': 'one\ntwo\nthree\nfour\n',
      'logo.png': '\u0089PNG\u0000old',
      'gone.ts': 'last words\n',
    };
    const project = await createProject(app, { owner: owner.user, visibility: 'private', files: start });
    await addMember(app, { project, user: reporter.user, level: 20 });
    const files = { 'src/a.ts': 'one\n2\nthree\n4\n', 'logo.png': '\u0089PNG\u0000new', 'gone.ts': null };
    const sha = await project.repository.commit({ files, message: 'Change several' });
    const base = await project.repository.git('rev-parse', `${sha}^`);
    const refs = { base_sha: base, start_sha: base, head_sha: sha };
    const on = (path: string, more: object) => ({ ...refs, old_path: path, new_path: path, ...more });
    const post = async (position: object) => {
      const answer = await rest(reporter, 'POST', project, `${sha}/discussions`, { body: 'Here', position });
      return { status: answer.statusCode, body: answer.json() };
    };
    return { project, sha, on, post };
  }
  const code = (path: string, old: number, now: number) =>
    `${createHash('sha1').update(path).digest('hex')}_${old}_${now}`;
  const end = (old: number, now: number, type: string | null) => ({ line_code: code('src/a.ts', old, now), type });

  test('several lines are kept as the commit has them, whether an end comes with numbers or with its code', async () => {
    const { on, post } = await buildPlaces();
    const range = { start: { ...end(2, 2, 'old'), old_line: 2 }, end: end(5, 4, 'new') };
    const made = await post(on('src/a.ts', { position_type: 'text', new_line: 4, line_range: range }));
    expect(made.status).toBe(201);
    expect(made.body.notes[0].position).toMatchObject({
      new_line: 4,
      old_line: null,
      line_range: {
        start: { ...end(2, 2, 'old'), old_line: 2, new_line: null },
        end: { ...end(5, 4, 'new'), old_line: null, new_line: 4 },
      },
    });
    const beyond = { ...range, start: end(90, 90, null) };
    const refused = await post(on('src/a.ts', { position_type: 'text', new_line: 4, line_range: beyond }));
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('a line of the range does not exist'),
    ]);
  });

  test('a whole file and a point of an image are taken at the page as well, and shown with the file', async () => {
    const { project, sha, on, post } = await buildPlaces();
    expect((await post(on('gone.ts', { position_type: 'file' }))).status).toBe(201);
    const url = `/-/page/${project.full_path}/-/commit/${sha}`;
    const { data } = (await server.inject({ url, headers: reporter.headers })).json<PageData<CommitPageData>>();
    const pin = on('logo.png', { position_type: 'image', x: 5, y: 6, width: 10, height: 20 });
    const note = { note: 'There', type: 'DiffNote', position: pin, noteable_type: 'Commit' };
    const posted = await server.inject({
      method: 'POST',
      url: data.notes?.createNotePath ?? '',
      headers: reporter.headers,
      payload: { note: { ...note, noteable_id: data.notes?.noteableId }, return_discussion: true },
    });
    expect(posted.statusCode).toBe(200);
    const shown = await server.inject({ url: data.notes?.discussionsPath ?? '', headers: reporter.headers });
    expect(shown.json()).toMatchObject([
      { active: true, line_code: null, position: { position_type: 'file' }, diff_file: { file_path: 'gone.ts' } },
      { active: true, line_code: null, position: pin, diff_file: { file_path: 'logo.png', viewer: 'image' } },
    ]);
    const { notes } = shown.json()[1];
    const to = { ...pin, x: 1, y: 2 };
    const path = notes[0].path;
    const moved = await server.inject({
      method: 'PUT',
      url: path,
      headers: reporter.headers,
      payload: { note: { position: to } },
    });
    expect([moved.statusCode, moved.json().position]).toEqual([200, to]);
  });

  test('what cannot be is refused with its reason', async () => {
    const { on, post } = await buildPlaces();
    const image = { position_type: 'image', width: 10, height: 10, y: 1 };
    const wrong: readonly [object, string][] = [
      [on('src/a.ts', { position_type: 'file', head_sha: 'f'.repeat(40) }), 'the SHAs do not match this commit'],
      [on('src/b.ts', { position_type: 'file' }), 'the file is not changed in this commit'],
      [on('logo.png', { ...image, x: 11 }), 'the position is outside the image'],
      [on('logo.png', { position_type: 'text', new_line: 1 }), 'lines of this file cannot be commented on'],
      [on('src/a.ts', { position_type: 'text', new_line: 50 }), 'the line does not exist'],
    ];
    for (const [position, reason] of wrong) {
      const { status, body } = await post(position);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(reason)]);
    }
  });
});
