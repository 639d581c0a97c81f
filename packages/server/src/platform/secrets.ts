import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Encrypts what must be read again and digests what must only be recognised. The master key stays out of the database. */
export type Secrets = {
  /** AES-256-GCM under a key of its own for each purpose; `v1.<iv>.<tag>.<data>` in base64url. */
  encrypt(purpose: string, text: string): string;
  /** Throws when the text was made for another purpose or changed. */
  decrypt(purpose: string, sealed: string): string;
  /** Keyed digest for looking a secret up without storing it. */
  digest(secret: string): Buffer;
  sign(purpose: string, text: string): string;
};

export function createSecrets(masterKey: Buffer): Secrets {
  // Keys are made ready once: every request digests what it proves itself with, and bytes are made a key again each time.
  const master = createSecretKey(masterKey);
  const keyFor = (purpose: string) => createSecretKey(createHmac('sha256', master).update(`key:${purpose}`).digest());
  const digestKey = keyFor('digest');
  return {
    encrypt(purpose, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', iv, cipher.getAuthTag(), data]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    decrypt(purpose, sealed) {
      const [version, iv, tag, data] = sealed.split('.');
      if (version !== 'v1' || !iv || !tag || data === undefined) throw new Error('sealed text has an unknown form');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), Buffer.from(iv, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    },
    digest: (secret) => createHmac('sha256', digestKey).update(secret).digest(),
    sign: (purpose, text) =>
      createHmac('sha256', keyFor(`sign:${purpose}`))
        .update(text)
        .digest('base64url'),
  };
}

/** Reads the master key of this data directory, making it (mode 0600) the first time. */
export async function loadMasterKey(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment) return createHash('sha256').update(fromEnvironment).digest();
  const file = path.join(dataDir, 'secret.key');
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(32);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, key.toString('hex'), { mode: 0o600, flag: 'wx' });
  return key;
}

/** 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function equalSecrets(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}
