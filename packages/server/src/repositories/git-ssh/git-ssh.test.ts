import { parseSshPublicKey } from '@tributary/git';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createGitClient, type GitClient } from '../testing.ts';
import { protectDefaultBranch } from '../protection/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { SshServer } from './ssh-server.ts';
import {
  connectWithKey,
  hasSshProgram,
  type KeyPair,
  listenForSsh,
  makeKeyPair,
  runOverSsh,
  SSH_SETTINGS,
  configureKey,
} from './testing.ts';

let app: TestApp;
let ssh: SshServer;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
const ownerKey = makeKeyPair();
const developerKey = makeKeyPair();
const clients: GitClient[] = [];

beforeAll(async () => {
  app = await createTestApp(SSH_SETTINGS);
  await app.listen();
  ssh = await listenForSsh(app);
  owner = await createUser(app, { username: 'ada' });
  developer = await createUser(app, { username: 'dev' });
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'one\n' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addKey(owner, ownerKey);
  await addKey(developer, developerKey);
});
afterAll(async () => {
  await ssh.stop();
  await app.close();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.remove();
});

async function addKey(user: TestUser, key: KeyPair, fields: Record<string, string> = {}): Promise<number> {
  const server = await app.server();
  const { headers } = user;
  const payload = { title: 'laptop', key: key.public, ...fields };
  const answer = await server.inject({ method: 'POST', url: '/api/v4/user/keys', headers, payload });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: number }>().id;
}

const urlOf = ({ full_path: fullPath }: { full_path: string }) => app.platform.ssh?.cloneUrl(fullPath) ?? '';
const upload = (path: string) => `git-upload-pack '/${path}.git'`;
const FLUSH = '0000';

async function clientWith(key: KeyPair, remote = project): Promise<GitClient> {
  const client = await createGitClient(urlOf(remote));
  clients.push(client);
  await configureKey(client, key);
  return client;
}

test('a key greets its user and lists refs, and its last use is known', async () => {
  expect(await runOverSsh(ssh.port, ownerKey, undefined)).toMatchObject({
    code: 0,
    stdout: 'Welcome to Tributary, @ada!\r\n',
  });
  const listed = await runOverSsh(ssh.port, developerKey, upload(project.full_path), { input: FLUSH });
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain('refs/heads/main');
  const server = await app.server();
  const keys = await server.inject({ url: '/api/v4/user/keys', headers: developer.headers });
  expect(keys.json()).toMatchObject([{ title: 'laptop', last_used_at: app.clock.now().toISOString() }]);
});

test.each(['rsa', 'ecdsa'] as const)('keys of type %s sign in', async (type) => {
  const key = makeKeyPair(type);
  await addKey(owner, key);
  expect((await runOverSsh(ssh.port, key, undefined)).stdout).toBe('Welcome to Tributary, @ada!\r\n');
});

test('every key that is made for a host can be read', () => {
  const keys = Array.from({ length: 1_500 }, () => makeKeyPair());
  expect(keys.filter((key) => parseSshPublicKey(key.public) === null)).toEqual([]);
});

test('unknown keys, keys for signing, expired keys, other users and blocked users stay outside', async () => {
  const refused = async (key: KeyPair, username?: string) =>
    expect(connectWithKey(ssh.port, key, username)).rejects.toThrow(/authentication methods failed/);
  await refused(makeKeyPair());
  await refused(ownerKey, 'ada');
  const signing = makeKeyPair();
  await addKey(owner, signing, { usage_type: 'signing' });
  await refused(signing);
  const shortLived = makeKeyPair();
  await addKey(owner, shortLived, { expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString() });
  (await connectWithKey(ssh.port, shortLived)).end();
  app.clock.advance(120_000);
  await refused(shortLived);
  const blocked = await createUser(app, { state: 'blocked' });
  const blockedKey = makeKeyPair();
  await app.platform.db
    .updateTable('user_ssh_keys')
    .set({ user_id: blocked.user.id })
    .where('id', '=', await addKey(owner, blockedKey))
    .execute();
  await refused(blockedKey);
});

