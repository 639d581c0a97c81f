import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KeysPageData } from '@tributary/contract/accounts/keys-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import { restCommitSignature } from '@tributary/contract/projects/repository-rest.ts';
import { runGit } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

const run = promisify(execFile);
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-keys-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const armour = (kind: string) => `-----BEGIN ${kind}-----\n\nabcd\nefgh\n-----END ${kind}-----`;

async function signatureOf(project: BuiltProject, ref: string, { headers }: TestUser) {
  const server = await app.server();
  return server.inject({ url: `/api/v4/projects/${project.id}/repository/commits/${ref}/signature`, headers });
}

test('the signature of a commit is told as it is, and its absence is not found', async () => {
  const owner = await createUser(app);
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { a: '1' } });
  const { repository } = project;
  const tip = await repository.git('rev-parse', 'main');
  const content = await repository.git('cat-file', 'commit', tip);
  const sign = async (branch: string, kind: string) => {
    const header = `gpgsig ${armour(kind).replaceAll('\n', '\n ')}\n`;
    const signed = `${content.replace('\n\n', `\n${header}\n`)}\n`;
    const options = { stdin: Buffer.from(signed) };
    const sha = (await runGit(repository.dir, ['hash-object', '-t', 'commit', '-w', '--stdin'], options)).toString();
    await repository.git('update-ref', `refs/heads/${branch}`, sha.trim());
  };
  await sign('pgp', 'PGP SIGNATURE');
  await sign('ssh', 'SSH SIGNATURE');
  await sign('x509', 'SIGNED MESSAGE');
  const told = async (ref: string) => restCommitSignature.parse((await signatureOf(project, ref, owner)).json());
  expect(await told('pgp')).toEqual({
    signature_type: 'PGP',
    verification_status: 'unknown_key',
    signature: armour('PGP SIGNATURE'),
    commit_source: 'gitaly',
  });
  expect((await told('ssh')).signature_type).toBe('SSH');
  expect((await told('x509')).signature_type).toBe('X509');
  const none = await signatureOf(project, 'main', owner);
  expect([none.statusCode, none.json()]).toEqual([404, { message: '404 Signature Not Found' }]);
  expect((await signatureOf(project, 'pgp', await createUser(app))).statusCode).toBe(404);
});

