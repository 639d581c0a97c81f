import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { jiraKeys, jiraProjects } from '../jira/jira-keys.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
});
afterAll(() => app.close());

test.each([
  ['ABC-1 and OPS-22, ABC-1 again', '', ['ABC-1', 'OPS-22']],
  ['ABC-1 and OPS-22', 'OPS, X', ['OPS-22']],
  ['abc-1 A-2 ABC-0 XABC-01 UTF-8x', '', []],
])('%j names issues of Jira, of the projects %j: %j', (text, projects, keys) => {
  expect(jiraKeys([text], jiraProjects(projects))).toEqual(keys);
});

test('a time to merge after and an issue of Jira that is not named block the merge', { timeout: 90_000 }, async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  const status = async () => (await call('GET', path, owner)).body.detailed_merge_status;
  const at = new Date(app.system.clock.now().getTime() + 3_600_000).toISOString();
  expect((await call('PUT', path, owner, { merge_after: 'soon' })).status).toBe(400);
  expect((await call('PUT', path, owner, { merge_after: at })).body.merge_after).toBe(at);
  expect(await status()).toBe('merge_time');
  expect((await call('PUT', `${path}/merge`, owner)).status).toBe(405);
  const past = new Date(app.system.clock.now().getTime() - 1_000).toISOString();
  await call('PUT', path, owner, { merge_after: past });
  expect(await status()).toBe('mergeable');
  expect((await call('PUT', path, owner, { merge_after: null })).body.merge_after).toBeNull();
  const jira = `/projects/${project.id}/integrations/jira`;
  expect((await call('GET', jira, owner)).status).toBe(404);
  expect((await call('PUT', jira, owner, { url: 'nowhere' })).status).toBe(400);
  const set = await call('PUT', jira, owner, { url: 'https://jira.example.com', project_keys: 'OPS' });
  expect(set.body).toMatchObject({ slug: 'jira', properties: { project_keys: 'OPS' } });
  const settings = { prevent_merge_without_jira_issue: true };
  expect((await call('PUT', `/projects/${project.id}`, owner, settings)).body).toMatchObject(settings);
  expect(await status()).toBe('jira_association_missing');
  await call('PUT', path, owner, { description: 'Part of OPS-12.' });
  expect(await status()).toBe('mergeable');
  await call('PUT', path, owner, { description: 'Part of ABC-12.' });
  expect(await status()).toBe('jira_association_missing');
  expect((await call('DELETE', jira, owner)).status).toBe(204);
  expect(await status()).toBe('mergeable');
});
