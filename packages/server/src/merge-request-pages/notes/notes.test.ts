import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { restDiscussion, restNote, restUpload } from '@tributary/contract/discussions/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let visitor: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let base: string;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, reporter, visitor] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
  row = await createMergeRequest(app, { project, author: developer });
  base = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(user: TestUser | undefined, method: Method, url: string, payload?: object, headers: object = {}) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url,
    headers: { ...user?.headers, ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
}

const say = async (user: TestUser, body: string, path = 'notes') =>
  (await call(user, 'POST', `${base}/${path}`, { body })).body;
const web = (path: string) => `/${project.full_path}/-/${path}`;

test('a comment is written, shown, edited and removed', async () => {
  const made = await call(visitor, 'POST', `${base}/notes`, { body: 'Hello **you**' });
  expect(made.status).toBe(201);
  const note = restNote.parse(made.body);
  expect(note).toMatchObject({ type: null, system: false, resolvable: false, author: { id: visitor.user.id } });
  const edited = await call(visitor, 'PUT', `${base}/notes/${note.id}`, { body: 'Better' });
  expect([edited.status, edited.body.body]).toEqual([200, 'Better']);
  expect((await call(undefined, 'GET', `${base}/notes/${note.id}`)).body.body).toBe('Better');
  expect((await call(visitor, 'DELETE', `${base}/notes/${note.id}`)).status).toBe(204);
  expect((await call(visitor, 'GET', `${base}/notes/${note.id}`)).status).toBe(404);
});

test('a thread takes replies, is resolved and reopened as a whole', async () => {
  const thread = restDiscussion.parse(await say(reporter, 'Why?', 'discussions'));
  expect(thread).toMatchObject({ individual_note: false, resolvable: true, resolved: false });
  const reply = await call(developer, 'POST', `${base}/discussions/${thread.id}/notes`, { body: 'Because.' });
  expect(restNote.parse(reply.body)).toMatchObject({ type: 'DiscussionNote', resolvable: true, resolved: false });
  const resolved = await call(developer, 'PUT', `${base}/discussions/${thread.id}`, { resolved: true });
  expect(resolved.body.notes.map((note: { resolved: boolean }) => note.resolved)).toEqual([true, true]);
  expect(resolved.body.notes[0].resolved_by.id).toBe(developer.user.id);
  const before = resolved.body.notes[0].resolved_at;
  // Once more changes nothing, not even the time.
  const again = await call(developer, 'PUT', `${base}/discussions/${thread.id}`, { resolved: true });
  expect(again.body.notes[0].resolved_at).toBe(before);
  const thanks = await call(reporter, 'POST', `${base}/discussions/${thread.id}/notes`, { body: 'Thanks' });
  expect(thanks.body.resolved).toBe(true);
  const first = thread.notes[0]?.id;
  const part = await call(developer, 'PUT', `${base}/discussions/${thread.id}/notes/${first}`, { resolved: false });
  expect(part.body.resolved).toBe(false);
  expect((await call(developer, 'GET', `${base}/discussions/${thread.id}`)).body.resolved).toBe(false);
  expect((await call(developer, 'GET', base)).body.blocking_discussions_resolved).toBe(false);
});

test('a reply makes a thread of a single comment', async () => {
  const note = await say(developer, 'Alone');
  const discussions = (await call(developer, 'GET', `${base}/discussions?per_page=100`)).body;
  const own = discussions.find((each: { notes: { id: number }[] }) => each.notes[0]?.id === note.id);
  expect(own.individual_note).toBe(true);
  await call(developer, 'POST', `${base}/discussions/${own.id}/notes`, { body: 'Not any more' });
  const now = (await call(developer, 'GET', `${base}/discussions/${own.id}`)).body;
  expect(now).toMatchObject({ individual_note: false, resolvable: true });
  expect(now.notes.map((each: { type: string }) => each.type)).toEqual(['DiscussionNote', 'DiscussionNote']);
});

