import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSshPublicKey } from '@tributary/git';
import type ssh2Types from 'ssh2';
import type { Config } from '../config.ts';

/** Kept in the data directory; clients remember it, so it must outlive everything else. */
const HOST_KEY_FILE = 'ssh_host_ed25519_key';

type SshKeyPair = { private: string; public: string };

/** How git is reached over SSH. */
export type SshAccess = {
  /** What `git clone` takes for the project with this full path. */
  cloneUrl(fullPath: string): string;
  hostKey: {
    /** As OpenSSH stores it. */
    privateKey: string;
    /** Type and key, as in `known_hosts`. */
    publicKey: string;
    /** `SHA256:…`, as clients show it at their first connection. */
    fingerprint: string;
  };
};

/** The short form that everyone knows where the port is the usual one, else a URL. */
export function sshCloneUrl(sshUrl: string, fullPath: string): string {
  const { hostname, port } = new URL(sshUrl);
  return port === '' || port === '22'
    ? `git@${hostname}:${fullPath}.git`
    : `ssh://git@${hostname}:${port}/${fullPath}.git`;
}

/** Reads the host key of this data directory, making it (mode 0600) the first time. */
export async function createSshAccess(config: Pick<Config, 'dataDir' | 'ssh'>): Promise<SshAccess> {
  const hostKey = await loadHostKey(config.dataDir);
  return { cloneUrl: (fullPath) => sshCloneUrl(config.ssh?.url ?? '', fullPath), hostKey };
}

/** The library leaves out a leading zero byte, so that nothing can read one of its keys in 200: another is made then. */
export function makeEd25519Key({ generateKeyPairSync, parseKey }: typeof ssh2Types.utils): SshKeyPair {
  for (;;) {
    const made = generateKeyPairSync('ed25519');
    if (!(parseKey(made.private) instanceof Error)) return made;
  }
}

async function loadHostKey(dataDir: string): Promise<SshAccess['hostKey']> {
  const { default: ssh2 } = await import('ssh2');
  const file = path.join(dataDir, HOST_KEY_FILE);
  const privateKey = (await readIfThere(file)) ?? (await makeKey(file, makeEd25519Key(ssh2.utils)));
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw new Error(`${file} is not a private SSH key: ${parsed.message}`);
  const type = parsed.type;
  const publicKey = parseSshPublicKey(`${type} ${parsed.getPublicSSH().toString('base64')}`);
  if (!publicKey || !parsed.isPrivateKey()) throw new Error(`${file} is not a private SSH key of a known type.`);
  return { privateKey, publicKey: publicKey.text, fingerprint: publicKey.fingerprint };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return undefined;
  }
}

/** The file appears whole, and of two processes that start at once both use the key of the first. */
async function makeKey(file: string, made: { private: string }): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made.private, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, 'utf8');
}
