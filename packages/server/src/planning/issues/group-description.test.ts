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
  stranger = await createUser(app);
  project = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
});
afterAll(() => app.close());

test('the description of a group links to what its reader may see, and only to that', async () => {
  const { iid } = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'A secret plan' })).body;
  const description = `See ${project.full_path}#${iid}, ask @owner, and #1 means nothing here.`;
  const group = await call('POST', '/groups', owner, {
    name: 'G',
    path: 'g-of-texts',
    visibility: 'public',
    description,
  });
  expect(group.status).toBe(201);
  const shown = async (as: TestUser) => (await page('/g-of-texts', as)).body.data.group.descriptionHtml as string;
  const own = await shown(owner);
  expect(own).toContain(`href="/${project.full_path}/-/issues/${iid}"`);
  expect(own).toContain('href="/owner"');
  const others = await shown(stranger);
  expect(others).not.toContain('/-/issues/');
  expect(others).not.toContain('A secret plan');
  expect(others).toContain(`${project.full_path}#${iid}`);
  expect(others).toContain('href="/owner"');
  expect(others).toContain('#1 means nothing');
});