test.runIf(IS_FULL)('a comment becomes a thread by hand, once, and only for those who may write', async () => {
  const note = await say(developer, 'Worth a thread');
  const path = web(`notes/${note.id}/convert_to_thread`);
  expect((await call(undefined, 'POST', path)).status).toBe(401);
  const made = (await call(reporter, 'POST', path)).body as PageDiscussion;
  expect(made).toMatchObject({ individual_note: false, resolvable: true, resolved: false });
  expect(made.resolve_path).toContain(made.id);
  expect(made.notes.map((each) => each.type)).toEqual(['DiscussionNote']);
  expect((await call(reporter, 'POST', path)).body.notes).toEqual(
    made.notes.map((each) => expect.objectContaining({ id: each.id })),
  );
  const query = `mutation { noteConvertToThread(input: { id: "gid://gitlab/Note/${note.id}" }) { note { id resolvable } errors } }`;
  const answer = await call(developer, 'POST', '/api/graphql', { query });
  expect(answer.body.data.noteConvertToThread).toEqual({
    note: { id: `gid://gitlab/DiscussionNote/${note.id}`, resolvable: true },
    errors: [],
  });
  const system = await addSystem();
  expect((await call(owner, 'POST', web(`notes/${system.id}/convert_to_thread`))).status).toBe(403);
});

test.each([
  ['nothing', ''],
  ['whitespace', ' \n\t'],
  ['invisible characters', '\u200b\u2060'],
])('%s is no comment', async (_name, body) => {
  const answer = await call(developer, 'POST', `${base}/notes`, { body });
  expect([answer.status, answer.body]).toEqual([400, { message: { note: ["can't be blank"] } }]);
});

test('P-10: a repeated request makes one note', async () => {
  const headers = { 'idempotency-key': 'form-1' };
  const send = () => call(developer, 'POST', `${base}/notes`, { body: 'Once' }, headers);
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect((await send()).body.id).toBe(answers[0]?.body.id);
  const other = await call(reporter, 'POST', `${base}/notes`, { body: 'Mine' }, headers);
  expect(other.body.id).not.toBe(answers[0]?.body.id);
  expect((await call(developer, 'POST', `${base}/notes`, { body: 'x' }, { 'idempotency-key': 'a b' })).status).toBe(
    400,
  );
});

test('P-10: the second of two editors learns of the first', async () => {
  const { id } = await say(developer, 'Start');
  const page = async (user: TestUser, text: string, since: string) =>
    call(user, 'PUT', web(`notes/${id}`), { note: { note: text }, last_known_updated_at: since });
  const since = (await call(developer, 'GET', `${base}/notes/${id}`)).body.updated_at;
  expect((await page(developer, 'First', since)).status).toBe(200);
  const second = await page(owner, 'Second', since);
  expect([second.status, second.body.error.code, second.body.error.params.body]).toEqual([
    409,
    'note_changed',
    'First',
  ]);
});

test('rights: own notes, moderation, system notes, scopes', async () => {
  const mine = await say(reporter, 'Mine');
  expect((await call(developer, 'PUT', `${base}/notes/${mine.id}`, { body: 'x' })).status).toBe(403);
  expect((await call(visitor, 'DELETE', `${base}/notes/${mine.id}`)).status).toBe(403);
  expect((await call(undefined, 'POST', `${base}/notes`, { body: 'x' })).status).toBe(401);
  expect((await call(owner, 'PUT', `${base}/notes/${mine.id}`, { body: 'Moderated' })).status).toBe(200);
  const system = (await call(owner, 'GET', `${base}/notes?activity_filter=only_activity`)).body[0];
  const target = system ?? (await addSystem());
  expect((await call(owner, 'PUT', `${base}/notes/${target.id}`, { body: 'x' })).status).toBe(403);
  expect((await call(owner, 'DELETE', `${base}/notes/${target.id}`)).status).toBe(403);
  const readOnly = await createToken(app, developer.user, ['read_api']);
  const refused = await call({ ...developer, headers: readOnly.headers }, 'POST', `${base}/notes`, { body: 'x' });
  expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
});

async function addSystem() {
  await call(owner, 'PUT', base, { title: 'Changed once' });
  return (await call(owner, 'GET', `${base}/notes?activity_filter=only_activity`)).body[0];
}

