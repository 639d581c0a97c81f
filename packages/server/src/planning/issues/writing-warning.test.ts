import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', visibility: 'public' });
});
afterAll(() => app.close());

const PEOPLE = 'People without permission will never get a notification';

test.each([
  [{}, null],
  [{ confidential: true }, `This is a confidential issue. ${PEOPLE}.`],
  [{ discussion_locked: true }, 'This issue is locked. Only project members can comment.'],
  [
    { confidential: true, discussion_locked: true },
    `This issue is confidential and locked. ${PEOPLE} and won’t be able to comment.`,
  ],
])('who writes on an issue with %j is warned: %s', async (change, warning) => {
  const { iid } = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Quiet' })).body;
  if (Object.keys(change).length > 0) await call('PUT', `/projects/${project.id}/issues/${iid}`, owner, change);
  const notesFor = async (as: TestUser | null) => {
    const shown = await page(`/${project.full_path}/-/issues/${iid}`, as);
    return shown.status === 404 ? null : shown.body.data.notes;
  };
  expect((await notesFor(owner)).warning).toBe(warning);
  const others = await notesFor(stranger);
  if ('confidential' in change) expect(others).toBeNull();
  // Who may not write is told why instead.
  else expect([others.warning, others.notice !== null]).toEqual([null, 'discussion_locked' in change]);
});
