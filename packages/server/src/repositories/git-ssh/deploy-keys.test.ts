import { restDeployKey } from '@tributary/contract/projects/deploy-keys.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import type { SshServer } from './ssh-server.ts';
import { connectWithKey, type KeyPair, listenForSsh, makeKeyPair, runOverSsh, SSH_SETTINGS } from './testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let ssh: SshServer;
let owner: TestUser;
let maintainer: TestUser;
let developer: TestUser;
let project: BuiltProject;
let other: BuiltProject;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp(SSH_SETTINGS);
  await app.listen();
  ssh = await listenForSsh(app);
  [owner, maintainer, developer] = [await createUser(app), await createUser(app), await createUser(app)];
  const spec = { owner: owner.user, visibility: 'private', files: { 'a.txt': '1' } } as const;
  [project, other] = [await createProject(app, spec), await createProject(app, spec)];
  await addMember(app, { project, user: maintainer.user, level: 40 });
  await addMember(app, { project, user: developer.user, level: 30 });
});
afterAll(async () => {
  await ssh.stop();
  await app.close();
});

const runGit = (key: KeyPair, service: 'upload' | 'receive', { full_path: path }: { full_path: string }) =>
  runOverSsh(ssh.port, key, `git-${service}-pack '/${path}.git'`, { input: '0000' });

test('a deploy key reads its projects, pushes only where it may, and ends with its removal', async () => {
  const key = makeKeyPair();
  const url = `/projects/${project.id}/deploy_keys`;
  const fields = { title: 'Server', key: key.public };
  expect((await call('POST', url, developer, fields)).status).toBe(403);
  expect((await call('GET', url, developer)).status).toBe(403);
  expect((await call('POST', url, owner, { ...fields, key: 'ssh-rsa AAAA' })).status).toBe(400);
  const made = await call('POST', url, maintainer, fields);
  expect(made.status).toBe(201);
  const added = restDeployKey.parse(made.body);
  expect(added).toMatchObject({ title: 'Server', can_push: false, expires_at: null });
  expect(added.fingerprint).toMatch(/^(?:[0-9a-f]{2}:){15}[0-9a-f]{2}$/);
  expect((await call('POST', '/user/keys', owner, fields)).status).toBe(400);

  expect((await runOverSsh(ssh.port, key, undefined)).stdout).toBe('Welcome to Tributary, deploy key "Server"!\r\n');
  const read = await runGit(key, 'upload', project);
  expect(read).toMatchObject({ code: 0, stderr: '' });
  expect(read.stdout).toContain('refs/heads/main');
  expect((await runGit(key, 'upload', other)).stderr).toContain('could not be found');
  const refused = await runGit(key, 'receive', project);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('does not have write access');

  expect((await call('PUT', `${url}/${added.id}`, maintainer, { can_push: true })).body).toMatchObject({
    can_push: true,
  });
  expect(await runGit(key, 'receive', project)).toMatchObject({ code: 0, stderr: '' });
  // It pushes as whoever created it, with the rights of this moment.
  await app.platform.db
    .updateTable('members')
    .set({ access_level: 20 })
    .where('user_id', '=', maintainer.user.id)
    .execute();
  expect((await runGit(key, 'receive', project)).code).toBe(1);
  expect((await runGit(key, 'upload', project)).code).toBe(0);

  expect((await call('GET', `${url}/${added.id}`, owner)).body).toMatchObject({
    last_used_at: app.clock.now().toISOString(),
  });
  expect((await call('DELETE', `${url}/${added.id}`, owner)).status).toBe(204);
  await expect(connectWithKey(ssh.port, key)).rejects.toThrow(/authentication methods failed/);
  const events = await app.platform.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'like', 'deploy_key.%')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'deploy_key.enabled',
    'deploy_key.updated',
    'deploy_key.removed',
  ]);
});

test('a key is enabled in further projects by those who know it, and administrators see all', async () => {
  const key = makeKeyPair();
  const root = await rootUser(app);
  const made = await call('POST', '/deploy_keys', root, { title: 'Everywhere', key: key.public });
  const { id } = restDeployKey.omit({ can_push: true }).parse(made.body);
  expect((await call('GET', '/deploy_keys', owner)).status).toBe(403);
  expect((await runGit(key, 'upload', other)).code).toBe(1);
  expect((await call('POST', `/projects/${other.id}/deploy_keys/${id}/enable`, owner)).status).toBe(201);
  expect((await runGit(key, 'upload', other)).code).toBe(0);
  expect((await call('PUT', `/projects/${other.id}/deploy_keys/${id}`, owner, { title: 'Mine' })).status).toBe(403);
  const listed = await call('GET', '/deploy_keys?public=true', root);
  expect(listed.body).toMatchObject([{ id, projects_with_readonly_access: [{ id: other.id }] }]);
  const found = await call('GET', `/keys?fingerprint=${encodeURIComponent(fingerprintIn(made.body))}`, root);
  expect(found.body).toMatchObject({ title: 'Everywhere', deploy_keys_projects: [{ project_id: other.id }] });

  const own = makeKeyPair();
  const secret = await call('POST', `/projects/${other.id}/deploy_keys`, owner, { title: 'Own', key: own.public });
  const hidden = restDeployKey.parse(secret.body).id;
  const stranger = await createUser(app);
  const theirs = await createProject(app, { owner: stranger.user });
  expect((await call('POST', `/projects/${theirs.id}/deploy_keys/${hidden}/enable`, stranger)).status).toBe(404);
  const again = await call('POST', `/projects/${theirs.id}/deploy_keys`, stranger, { title: 'X', key: own.public });
  expect(again.status).toBe(400);

  const shown = await page(`/${other.full_path}/-/settings/deploy_keys`, owner);
  expect(shown.body.data).toMatchObject({
    isSshOn: true,
    canAdd: true,
    keys: [{ title: 'Everywhere' }, { title: 'Own' }],
  });
});

function fingerprintIn(body: unknown): string {
  return restDeployKey.omit({ can_push: true }).parse(body).fingerprint_sha256;
}

test('a user lists the keys of the projects that both maintain', async () => {
  const helper = await createUser(app);
  await addMember(app, { project, user: helper.user, level: 40 });
  const key = makeKeyPair();
  const shared = await call('POST', `/projects/${project.id}/deploy_keys`, owner, { title: 'Shared', key: key.public });
  const own = await call('POST', `/projects/${other.id}/deploy_keys`, owner, {
    title: 'Own',
    key: makeKeyPair().public,
  });
  const titles = async (of: string | number, who: TestUser) => {
    const { status, body } = await call('GET', `/users/${of}/project_deploy_keys?per_page=100`, who);
    expect(status).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };
  expect(await titles(owner.user.id, owner)).toEqual(expect.arrayContaining([shared.body.id, own.body.id]));
  const common = await titles(owner.user.username, helper);
  expect(common).toContain(shared.body.id);
  expect(common).not.toContain(own.body.id);
  expect(await titles(helper.user.id, owner)).toEqual(common);
  expect(await titles(owner.user.id, developer)).toEqual([]);
  expect((await call('GET', '/users/nobody/project_deploy_keys', owner)).status).toBe(404);
  expect((await call('GET', `/users/${owner.user.id}/project_deploy_keys`, null)).status).toBe(401);
});