test('T-080: who may resolve: starter, author of the request, developers', async () => {
  const own = await createMergeRequest(app, { project, author: developer });
  const path = `/api/v4/projects/${project.id}/merge_requests/${own.iid}/discussions`;
  const start = async (user: TestUser) => (await call(user, 'POST', path, { body: 'Thread' })).body.id;
  const resolve = async (user: TestUser | undefined, id: string) =>
    (await call(user, 'PUT', `${path}/${id}`, { resolved: true })).status;
  const byReporter = await start(reporter);
  expect(await resolve(visitor, byReporter)).toBe(403);
  expect(await resolve(undefined, byReporter)).toBe(401);
  expect(await resolve(reporter, byReporter)).toBe(200);
  const byVisitor = await start(visitor);
  expect(await resolve(reporter, byVisitor)).toBe(403);
  expect(await resolve(visitor, byVisitor)).toBe(200);
  expect(await resolve(developer, await start(visitor))).toBe(200);
  const single = (await call(visitor, 'POST', path.replace('discussions', 'notes'), { body: 'Single' })).body;
  expect((await call(developer, 'POST', web(`notes/${single.id}/resolve`))).status).toBe(400);
});

test('T-058: after locking only members speak; nobody reopens', async () => {
  const locked = await createMergeRequest(app, { project, author: developer });
  const path = `/api/v4/projects/${project.id}/merge_requests/${locked.iid}`;
  const note = (await call(visitor, 'POST', `${path}/notes`, { body: 'Before' })).body;
  const thread = (await call(visitor, 'POST', `${path}/discussions`, { body: 'Thread' })).body;
  expect((await call(reporter, 'PUT', path, { discussion_locked: true })).status).toBe(403);
  expect((await call(developer, 'PUT', path, { discussion_locked: true })).body.discussion_locked).toBe(true);
  const refused = await call(visitor, 'POST', `${path}/notes`, { body: 'After' });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'The discussion is locked. Only project members can comment.',
  ]);
  expect((await call(visitor, 'PUT', `${path}/notes/${note.id}`, { body: 'x' })).status).toBe(403);
  expect((await call(visitor, 'PUT', `${path}/discussions/${thread.id}`, { resolved: true })).status).toBe(403);
  expect((await call(reporter, 'POST', `${path}/notes`, { body: 'Member' })).status).toBe(201);
  await call(developer, 'PUT', path, { state_event: 'close' });
  expect((await call(developer, 'PUT', path, { state_event: 'reopen' })).status).toBe(403);
});

test('an archived project takes no notes', async () => {
  const old = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  const done = await createMergeRequest(app, { project: old, author: owner });
  const path = `/api/v4/projects/${old.id}/merge_requests/${done.iid}`;
  const note = (await call(owner, 'POST', `${path}/notes`, { body: 'x' })).body;
  expect((await call(owner, 'POST', `/api/v4/projects/${old.id}/archive`)).status).toBe(201);
  for (const [method, url] of [
    ['POST', `${path}/notes`],
    ['PUT', `${path}/notes/${note.id}`],
  ] as const) {
    expect((await call(owner, method, url, { body: 'y' })).status).toBe(403);
  }
  expect((await call(owner, 'PUT', path, { title: 'y' })).status).toBe(403);
  expect((await call(owner, 'PUT', `${path}/merge`)).status).toBe(401);
  expect((await call(undefined, 'GET', `${path}/notes`)).status).toBe(200);
});

test('T-115: numbers of other things are missing', async () => {
  const other = await createMergeRequest(app, { project, author: developer });
  const path = `/api/v4/projects/${project.id}/merge_requests/${other.iid}`;
  const note = await say(developer, 'Elsewhere');
  const thread = (await call(developer, 'POST', `${base}/discussions`, { body: 'Elsewhere' })).body;
  expect((await call(developer, 'GET', `${path}/notes/${note.id}`)).status).toBe(404);
  expect((await call(developer, 'DELETE', `${path}/notes/${note.id}`)).status).toBe(404);
  expect((await call(developer, 'POST', `${path}/discussions/${thread.id}/notes`, { body: 'x' })).status).toBe(404);
  expect((await call(developer, 'DELETE', `${base}/discussions/${thread.id}/notes/${note.id}`)).status).toBe(404);
  const strange = await createProject(app, { owner: owner.user, files: { a: 'a' } });
  expect(
    (await call(developer, 'PUT', `/${strange.full_path}/-/notes/${note.id}`, { note: { note: 'x' } })).status,
  ).toBe(404);
  const target = `/${strange.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`;
  expect((await call(developer, 'POST', target, { note: { note: 'x' } })).status).toBe(404);
});

