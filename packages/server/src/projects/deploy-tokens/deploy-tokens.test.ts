import { restDeployToken, restNewDeployToken } from '@tributary/contract/projects/deploy-tokens.ts';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

const run = promisify(execFile);
const DAY_MS = 86_400_000;
let app: TestApp;
let origin: string;
let owner: TestUser;
let developer: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  [owner, developer] = [await createUser(app), await createUser(app)];
});
afterAll(() => app.close());

const today = (offset = 0) => new Date(app.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);

const git = (...args: string[]): Promise<boolean> =>
  run('git', args, { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } }).then(
    () => true,
    () => false,
  );

function urlOf(project: { full_path: string }, token: { username: string; token: string }): string {
  const url = new URL(`/${project.full_path}.git`, origin);
  [url.username, url.password] = [token.username, token.token];
  return url.href;
}

test('a token of a project clones it, pushes nothing, opens nothing else and ends', async () => {
  const of = { owner: owner.user, visibility: 'private', files: { 'a.txt': '1' } } as const;
  const [project, other] = [await createProject(app, of), await createProject(app, of)];
  const internal = await createProject(app, { ...of, visibility: 'internal' });
  await addMember(app, { project, user: developer.user, level: 30 });
  const url = `/projects/${project.id}/deploy_tokens`;
  const fields = { name: 'Server', username: 'bar', scopes: ['read_repository'], expires_at: today() };
  expect((await call('POST', url, developer, fields)).status).toBe(403);
  expect((await call('GET', url, developer)).status).toBe(403);
  expect((await call('POST', url, owner, { ...fields, scopes: ['api'] })).status).toBe(400);
  expect((await call('POST', url, owner, { ...fields, expires_at: today(-1) })).status).toBe(400);
  const made = await call('POST', url, owner, fields);
  expect(made.status).toBe(201);
  const token = restNewDeployToken.parse(made.body);
  expect(token).toMatchObject({
    username: 'bar',
    expires_at: `${today()}T00:00:00.000Z`,
    revoked: false,
    expired: false,
  });
  const stored = await app.platform.db.selectFrom('deploy_tokens').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(token.token);

  const folder = path.join(app.dataDir, 'deploy-clone');
  expect(await git('clone', '-q', urlOf(project, token), folder)).toBe(true);
  expect(await git('-C', folder, 'push', '-q', 'origin', 'HEAD:refs/heads/x')).toBe(false);
  expect(await git('ls-remote', urlOf(project, { ...token, username: 'foo' }))).toBe(false);
  expect(await git('ls-remote', urlOf(other, token))).toBe(false);
  expect(await git('ls-remote', urlOf(internal, token))).toBe(false);
  const server = await app.server();
  const headers = { 'private-token': token.token };
  expect((await server.inject({ url: `/api/v4/projects/${project.id}`, headers })).statusCode).toBe(401);

  const registry = await call('POST', url, owner, { name: 'Registry', scopes: ['read_registry'] });
  const second = restNewDeployToken.parse(registry.body);
  expect(second.username).toBe(`gitlab+deploy-token-${second.id}`);
  expect(await git('ls-remote', urlOf(project, second))).toBe(false);
  expect((await call('GET', `${url}/${token.id}`, owner)).body).toEqual(restDeployToken.parse(made.body));
  expect((await call('GET', '/deploy_tokens', owner)).status).toBe(403);
  expect((await call('GET', '/deploy_tokens', await rootUser(app))).body).toHaveLength(2);
  const shown = await page(`/${project.full_path}/-/settings/deploy_tokens`, owner);
  expect(shown.body.data).toMatchObject({
    canCreate: true,
    canRevoke: true,
    tokens: [{ id: second.id }, { lastUsedAt: expect.any(String) }],
  });

  app.clock.advance(DAY_MS);
  expect(await git('ls-remote', urlOf(project, token))).toBe(false);
  expect((await call('GET', `${url}?active=true`, owner)).body).toMatchObject([{ id: second.id }]);
  expect((await call('DELETE', `${url}/${second.id}`, developer)).status).toBe(403);
  expect((await call('DELETE', `${url}/${second.id}`, owner)).status).toBe(204);
  expect((await call('GET', url, owner)).body).toMatchObject([{ id: token.id, expired: true }]);
});

test('a token of a group clones the projects in it and below', async () => {
  const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const inner = await createGroup(app, { parent: group, visibility: 'private' });
  const project = await createProject(app, {
    owner: owner.user,
    group: inner,
    visibility: 'private',
    files: { a: '1' },
  });
  const maintainer = await createUser(app);
  await addMember(app, { group, user: maintainer.user, level: 40 });
  const url = `/groups/${group.id}/deploy_tokens`;
  const fields = { name: 'Servers', scopes: ['read_repository'] };
  expect((await call('POST', url, maintainer, fields)).status).toBe(403);
  const token = restNewDeployToken.parse((await call('POST', url, owner, fields)).body);
  expect(token.expires_at).toBeNull();
  expect(await git('ls-remote', urlOf(project, token))).toBe(true);
  expect((await call('GET', url, maintainer)).body).toMatchObject([{ id: token.id }]);
  expect((await call('DELETE', `${url}/${token.id}`, owner)).status).toBe(204);
  expect(await git('ls-remote', urlOf(project, token))).toBe(false);
});

test('a token of an archived project can be revoked, and none created', async () => {
  const project = await createProject(app, { owner: owner.user, files: { a: '1' } });
  const url = `/projects/${project.id}/deploy_tokens`;
  const fields = { name: 'Servers', scopes: ['read_repository'] };
  const { id } = (await call('POST', url, owner, fields)).body;
  await call('POST', `/projects/${project.id}/archive`, owner);
  expect((await page(`/${project.full_path}/-/settings/deploy_tokens`, owner)).body.data).toMatchObject({
    canCreate: false,
    canRevoke: true,
  });
  expect((await call('POST', url, owner, fields)).status).toBe(403);
  expect((await call('DELETE', `${url}/${id}`, owner)).status).toBe(204);
});
