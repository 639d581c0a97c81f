import { restCommitSignature } from '@tributary/contract/projects/repository-rest.ts';
import { runGit } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createUser } from '../../../accounts/testing.ts';
import { createProject } from '../../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const armour = (kind: string) => `-----BEGIN ${kind}-----\n\nabcd\nefgh\n-----END ${kind}-----`;

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
  const server = await app.server();
  const ask = (ref: string, headers: Record<string, string> = owner.headers) =>
    server.inject({ url: `/api/v4/projects/${project.id}/repository/commits/${ref}/signature`, headers });
  const told = async (ref: string) => restCommitSignature.parse((await ask(ref)).json());
  expect(await told('pgp')).toEqual({
    signature_type: 'PGP',
    verification_status: 'unknown_key',
    signature: armour('PGP SIGNATURE'),
    commit_source: 'gitaly',
  });
  expect((await told('ssh')).signature_type).toBe('SSH');
  expect((await told('x509')).signature_type).toBe('X509');
  const none = await ask('main');
  expect([none.statusCode, none.json()]).toEqual([404, { message: '404 Signature Not Found' }]);
  expect((await ask('pgp', (await createUser(app)).headers)).statusCode).toBe(404);
});
