import type { AdminAuditPageData } from '@tributary/contract/accounts/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { cloneAddress, createGitClient } from '../src/repositories/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let root: TestUser;
let ann: TestUser;
let project: BuiltProject;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  root = await createUser(app, { username: 'chief', isAdmin: true, scopes: ['api', 'sudo'] });
  ann = await createUser(app, { username: 'ann' });
  project = await createProject(app, { owner: ann.user, files: { a: 'a' } });
  const server = await app.server();
  const made = await server.inject({
    method: 'POST',
    url: `/api/v4/users/${ann.user.id}/impersonation_tokens`,
    headers: root.headers,
    payload: { name: 'support', scopes: ['api'] },
  });
  token = made.json<{ token: string }>().token;
  await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/issues`,
    headers: ann.headers,
    payload: { title: 'Begun' },
  });
});
afterAll(() => app.close());

/** What was recorded of acts in the name of others, the newest first, as the page shows it. */
async function trail() {
  const server = await app.server();
  const page = await server.inject({ url: '/-/page/admin/audit_events', headers: root.headers });
  const { events } = page.json<{ data: AdminAuditPageData }>().data;
  return events
    .filter((each) => each.impersonator !== null)
    .map(({ action, actor, impersonator, details }) => ({
      action,
      actor: actor?.username,
      impersonator: impersonator?.username,
      details,
    }));
}

const send = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: Record<string, string>, payload?: object) => {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode).toBeLessThan(300);
  return answer;
};
const mutation = (title: string) => ({
  query: `mutation { createIssue(input: { projectPath: "${project.full_path}", title: "${title}" }) { errors } }`,
});
const CARRIERS: [string, () => Record<string, string>][] = [
  ['sudo', () => ({ ...root.headers, sudo: 'ann' })],
  ['an impersonation token', () => ({ 'private-token': token })],
];

test.each(CARRIERS)(
  'by %s: changes over REST and GraphQL name both; reading is not recorded',
  async (_carrier, headersOf) => {
    const headers = headersOf();
    const before = (await trail()).length;
    await send('GET', `/api/v4/projects/${project.id}`, headers);
    await send('POST', '/api/graphql', headers, { query: '{ currentUser { username } }' });
    expect(await trail()).toHaveLength(before);
    const path = `/api/v4/projects/${project.id}/issues`;
    await send('POST', path, headers, { title: 'By REST' });
    await send('POST', '/api/graphql', headers, mutation('By GraphQL'));
    const both = { action: 'user.impersonated', actor: 'ann', impersonator: 'chief' };
    expect((await trail()).slice(0, 2)).toEqual([
      { ...both, details: { method: 'mutation', path: 'createIssue' } },
      { ...both, details: { method: 'POST', path } },
    ]);
    expect(await trail()).toHaveLength(before + 2);
  },
);

test('by an impersonation token: an action of a page and a push name both', async () => {
  const headers = { 'private-token': token };
  const path = `/${project.full_path}/-/issues/1.json`;
  await send('PUT', path, headers, { issue: { title: 'By the page' } });
  const both = { action: 'user.impersonated', actor: 'ann', impersonator: 'chief' };
  expect((await trail())[0]).toEqual({ ...both, details: { method: 'PUT', path } });
  const client = await createGitClient(cloneAddress(await app.listen(), project, { user: ann.user, token }));
  await client.must('fetch', '-q', 'origin');
  await client.must('push', '-q', 'origin', 'refs/remotes/origin/main:refs/heads/pushed');
  await client.remove();
  expect((await trail())[0]).toEqual({ ...both, details: { method: 'git push', path: project.full_path } });
});
