import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { noteableDescriptor } from '../noteable.ts';
import { readableNotes } from './readable-notes.ts';

let app: TestApp;
let owner: TestUser;
const rest = restCaller(() => app);
beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

test('comments on many things are read a few things at a time', async () => {
  const project = await createProject(app, { owner: owner.user });
  const ids: number[] = [];
  for (let at = 0; at < 8; at++) {
    const issues = `/projects/${project.id}/issues`;
    const { iid } = (await rest('POST', issues, owner, { title: 'Talk' })).body;
    ids.push((await rest('POST', `${issues}/${iid}/notes`, owner, { body: 'Said' })).body.id);
  }
  const descriptor = noteableDescriptor('Issue');
  const findById = descriptor.findById.bind(descriptor);
  let running = 0;
  let most = 0;
  const spy = vi.spyOn(descriptor, 'findById').mockImplementation(async (...of) => {
    running += 1;
    most = Math.max(most, running);
    const found = await findById(...of);
    running -= 1;
    return found;
  });
  const views = await readableNotes(contextOf(app, owner), ids);
  spy.mockRestore();
  expect(new Set(views.map(({ row }) => row.id))).toEqual(new Set(ids));
  expect(most).toBe(3);
});
