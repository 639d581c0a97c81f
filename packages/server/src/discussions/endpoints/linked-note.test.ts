import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const ids: number[] = [];
let internal = 0;

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private' });
  await addMember(app, { user: guest.user, level: 10, project });
  await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'Long' });
  for (let number = 1; number <= 15; number += 1) {
    const note = { body: `Word ${number}`, internal: number === 9 };
    const { body } = await rest('POST', `/projects/${project.id}/issues/1/notes`, owner, note);
    ids.push(body.id);
    if (number === 9) internal = body.id;
  }
});
afterAll(() => app.close());

async function batch(user: TestUser, query: string) {
  const url = `/${project.full_path}/-/issues/1/discussions.json?notes_filter=0&persist_filter=false&per_page=6&${query}`;
  const answer = await (await app.server()).inject({ method: 'GET', url, headers: user.headers });
  const threads: PageDiscussion[] = answer.statusCode === 200 ? answer.json() : [];
  const words = threads.map((thread) => Number(thread.notes[0]?.note.replace('Word ', '')));
  return { status: answer.statusCode, words, next: answer.headers['x-next-page-cursor'] };
}

test('the batch that a note stands in can be asked for, and read on from', async () => {
  const around = await batch(owner, `note_id=${ids[9]}`);
  expect(around.words).toEqual([7, 8, 9, 10, 11, 12]);
  expect((await batch(owner, `cursor=${String(around.next)}`)).words).toEqual([13, 14, 15]);
  expect((await batch(owner, `note_id=${ids[1]}`)).words).toEqual([1, 2, 3, 4, 5, 6]);
  const last = await batch(owner, `note_id=${ids[14]}`);
  expect([last.words, last.next]).toEqual([[12, 13, 14, 15], undefined]);
});

test('a note that is not for the reader, or of another thing, is met as none: the batch is the first', async () => {
  expect((await batch(guest, `note_id=${internal}`)).words).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await batch(guest, `note_id=${ids[9]}`)).words).toEqual([6, 7, 8, 10, 11, 12]);
  await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'Other' });
  const other = await rest('POST', `/projects/${project.id}/issues/2/notes`, owner, { body: 'Elsewhere' });
  expect((await batch(owner, `note_id=${other.body.id}`)).words).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await batch(owner, 'note_id=none')).status).toBe(400);
  const stranger = await createUser(app);
  expect((await batch(stranger, `note_id=${ids[9]}`)).status).toBe(404);
});