test('nothing but git runs, and what may not be seen looks like what is not there', async () => {
  for (const command of ['id', "git-upload-pack '/../../etc'", `${upload(project.full_path)}; id`]) {
    const answer = await runOverSsh(ssh.port, developerKey, command);
    expect(answer).toMatchObject({ code: 128, stdout: '' });
    expect(answer.stderr).toContain('This command is not allowed');
  }
  const stranger = makeKeyPair();
  await addKey(await createUser(app), stranger);
  const hidden = await runOverSsh(ssh.port, stranger, upload(project.full_path));
  const absent = await runOverSsh(ssh.port, stranger, upload('ada/absent'));
  expect(hidden).toEqual(absent);
  expect(hidden).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be found') });
  const lfs = await runOverSsh(ssh.port, developerKey, `git-lfs-authenticate ${project.full_path}.git download`);
  expect(lfs).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Git LFS is not enabled/) });
  const client = await connectWithKey(ssh.port, developerKey);
  for (const open of [
    (done: (error: Error | undefined) => void) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done),
    (done: (error: Error | undefined) => void) => client.forwardIn('127.0.0.1', 0, done),
    (done: (error: Error | undefined) => void) => client.sftp(done),
    (done: (error: Error | undefined) => void) => client.shell({}, done),
  ]) {
    expect(await new Promise((resolve) => void open((error) => resolve(error)))).toBeInstanceOf(Error);
  }
  client.end();
});

test('a removed key ends what runs with it within five seconds', async () => {
  const key = makeKeyPair();
  const id = await addKey(developer, key);
  const client = await connectWithKey(ssh.port, key);
  const said: string[] = [];
  const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    client.exec(upload(project.full_path), (error, stream) => {
      if (error) return reject(error);
      stream.once('data', () => resolve());
      stream.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      return undefined;
    });
  });
  const server = await app.server();
  const { headers } = developer;
  const removed = await server.inject({ method: 'DELETE', url: `/api/v4/user/keys/${id}`, headers });
  expect(removed.statusCode).toBe(204);
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(said.join('')).toContain('does not give access any more');
});

test('strangers who talk nonsense or say nothing cost a socket and no more', async () => {
  const sockets = Array.from({ length: 30 }, () => connect(ssh.port, '127.0.0.1'));
  const ends = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => undefined);
        socket.once('close', () => resolve());
        socket.resume();
        socket.end('GET / HTTP/1.1\r\n\r\n');
      }),
  );
  await Promise.all(ends);
  expect((await runOverSsh(ssh.port, ownerKey, undefined)).code).toBe(0);
});

test.skipIf(!hasSshProgram())('git clones and pushes with the rules of HTTP (needs the program ssh)', async () => {
  await protectDefaultBranch(app.system, project.id, 'main');
  const work = await clientWith(developerKey);
  for (const version of ['0', '2']) {
    const cloned = await work.git(
      '-c',
      `protocol.version=${version}`,
      'clone',
      '-q',
      urlOf(project),
      `clone${version}`,
    );
    expect(cloned).toMatchObject({ ok: true });
  }
  await work.must('fetch', '-q', 'origin');
  await work.must('checkout', '-q', 'main');
  const sha = await work.commit({ 'b.txt': 'two\n' });
  const refused = await work.git('push', 'origin', 'main');
  expect(refused).toMatchObject({ ok: false });
  expect(refused.output).toContain('protected');
  const pushed = await work.git('push', 'origin', 'HEAD:refs/heads/feature');
  expect(pushed).toMatchObject({ ok: true });
  expect(await project.repository.git('rev-parse', 'refs/heads/feature')).toBe(sha);
  const events = await app.platform.db
    .selectFrom('push_events')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  expect(events).toMatchObject([{ ref: 'refs/heads/feature', action: 'created', actor_id: developer.user.id }]);
});
