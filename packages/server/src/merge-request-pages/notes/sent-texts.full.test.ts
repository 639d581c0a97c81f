import { FORM_HEADER, type AutosaveEntry } from '@tributary/contract/discussions/autosaves.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let place = '';

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben] = await Promise.all([createUser(app), createUser(app)]);
  project = await createProject(app, { owner: ann.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ben.user, level: 30, project });
  row = await createMergeRequest(app, { project, author: ann, files: { 'a.txt': 'a\n' } });
  place = `MergeRequest:${row.id}`;
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const PATH = '/-/unfinished_texts';

async function call(as: TestUser, method: Method, url: string, payload?: object, more: Record<string, string> = {}) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: { ...as.headers, ...more }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function save(as: TestUser, field: string, text: string, sentAs?: string) {
  const answer = await call(as, 'PUT', PATH, { place, field, text, ...(sentAs && { sent_as: sentAs }) });
  expect(answer.status).toBe(200);
  return answer.body;
}
const kept = async (as: TestUser): Promise<string[]> =>
  (await call(as, 'GET', `${PATH}?place=${place}`)).body.map((each: AutosaveEntry) => each.field);
const form = (field: string, key: string) => ({ 'idempotency-key': key, [FORM_HEADER]: `${place} ${field}` });
const say = (as: TestUser, note: string, field: string, key: string) =>
  call(
    as,
    'POST',
    `/${project.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`,
    { note: { note } },
    form(field, key),
  );

test('a comment takes its autosaved text along, with what was chosen for it and nothing else', async () => {
  await save(ann, 'note', 'Said');
  await save(ann, 'note:kind', 'thread');
  await save(ann, 'notes', 'Another field');
  await save(ben, 'note', 'Of somebody else');
  expect((await say(ann, 'Said', 'note', 'key-1')).status).toBe(200);
  expect(await kept(ann)).toEqual(['notes']);
  expect(await kept(ben)).toEqual(['note']);
  // The page saves it on its way out, and once more from what the device has kept; then something new is begun.
  expect(await save(ann, 'note', 'Said', 'key-1')).toEqual({ sent: true });
  await save(ann, 'note', 'Said');
  expect(await save(ann, 'note', 'Said', 'key-1')).toEqual({ sent: true });
  expect(await kept(ann)).toEqual(['notes']);
  expect(await save(ann, 'note', 'Something new')).toMatchObject({ field: 'note' });
  // What another device has of it takes nothing of that.
  expect(await save(ann, 'note', 'Said', 'key-1')).toEqual({ sent: true });
  expect(await save(ben, 'note', 'Of somebody else', 'key-1')).toMatchObject({ field: 'note' });
  expect(await kept(ann)).toEqual(['note', 'notes']);
});

test('whoever asks whether a text has arrived writes nothing, and what is told again takes nothing', async () => {
  const ask = (text: string, sentAs: string) =>
    call(ann, 'PUT', PATH, { place, field: 'asked', text, sent_as: sentAs, asks: true });
  expect((await ask('On its way', 'key-10')).body).toEqual({ sent: false });
  expect(await kept(ann)).not.toContain('asked');
  expect((await say(ann, 'On its way', 'asked', 'key-10')).status).toBe(200);
  expect((await ask('On its way', 'key-10')).body).toEqual({ sent: true });
  await save(ann, 'asked', 'Begun in another window');
  expect((await say(ann, 'On its way', 'asked', 'key-10')).status).toBe(200);
  expect((await ask('On its way', 'key-10')).body).toEqual({ sent: true });
  expect(await kept(ann)).toContain('asked');
  await call(ann, 'DELETE', `${PATH}?place=${place}&field=asked`);
});

test('what was not saved stays, as does what is saved before its comment arrives', async () => {
  await save(ann, 'reply-x', 'Refused', 'key-2');
  expect((await say(ann, '   ', 'reply-x', 'key-2')).status).toBe(422);
  expect((await say(ann, '/no_such_thing_to_do', 'reply-x', 'key-2')).status).toBe(200);
  await save(ann, 'reply-x', 'Typed on', 'key-3');
  expect(await kept(ann)).toContain('reply-x');
  expect(
    (
      await call(
        ann,
        'POST',
        `/${project.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`,
        { note: { note: 'x' } },
        { 'idempotency-key': 'key-4', [FORM_HEADER]: 'nowhere' },
      )
    ).status,
  ).toBe(422);
});

