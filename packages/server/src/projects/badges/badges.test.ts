import { restBadge } from '@tributary/contract/projects/badges.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('badges of a project and its groups are filled in, changed by maintainers and seen on the overview', async () => {
  const [owner, developer, guest] = [await createUser(app), await createUser(app), await createUser(app)];
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user, group, visibility: 'private', files: { a: '1' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: guest.user, level: 10 });
  const url = `/projects/${project.id}/badges`;
  const fields = {
    name: 'Coverage',
    link_url: 'https://example.org/%{project_path}?ref=%{default_branch}',
    image_url: `${app.platform.config.url}/%{project_path}/badges/%{default_branch}/coverage.svg?x=%{unknown}&y=%{constructor}`,
  };
  expect((await call('POST', url, developer, fields)).status).toBe(403);
  expect((await call('POST', url, owner, { ...fields, link_url: 'javascript:alert(1)' })).status).toBe(400);
  const made = await call('POST', url, owner, fields);
  expect(made.status).toBe(201);
  const path = project.full_path;
  expect(restBadge.parse(made.body)).toMatchObject({
    kind: 'project',
    rendered_link_url: `https://example.org/${path}?ref=main`,
    rendered_image_url: `${app.platform.config.url}/${path}/badges/main/coverage.svg?x=%{unknown}&y=%{constructor}`,
  });
  // Who does not read the code learns neither the branch nor its commit.
  const render = `${url}/render?link_url=${encodeURIComponent('https://x.example/%{default_branch}/%{commit_sha}')}`;
  expect((await call('GET', `${render}&image_url=https://x.example`, guest)).body).toMatchObject({
    rendered_link_url: 'https://x.example/%{default_branch}/%{commit_sha}',
  });
  const ofGroup = { link_url: 'https://chat.example.org', image_url: 'https://img.example.org/chat.svg' };
  expect((await call('POST', `/groups/${group.id}/badges`, developer, ofGroup)).status).toBe(403);
  const inherited = (await call('POST', `/groups/${group.id}/badges`, owner, ofGroup)).body;
  expect((await call('GET', url, developer)).body).toMatchObject([
    { id: inherited.id, kind: 'group' },
    { kind: 'project' },
  ]);
  expect((await page(`/${path}`, developer)).body.data).toMatchObject({
    badges: [
      { name: 'chat.example.org', src: null },
      { name: 'Coverage', src: expect.stringContaining('/badges/main/coverage.svg') },
    ],
  });
  const settings = await page(`/${path}/-/edit`, owner);
  expect(settings.body.data.badges).toMatchObject({
    api: `/api/v4/projects/${project.id}/badges`,
    badges: [{ kind: 'group' }, { kind: 'project', name: 'Coverage' }],
    canChange: true,
  });
  const groupSettings = await page(`/groups/${group.full_path}/-/edit`, owner);
  expect(groupSettings.body.data.badges).toMatchObject({ owner: 'group', badges: [{ id: inherited.id }] });
  const one = `${url}/${made.body.id}`;
  expect((await call('PUT', one, owner, { image_url: 'https://img.example.org/x.svg' })).body).toMatchObject({
    name: 'Coverage',
    image_url: 'https://img.example.org/x.svg',
  });
  const atOnce = { name: 'Tests', link_url: 'https://example.org/tests' };
  await Promise.all(Object.entries(atOnce).map(([field, value]) => call('PUT', one, owner, { [field]: value })));
  expect((await call('GET', one, owner)).body).toMatchObject(atOnce);
  expect((await call('PUT', `${url}/${inherited.id}`, owner, { name: 'x' })).status).toBe(404);
  expect((await call('DELETE', one, developer)).status).toBe(403);
  expect((await call('DELETE', one, owner)).status).toBe(204);
  expect((await call('GET', one, owner)).status).toBe(404);
});