test.runIf(IS_FULL)('pages read threads in growing batches and poll what changed', async () => {
  const many = await createMergeRequest(app, { project, author: developer });
  const page = web(`merge_requests/${many.iid}`);
  const server = await app.server();
  const shown = await server.inject({ url: `/-/page${page}`, headers: developer.headers });
  const { notes } = shown.json().data;
  for (let number = 0; number < 23; number += 1) {
    await call(developer, 'POST', notes.createNotePath, { note: { note: `Note ${number}` }, return_discussion: true });
  }
  const first = await call(developer, 'GET', notes.discussionsPath);
  expect(first.body).toHaveLength(20);
  const cursor = String(first.headers['x-next-page-cursor']);
  const second = await call(developer, 'GET', `${notes.discussionsPath}?per_page=30&cursor=${cursor}`);
  expect(second.body.map((each: PageDiscussion) => each.notes[0]?.note)).toEqual(['Note 20', 'Note 21', 'Note 22']);
  expect(second.headers['x-next-page-cursor']).toBeUndefined();
  expect((await call(developer, 'GET', `${notes.discussionsPath}?cursor=junk`)).status).toBe(400);
  const unasked = await call(developer, 'GET', notes.notesPath);
  expect([unasked.status, unasked.body.message]).toEqual([400, 'X-Last-Fetched-At header is required']);
  const all = await call(developer, 'GET', notes.notesPath, undefined, { 'x-last-fetched-at': notes.lastFetchedAt });
  expect(all.body.notes).toHaveLength(23);
  expect(all.headers['poll-interval']).toBe('6000');
  // While nothing happens the answer to a later question is the same, and not sent again.
  const later = { 'x-last-fetched-at': String(Date.now() * 1_000) };
  const idle = await call(developer, 'GET', notes.notesPath, undefined, later);
  expect(idle.body).toEqual({ notes: [], last_fetched_at: later['x-last-fetched-at'] });
  const known = { ...later, 'if-none-match': String(idle.headers['etag']) };
  expect(await call(developer, 'GET', notes.notesPath, undefined, known)).toMatchObject({ status: 304 });
  await call(developer, 'POST', notes.createNotePath, { note: { note: 'Newest' } });
  const next = await call(developer, 'GET', notes.notesPath, undefined, {
    'x-last-fetched-at': all.body.last_fetched_at,
  });
  expect(next.body.notes.map((note: PageNote) => note.note)).toContain('Newest');
});

test('a page starts, answers and resolves a thread in its own shapes', async () => {
  const create = web(`notes?target_type=merge_request&target_id=${row.id}`);
  const started = await call(developer, 'POST', create, {
    note: { note: 'On the page', type: 'DiscussionNote' },
    return_discussion: true,
  });
  expect(started.status).toBe(200);
  const thread: PageDiscussion = started.body.discussion;
  expect(thread).toMatchObject({
    individual_note: false,
    resolvable: true,
    notes: [{ is_noteable_author: true, human_access: 'Developer' }],
  });
  const reply = {
    note: { note: 'And done' },
    in_reply_to_discussion_id: thread.id,
    return_discussion: true,
    resolve_discussion: true,
  };
  expect((await call(developer, 'POST', create, reply)).body.discussion).toMatchObject({
    resolved: true,
    notes: [{}, {}],
  });
  const reopened = await call(developer, 'DELETE', thread.resolve_path ?? '');
  expect(reopened.body).toMatchObject({ id: thread.id, resolved: false });
  const note = thread.notes[0];
  expect((await call(developer, 'POST', note?.resolve_path ?? '')).body).toMatchObject({ resolved: true });
  expect((await call(developer, 'DELETE', note?.path ?? '')).status).toBe(200);
});

