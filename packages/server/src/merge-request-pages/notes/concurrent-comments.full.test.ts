import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { updateSourceHeads, createMergeRequest, tipOf } from '../../merge-requests/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';

/** Two users who do two things to the same words at one moment: each is done whole or refused, and all agree on what is there. */
let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
const rest = restCaller(() => app);

/** Each race is run so often, with either side first. */
const ROUNDS = 6;
const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben] = await Promise.all([createUser(app), createUser(app)]);
  project = await createProject(app, { owner: ann.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: ben.user, level: 40, project });
  row = await createMergeRequest(app, { project, author: ann, branch: 'talk', files: { 's.txt': text(LINES) } });
});
afterAll(() => app.close());

const api = (path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;

type Answer = { status: number; body: { id?: number; body?: string } };
type Thread = { id: string; notes: { id: number; body: string; updated_at: string; resolved?: boolean }[] };

const begin = async (body: string): Promise<{ thread: string; note: number; seen: string }> => {
  const { id, notes } = (await rest('POST', api('/discussions'), ann, { body })).body as Thread;
  return { thread: id, note: notes[0]?.id ?? 0, seen: notes[0]?.updated_at ?? '' };
};
const read = async (thread: string): Promise<Thread | undefined> => {
  const answer = await rest('GET', api(`/discussions/${thread}`), ann);
  return answer.status === 404 ? undefined : answer.body;
};

/** Both at one moment; of two that are sent in one order now this and now that comes first. */
async function atOnce(
  round: number,
  one: () => Promise<Answer>,
  other: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

async function page(method: 'GET' | 'POST', path: string, as: TestUser, payload?: object) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/${path}`;
  const answer = await server.inject({ method, url, headers: as.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

/** What holds of all talk at any time. */
async function expectWhole(): Promise<void> {
  const threads: PageDiscussion[] = (await page('GET', 'discussions.json?per_page=100', ann)).body;
  for (const { notes, resolvable, resolved } of threads) {
    expect(notes.length).toBeGreaterThan(0);
    const parts = notes.filter((note) => note.resolvable);
    expect(resolvable).toBe(parts.length > 0);
    if (resolvable) expect(resolved).toBe(parts.every((note) => note.resolved));
  }
  const { rows } = { rows: await app.platform.db.selectFrom('award_emoji').select('note_id').execute() };
  const there = await app.platform.db.selectFrom('notes').select('id').execute();
  const known = new Set(there.map((note) => note.id));
  expect(rows.filter((award) => award.note_id !== null && !known.has(award.note_id))).toEqual([]);
}

test('P-10: two edit one note: one text stands, and the other is told which', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { note, seen } = await begin('start');
    const edit = (as: TestUser, body: string) => () =>
      rest('PUT', api(`/notes/${note}`), as, { body, last_known_updated_at: seen });
    const answers = await atOnce(round, edit(ann, 'by ann'), edit(ben, 'by ben'));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const stands = answers[0].status === 200 ? 'by ann' : 'by ben';
    expect((await rest('GET', api(`/notes/${note}`), ann)).body.body).toBe(stands);
  }
});

test('a note is edited down to commands while someone writes in it: what was written stands, or came too late', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { note, seen } = await begin('start');
    const [emptied, edited] = await atOnce(
      round,
      () => rest('PUT', api(`/notes/${note}`), ann, { body: '/spend 1m', last_known_updated_at: seen }),
      () => rest('PUT', api(`/notes/${note}`), ben, { body: 'by ben' }),
    );
    expect([emptied.status, edited.status]).toEqual(edited.status === 200 ? [409, 200] : [410, 404]);
    const left = await rest('GET', api(`/notes/${note}`), ann);
    expect(left.body.body).toBe(edited.status === 200 ? 'by ben' : undefined);
  }
});

test('an edit of a note that is deleted: both are done, or the edit finds nothing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { note, thread } = await begin('start');
    const [edited, deleted] = await atOnce(
      round,
      () => rest('PUT', api(`/notes/${note}`), ben, { body: 'changed' }),
      () => rest('DELETE', api(`/notes/${note}`), ann),
    );
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(edited.status);
    expect(await read(thread)).toBeUndefined();
  }
  await expectWhole();
});

test('a reply to a thread whose last words are deleted: it stands in the thread, or is refused with it', async () => {
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const { note, thread } = await begin('start');
    const [replied, deleted] = await atOnce(
      round,
      () => rest('POST', api(`/discussions/${thread}/notes`), ben, { body: 'reply' }),
      () => rest('DELETE', api(`/notes/${note}`), ann),
    );
    expect(deleted.status).toBe(204);
    expect([201, 404]).toContain(replied.status);
    const left = (await read(thread))?.notes.map(({ body }) => body);
    expect(left).toEqual(replied.status === 201 ? ['reply'] : undefined);
  }
  await expectWhole();
});

test('one resolves while the other reopens: whoever was last, thread and notes agree', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { thread } = await begin('start');
    await rest('POST', api(`/discussions/${thread}/notes`), ben, { body: 'reply' });
    if (round % 2 === 0) await rest('PUT', api(`/discussions/${thread}`), ann, { resolved: true });
    const [resolved, reopened, replied] = await Promise.all([
      rest('PUT', api(`/discussions/${thread}`), ann, { resolved: true }),
      rest('PUT', api(`/discussions/${thread}`), ben, { resolved: false }),
      rest('POST', api(`/discussions/${thread}/notes`), ben, { body: 'more' }),
    ]);
    expect([resolved.status, reopened.status, replied.status]).toEqual([200, 200, 201]);
    const { notes = [] } = (await read(thread)) ?? {};
    expect(notes.map(({ body }) => body)).toEqual(['start', 'reply', 'more']);
    expect(new Set(notes.map((note) => note.resolved)).size).toBe(1);
  }
  await expectWhole();
});

test('P-09: two reviews with replies in the same threads, which they resolve and reopen: each is published whole', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const threads = [(await begin('first')).thread, (await begin('second')).thread];
    for (const [as, isResolved] of [
      [ann, true],
      [ben, false],
    ] as const) {
      // In opposite orders: who holds one would wait for the other.
      for (const id of isResolved ? threads : threads.toReversed()) {
        const draft = { draft_note: { note: `of ${as.user.id}`, resolve_discussion: isResolved } };
        expect((await page('POST', 'drafts', as, { ...draft, in_reply_to_discussion_id: id })).status).toBe(200);
      }
    }
    const publish = (as: TestUser) => page('POST', 'drafts/publish', as, { note: `sum of ${as.user.id}` });
    const answers = await Promise.all(round % 2 ? [publish(ann), publish(ben)] : [publish(ben), publish(ann)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const id of threads) {
      const said = (await read(id))?.notes.slice(1).map(({ body }) => body);
      expect(said?.toSorted()).toEqual([ann, ben].map(({ user }) => `of ${user.id}`).toSorted());
    }
    for (const as of [ann, ben]) expect((await page('GET', 'drafts', as)).body).toEqual([]);
  }
  await expectWhole();
});

test('a review with a reply to a thread that is deleted: all of it is published, whatever came first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { note, thread } = await begin('start');
    const mark = `reply ${round}`;
    await page('POST', 'drafts', ben, { draft_note: { note: mark }, in_reply_to_discussion_id: thread });
    const [published, deleted] = await atOnce(
      round,
      () => page('POST', 'drafts/publish', ben, {}),
      () => rest('DELETE', api(`/notes/${note}`), ann),
    );
    expect([published.status, deleted.status]).toEqual([200, 204]);
    expect((await page('GET', 'drafts', ben)).body).toEqual([]);
    const all: PageDiscussion[] = (await page('GET', 'discussions.json?per_page=100', ann)).body;
    expect(all.flatMap(({ notes }) => notes).filter((each) => each.note === mark)).toHaveLength(1);
  }
  await expectWhole();
});

test('a reaction to a note that is deleted: it is gone with the note, or there was nothing to react to', async () => {
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const { note } = await begin('start');
    const [reacted, deleted] = await atOnce(
      round,
      () => rest('POST', api(`/notes/${note}/award_emoji`), ben, { name: 'tada' }),
      () => rest('DELETE', api(`/notes/${note}`), ann),
    );
    expect(deleted.status).toBe(204);
    expect([201, 404]).toContain(reacted.status);
  }
  await expectWhole();
});

test('a reaction to a note of a review that is undone: either stands, never both', async () => {
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    await page('POST', 'drafts', ann, { draft_note: { note: 'contested' } });
    const review = (await page('POST', 'drafts/publish', ann, {})).body;
    const note = review.published[0]?.note_id;
    const [reacted, undone] = await atOnce(
      round,
      () => rest('POST', api(`/notes/${note}/award_emoji`), ben, { name: 'tada' }),
      () => page('POST', `reviews/${review.undo.reviewId}/undo`, ann, {}),
    );
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual([reacted.status, undone.status]);
    for (const { id } of (await page('GET', 'drafts', ann)).body) {
      await rest('DELETE', api(`/draft_notes/${id}`), ann);
    }
  }
  await expectWhole();
});

test('the same reaction twice at once is one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { note } = await begin('start');
    const give = () => rest('POST', api(`/notes/${note}/award_emoji`), ben, { name: 'tada' });
    const answers = await Promise.all([give(), give(), give()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
    expect((await rest('GET', api(`/notes/${note}/award_emoji`), ann)).body).toHaveLength(1);
  }
});

test('a suggestion is applied while a push comes: no commit is lost, and what is said to be applied is there', async () => {
  for (let round = 0; round < 2; round += 1) {
    const branch = `suggested-${round}`;
    row = await createMergeRequest(app, { project, author: ann, branch, files: { 's.txt': text(LINES) } });
    const { diff_refs: refs } = (await rest('GET', api(), ann)).body;
    const position = { ...refs, position_type: 'text', old_path: 's.txt', new_path: 's.txt', new_line: 2 };
    const body = '```suggestion:-0+0\nTWO\n```';
    const thread: Thread = (await rest('POST', api('/discussions'), ben, { body, position })).body;
    const note = (await rest('GET', api(`/notes/${thread.notes[0]?.id}`), ann)).body;
    const suggestion = note.suggestions[0]?.id;
    const action = { action: 'create', file_path: 'pushed.txt', content: 'pushed\n' };
    const commit = { branch, commit_message: 'Push', actions: [action] };
    const [applied, pushed] = await atOnce(
      round,
      () => rest('PUT', `/suggestions/${suggestion}/apply`, ann),
      () => rest('POST', `/projects/${project.id}/repository/commits`, ben, commit),
    );
    expect([200, 409]).toContain(applied.status);
    expect([201, 409]).toContain(pushed.status);
    await updateSourceHeads(contextOf(app, ann), project.id, branch, ann.user.id);
    const tip = await tipOf(project, branch);
    const shown = async (path: string) => project.repository.git('show', `${tip}:${path}`);
    expect((await shown('s.txt')).includes('TWO')).toBe(applied.status === 200);
    if (pushed.status === 201) expect(await shown('pushed.txt')).toBe('pushed');
    const { body: after } = await rest('GET', api(`/notes/${thread.notes[0]?.id}`), ann);
    expect(after.suggestions[0]).toMatchObject({ applied: applied.status === 200 });
    expect((await rest('GET', api(), ann)).body.sha).toBe(tip);
    // What was refused can be done again.
    if (applied.status !== 200) expect((await rest('PUT', `/suggestions/${suggestion}/apply`, ann)).status).toBe(200);
  }
  await expectWhole();
});