test('a pending comment takes its text along too, and only commands do when they were done', async () => {
  await save(ann, 'line-1', 'Pending');
  const drafts = `/${project.full_path}/-/merge_requests/${row.iid}/drafts`;
  const draft = { draft_note: { note: 'Pending' } };
  expect((await call(ann, 'POST', drafts, draft, form('line-1', 'key-5'))).status).toBe(200);
  expect(await kept(ann)).not.toContain('line-1');
  expect(await save(ann, 'line-1', 'Pending', 'key-5')).toEqual({ sent: true });
  await save(ann, 'reply-y', '/title Another');
  expect((await say(ann, '/title Another', 'reply-y', 'key-6')).body.valid).toBe(true);
  expect(await kept(ann)).not.toContain('reply-y');
});

test('a change of a comment and of a pending one take theirs along', async () => {
  const { id } = (await say(ann, 'Before', 'note', 'key-7')).body;
  await save(ann, `edit-note-${id}`, 'After');
  const notes = `/${project.full_path}/-/notes/${id}`;
  expect((await call(ann, 'PUT', notes, { note: { note: ' ' } }, form(`edit-note-${id}`, 'key-8'))).status).toBe(422);
  expect(await kept(ann)).toContain(`edit-note-${id}`);
  const after = { note: { note: 'After' } };
  expect((await call(ann, 'PUT', notes, after, form(`edit-note-${id}`, 'key-8'))).status).toBe(200);
  expect(await kept(ann)).not.toContain(`edit-note-${id}`);
  expect(await save(ann, `edit-note-${id}`, 'After', 'key-8')).toEqual({ sent: true });
  const drafts = `/${project.full_path}/-/merge_requests/${row.iid}/drafts`;
  const draft = (await call(ann, 'POST', drafts, { draft_note: { note: 'Pending' } })).body;
  await save(ann, `draft-${draft.id}`, 'Changed');
  const change = { draft_note: { note: 'Changed' } };
  const changed = await call(ann, 'PUT', `${drafts}/${draft.id}`, change, form(`draft-${draft.id}`, 'key-9'));
  expect([changed.status, changed.body.note]).toEqual([200, 'Changed']);
  expect(await kept(ann)).not.toContain(`draft-${draft.id}`);
});

test('a change to nothing but commands takes its text along when they were done', async () => {
  const { id } = (await say(ann, 'Before', 'note', 'key-11')).body;
  const notes = `/${project.full_path}/-/notes/${id}`;
  const change = (body: string, key: string) =>
    call(ann, 'PUT', notes, { note: { note: body } }, form(`edit-note-${id}`, key));
  await save(ann, `edit-note-${id}`, '/milestone %none');
  expect((await change('/milestone %none', 'key-12')).status).toBe(422);
  expect(await kept(ann)).toContain(`edit-note-${id}`);
  await save(ann, `edit-note-${id}`, '/title Other words');
  expect((await change('/title Other words', 'key-13')).status).toBe(410);
  expect(await kept(ann)).not.toContain(`edit-note-${id}`);
  expect(await save(ann, `edit-note-${id}`, '/title Other words', 'key-13')).toEqual({ sent: true });
});

const earlier = async (as: TestUser, field: string): Promise<string[]> =>
  (await call(as, 'GET', `${PATH}/history?place=${place}&field=${field}`)).body.map(
    (each: { text: string }) => each.text,
  );

test('what another window began in the same field stays among the earlier texts when the first one sends', async () => {
  await save(ann, 'reply-z', 'Begun on the other device');
  await save(ann, 'reply-z:kind', 'thread');
  expect((await say(ann, 'Sent by this one', 'reply-z', 'key-21')).status).toBe(200);
  expect(await kept(ann)).not.toContain('reply-z');
  expect(await kept(ann)).not.toContain('reply-z:kind');
  expect(await earlier(ann, 'reply-z')).toEqual(['Begun on the other device']);
  // What was sent, and what it was before it was typed on, stand in the comment.
  await save(ann, 'reply-z', 'Typed on ');
  expect((await say(ann, 'Typed on and sent', 'reply-z', 'key-22')).status).toBe(200);
  expect(await earlier(ann, 'reply-z')).toEqual(['Begun on the other device']);
});
