import type { AdminAuditPageData } from '@tributary/contract/accounts/page.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from './testing.ts';

let app: TestApp;
let root: TestUser;
let ann: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  root = await createUser(app, { username: 'chief', isAdmin: true, scopes: ['api', 'sudo'] });
  ann = await createUser(app, { username: 'ann' });
});
afterAll(() => app.close());

async function me(headers: Record<string, string>, url = '/api/v4/user') {
  const server = await app.server();
  const answer = await server.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

describe('an administrator acts as someone else', () => {
  test('by name or id, in a header or a parameter', async () => {
    expect((await me({ ...root.headers, sudo: 'ann' })).body['username']).toBe('ann');
    expect((await me({ ...root.headers, sudo: String(ann.user.id) })).body['username']).toBe('ann');
    expect((await me(root.headers, '/api/v4/user?sudo=ann')).body['username']).toBe('ann');
    expect((await me(root.headers)).body['username']).toBe('chief');
  });

  test('and what is made is that user’s', async () => {
    const server = await app.server();
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v4/projects',
      payload: { name: 'hers', sudo: 'ann' },
      headers: root.headers,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ path_with_namespace: 'ann/hers', owner: { username: 'ann' } });
  });

  test('and the audit trail names both', async () => {
    const server = await app.server();
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v4/projects',
      payload: { name: 'traced' },
      headers: { ...root.headers, sudo: 'ann' },
    });
    expect(answer.statusCode).toBe(201);
    const page = await server.inject({ url: '/-/page/admin/audit_events', headers: root.headers });
    const events = page.json<{ data: AdminAuditPageData }>().data.events.filter((each) => each.impersonator !== null);
    const named = events.map(({ action, actor, impersonator }) => [action, actor?.username, impersonator?.username]);
    expect(named).toContainEqual(['user.impersonated', 'ann', 'chief']);
    expect(named).toContainEqual(['project.created', 'ann', 'chief']);
  });

  test('with the rights of that user only', async () => {
    expect((await me({ ...root.headers, sudo: 'ann' }, '/api/v4/application/settings')).status).toBe(403);
  });
});

describe('nobody else does', () => {
  test.each([
    [
      'a token without the scope',
      () => createUser(app, { isAdmin: true }),
      'ann',
      403,
      { error: 'insufficient_scope', scope: 'sudo' },
    ],
    [
      'the token of another',
      () => createUser(app, { scopes: ['api', 'sudo'] }),
      'ann',
      403,
      { message: '403 Forbidden - Must be admin to use sudo' },
    ],
    [
      'an administrator for nobody',
      async () => root,
      'ghost-9',
      404,
      { message: "404 User with ID or username 'ghost-9' Not Found" },
    ],
  ])('%s', async (_case, person, name, status, body) => {
    const { headers } = await person();
    const answer = await me({ ...headers, sudo: name });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(body);
  });

  test('without a token', async () => {
    expect((await me({ sudo: 'ann' })).status).toBe(403);
  });

  test('for someone who is blocked', async () => {
    await createUser(app, { username: 'gone', state: 'blocked' });
    expect((await me({ ...root.headers, sudo: 'gone' })).status).toBe(404);
  });
});