test('a commit is verified by the key of the user who has confirmed its committer address, and by no other', async () => {
  const [owner, other] = [await createUser(app), await createUser(app)];
  const project = await createProject(app, { owner: owner.user, visibility: 'public', files: { a: '1' } });
  const server = await app.server();
  const file = path.join(folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'laptop', '-f', file]);
  const commit = async (branch: string, email: string) => {
    const env = { ...process.env, GIT_COMMITTER_NAME: 'C', GIT_COMMITTER_EMAIL: email };
    const config = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${file}`, '-C', project.repository.dir];
    const tree = ['commit-tree', '-S', '-m', branch, '-p', 'main', 'main^{tree}'];
    const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x.test' };
    const made = await run('git', [...config, ...tree], { env: { ...env, ...author } });
    await project.repository.git('update-ref', `refs/heads/${branch}`, made.stdout.trim());
  };
  await commit('own', owner.user.email);
  await commit('others', other.user.email);
  await commit('nobody', 'nobody@x.test');
  const statuses = async () =>
    Promise.all(
      ['own', 'others', 'nobody'].map(
        async (ref) => (await signatureOf(project, ref, owner)).json().verification_status,
      ),
    );
  expect(await statuses()).toEqual(['unknown_key', 'unknown_key', 'unknown_key']);
  const add = (user: TestUser, key: string) =>
    server.inject({
      method: 'POST',
      url: '/api/v4/user/keys',
      headers: user.headers,
      payload: { title: 'Laptop', key, usage_type: 'signing' },
    });
  const key = await readFile(`${file}.pub`, 'utf8');
  const added = await add(owner, key);
  expect([added.statusCode, added.json()]).toEqual([
    201,
    expect.objectContaining({ title: 'Laptop', usage_type: 'signing', key: key.split(' ').slice(0, 2).join(' ') }),
  ]);
  // A key belongs to one user, and a private key is none.
  expect((await add(other, key)).statusCode).toBe(400);
  expect((await add(other, await readFile(file, 'utf8'))).statusCode).toBe(400);
  expect(await statuses()).toEqual(['verified', 'other_user', 'unverified']);
  const query = `{ project(fullPath: "${project.full_path}") { repository { commit(ref: "own") { signature {
    commitSha verificationStatus ... on SshSignature { keyFingerprintSha256 user { username } } } } } } }`;
  const asked = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: owner.headers,
    payload: { query },
  });
  expect(asked.json().data.project.repository.commit.signature).toMatchObject({
    verificationStatus: 'VERIFIED',
    keyFingerprintSha256: expect.stringMatching(/^[A-Za-z0-9+/]{43}$/),
    user: { username: owner.user.username },
  });
  expect((await signatureOf(project, 'own', owner)).json().key).toMatchObject({ title: 'Laptop' });
  const page = await server.inject({ url: `/-/page/${project.full_path}/-/commit/own`, headers: other.headers });
  expect(page.json<PageData<CommitPageData>>().data.commit.signature).toMatchObject({
    type: 'SSH',
    isVerified: true,
    signer: { username: owner.user.username },
  });
  const keys = await server.inject({ url: '/-/page/-/profile/keys', headers: owner.headers });
  const [item] = keys.json<PageData<KeysPageData>>().data.sshKeys;
  expect(item?.type).toBe('ssh-ed25519');
  const url = `/api/v4/user/keys/${item?.id}`;
  expect((await server.inject({ method: 'DELETE', url, headers: other.headers })).statusCode).toBe(404);
  expect((await server.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
  expect((await statuses())[0]).toBe('unknown_key');
});

test('GPG keys are added, listed for everyone and removed; what is none is refused', async () => {
  const owner = await createUser(app);
  const server = await app.server();
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.inject({ method, url: `/api/v4${url}`, headers: owner.headers, ...(payload && { payload }) });
  const made = await call('POST', '/user/gpg_keys', { key: GPG_KEY });
  expect([made.statusCode, made.json().key]).toEqual([201, GPG_KEY.trim()]);
  expect((await call('POST', '/user/gpg_keys', { key: 'x' })).statusCode).toBe(400);
  const { id } = made.json();
  expect((await server.inject({ url: `/api/v4/users/${owner.user.id}/gpg_keys` })).json()).toEqual([made.json()]);
  expect((await call('DELETE', `/user/gpg_keys/${id}`)).statusCode).toBe(204);
  expect((await call('GET', '/user/gpg_keys')).json()).toEqual([]);
});

test('administrators add, find and remove keys of users; others do not', async () => {
  const [root, user] = [await rootUser(app), await createUser(app)];
  const server = await app.server();
  const call = (by: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.inject({ method, url: `/api/v4${url}`, headers: by.headers, ...(payload && { payload }) });
  const file = path.join(folder, 'managed');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
  const key = (await readFile(`${file}.pub`, 'utf8')).trim();
  const url = `/users/${user.user.id}/keys`;
  expect((await call(user, 'POST', url, { title: 'Own', key })).statusCode).toBe(403);
  const added = await call(root, 'POST', url, { title: 'Managed', key });
  expect(added.statusCode, added.body).toBe(201);
  const { id } = added.json();
  expect((await call(user, 'GET', `${url}/${id}`)).json()).toEqual(added.json());
  const print = (await run('ssh-keygen', ['-lf', `${file}.pub`])).stdout.split(' ')[1] ?? '';
  const found = await call(root, 'GET', `/keys?fingerprint=${encodeURIComponent(print)}`);
  expect(found.json()).toMatchObject({ id, user: { username: user.user.username } });
  expect((await call(root, 'GET', `/keys/${id}`)).json()).toEqual(found.json());
  expect((await call(user, 'GET', `/keys/${id}`)).statusCode).toBe(403);
  expect((await call(user, 'DELETE', `${url}/${id}`)).statusCode).toBe(403);
  expect((await call(root, 'DELETE', `${url}/${id}`)).statusCode).toBe(204);
  const gpg = `/users/${user.user.id}/gpg_keys`;
  const made = (await call(root, 'POST', gpg, { key: GPG_KEY })).json();
  expect((await call(user, 'GET', '/user/gpg_keys')).json()).toEqual([made]);
  expect((await call(root, 'DELETE', `${gpg}/${made.id}`)).statusCode).toBe(204);
});

const GPG_KEY = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawsgJxYJKwYBBAHaRw8BAQdAKm5gE2awGaPTBdjb4sMGLxkI/6zHxzccQyZF
rKXORFi0HkFubiBFeGFtcGxlIDxhbm5AZXhhbXBsZS50ZXN0PoiQBBMWCAA4FiEE
8Ax2S7u2D6zHtqwIgJdAwy3nF6EFAmsLICcCGwMFCwkIBwIGFQoJCAsCBBYCAwEC
HgECF4AACgkQgJdAwy3nF6E1RAD9HklMLtYGeEPijsMtASJSwLACc+EumRbuuzSP
PcxsV6wBAL5e8n0TtDQQ9Lo8SP6uGpWAegq5MUlDFDieaF5OXIgF
=eu7e
-----END PGP PUBLIC KEY BLOCK-----
`;
