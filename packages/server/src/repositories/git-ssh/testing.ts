import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { makeEd25519Key } from '../../platform/ssh/ssh-access.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { GitClient } from '../testing.ts';
import { startSshServer, type SshServer } from './ssh-server.ts';

export type KeyPair = { private: string; public: string };
export type Answer = { code: number | undefined; stdout: string; stderr: string };

/** Settings of a test app whose SSH server `listenForSsh` starts. */
export const SSH_SETTINGS = { ssh: { port: 0, url: 'ssh://git@127.0.0.1' } };

export function makeKeyPair(type: 'ed25519' | 'rsa' | 'ecdsa' = 'ed25519'): KeyPair {
  if (type === 'rsa') return ssh2.utils.generateKeyPairSync('rsa', { bits: 2_048 });
  if (type === 'ecdsa') return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  return makeEd25519Key(ssh2.utils);
}

/** On a free port; the addresses that the app shows lead there. */
export async function listenForSsh(app: TestApp): Promise<SshServer> {
  const server = await startSshServer(app.platform, { host: '127.0.0.1', port: 0 });
  app.platform.config.ssh = { port: server.port, url: `ssh://git@127.0.0.1:${server.port}` };
  return server;
}

/** Connects with a key and runs one command (or asks for a shell); `input` is sent at once. */
export async function runOverSsh(
  port: number,
  key: KeyPair,
  command: string | undefined,
  { input = '', username = 'git' }: { input?: string; username?: string } = {},
): Promise<Answer> {
  const client = await connectWithKey(port, key, username);
  try {
    return await new Promise((resolve, reject) => {
      const onStream = (error: Error | undefined, stream: ssh2.ClientChannel): void => {
        if (error) return reject(error);
        const answer: Answer = { code: undefined, stdout: '', stderr: '' };
        stream.on('data', (chunk: Buffer) => (answer.stdout += chunk.toString('latin1')));
        stream.stderr.on('data', (chunk: Buffer) => (answer.stderr += chunk.toString('utf8')));
        stream.on('exit', (code: number) => (answer.code = code));
        stream.on('close', () => resolve(answer));
        stream.end(input);
      };
      if (command === undefined) client.shell(false, onStream);
      else client.exec(command, onStream);
    });
  } finally {
    client.end();
  }
}

export function connectWithKey(port: number, key: KeyPair, username = 'git'): Promise<ssh2.Client> {
  const client = new ssh2.Client();
  return new Promise((resolve, reject) => {
    client.on('ready', () => resolve(client));
    client.on('error', reject);
    client.on('close', () => reject(new Error('The server closed the connection.')));
    client.connect({ host: '127.0.0.1', port, username, privateKey: key.private });
  });
}

/** Is there an `ssh` on this machine? Tests with the real one are left out where there is none. */
export function hasSshProgram(): boolean {
  try {
    execFileSync('ssh', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** From now on git in this work tree uses `ssh` with this key alone. */
export async function configureKey(client: GitClient, key: KeyPair): Promise<void> {
  const file = path.join(client.dir, '..', 'key');
  await writeFile(file, key.private, { mode: 0o600 });
  const options = ['IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  const flags = options.map((option) => `-o ${option}`).join(' ');
  await client.must('config', '--global', 'core.sshCommand', `ssh -F /dev/null -i '${file}' ${flags}`);
}