test('references show only what the reader may see', async () => {
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: 'a' } });
  const secret = await createMergeRequest(app, { project: hidden, author: owner, title: 'Secret plan' });
  const text = `See !${row.iid}, ${hidden.full_path}!${secret.iid}+ and @${owner.user.username}`;
  const { id } = await say(owner, text);
  const html = async (user: TestUser | undefined) => {
    const answer = await call(user, 'GET', web(`merge_requests/${row.iid}/discussions.json?per_page=100`));
    return answer.body.flatMap((each: PageDiscussion) => each.notes).find((note: PageNote) => note.id === String(id))
      .note_html;
  };
  expect(await html(owner)).toContain('Secret plan');
  expect(await html(visitor)).not.toContain('Secret plan');
  expect(await html(visitor)).not.toContain(`href="/${hidden.full_path}`);
  expect(await html(undefined)).toContain(`/-/merge_requests/${row.iid}"`);
  const rendered = await call(visitor, 'POST', '/api/v4/markdown', {
    text: '!1 <script>x</script>',
    gfm: true,
    project: project.full_path,
  });
  expect(rendered.body.html).not.toContain('<script');
  expect((await call(visitor, 'POST', '/api/v4/markdown', { text: 'x', project: hidden.full_path })).status).toBe(404);
  expect((await call(undefined, 'POST', '/api/v4/markdown', { text: 'x' })).status).toBe(401);
  const preview = await call(developer, 'POST', web('preview_markdown'), { text: `!${row.iid}` });
  expect(preview.body.body).toContain('gfm-merge-request');
});

const BOUNDARY = 'xXx';

function multipart(filename: string, content: string, field = 'file') {
  return {
    payload: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: text/html\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

test('T-073: uploads belong to their project, and never run in the browser', async () => {
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: 'a' } });
  const server = await app.server();
  const put = async (id: number, user: TestUser, filename: string, content = '<script>x</script>', field = 'file') => {
    const form = multipart(filename, content, field);
    return server.inject({
      method: 'POST',
      url: `/api/v4/projects/${id}/uploads`,
      headers: { ...user.headers, ...form.headers },
      payload: form.payload,
    });
  };
  const made = await put(hidden.id, owner, '../../evil page.html');
  expect(made.statusCode).toBe(201);
  const upload = restUpload.parse(made.json());
  expect(upload.markdown).toMatch(/^\[evil page\.html\]\(\/uploads\/[0-9a-f]{32}\/evil%20page\.html\)$/);
  const own = await server.inject({ url: upload.full_path, headers: owner.headers });
  expect([own.statusCode, own.body]).toEqual([200, '<script>x</script>']);
  expect(own.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  expect(own.headers['content-disposition']).toMatch(/^attachment/);
  expect((await server.inject({ url: upload.full_path, headers: visitor.headers })).statusCode).toBe(404);
  expect((await server.inject(upload.full_path)).statusCode).toBe(404);
  for (const between of ['', '/-']) {
    const byPath = { url: `/${hidden.full_path}${between}${upload.url}` };
    const led = await server.inject({ ...byPath, headers: owner.headers });
    expect([led.statusCode, led.headers.location]).toEqual([302, upload.full_path]);
    expect((await server.inject({ ...byPath, headers: visitor.headers })).statusCode).toBe(404);
  }
  const elsewhere = upload.full_path.replace(`/project/${hidden.id}/`, `/project/${project.id}/`);
  expect((await server.inject({ url: elsewhere, headers: owner.headers })).statusCode).toBe(404);
  expect((await put(project.id, visitor, 'shot.png', 'png')).json().markdown).toMatch(/^!\[shot\]/);
  // Shown in a text, and a download otherwise.
  const drawing = restUpload.parse((await put(project.id, visitor, 'plan.svg', '<svg onload="x()"/>')).json());
  expect(drawing.markdown).toMatch(/^!\[plan\]/);
  const drawn = await server.inject({ url: drawing.full_path, headers: visitor.headers });
  expect(drawn.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-disposition': expect.stringMatching(/^attachment/),
  });
  expect((await put(project.id, visitor, 'a.txt', 'x', 'other')).statusCode).toBe(400);
  const missing = await call(visitor, 'POST', `/api/v4/projects/${project.id}/uploads`, {});
  expect(missing.status).toBe(400);
  const linked = await call(owner, 'POST', web('preview_markdown'), {
    text: '![x](/uploads/0123456789abcdef0123456789abcdef/x.png)',
  });
  expect(linked.body.body).toContain(`/-/project/${project.id}/uploads/0123456789abcdef0123456789abcdef/x.png`);
});

test('T-052: notes of merge requests cannot be internal', async () => {
  for (const flag of ['internal', 'confidential']) {
    expect((await call(developer, 'POST', `${base}/notes`, { body: 'x', [flag]: true })).status).toBe(400);
  }
  const note = await say(developer, 'Open');
  expect((await call(developer, 'PUT', `${base}/notes/${note.id}`, { body: 'x', confidential: true })).status).toBe(
    400,
  );
});
