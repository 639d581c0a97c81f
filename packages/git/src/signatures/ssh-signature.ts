import { createHash, type KeyObject, verify } from 'node:crypto';
import { armoredBytes, type Curve, ecKey, ecSignature, ed25519Key, rsaKey } from './public-keys.ts';

export interface SshPublicKey {
  type: string;
  /** `SHA256:…`, as ssh-keygen prints it. */
  fingerprint: string;
  comment: string;
  /** Type and key, without the comment. */
  text: string;
}

const MAGIC = Buffer.from('SSHSIG');
const NAMESPACE = 'git';
const MIN_RSA_BITS = 2048;
const ECDSA: Readonly<Record<string, { curve: Curve; hash: string }>> = {
  'ecdsa-sha2-nistp256': { curve: 'P-256', hash: 'sha256' },
  'ecdsa-sha2-nistp384': { curve: 'P-384', hash: 'sha384' },
  'ecdsa-sha2-nistp521': { curve: 'P-521', hash: 'sha512' },
};

/** Reads what the wire format of ssh puts one after the other. Throws at the end of the bytes. */
class Reader {
  #at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error('too short');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
  number(): number {
    return this.take(4).readUInt32BE(0);
  }
  string(): Buffer {
    return this.take(this.number());
  }
  text(): string {
    return this.string().toString('latin1');
  }
}

function wireString(value: Buffer | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

type Key = { type: string; object: KeyObject; application: Buffer | null };

function readKey(blob: Buffer): Key {
  const reader = new Reader(blob);
  const type = reader.text();
  const ecdsa = ECDSA[type];
  if (ecdsa) {
    reader.string();
    return { type, object: ecKey(ecdsa.curve, reader.string()), application: null };
  }
  switch (type) {
    case 'ssh-ed25519':
      return { type, object: ed25519Key(reader.string()), application: null };
    case 'sk-ssh-ed25519@openssh.com':
      return { type, object: ed25519Key(reader.string()), application: reader.string() };
    case 'ssh-rsa': {
      const exponent = reader.string();
      const object = rsaKey(reader.string(), exponent);
      if ((object.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) throw new Error('key too short');
      return { type, object, application: null };
    }
    default:
      throw new Error('unsupported key');
  }
}

/** A line of an `authorized_keys` file or a `.pub` file; null for what is no usable public key. */
export function parseSshPublicKey(line: string): SshPublicKey | null {
  const [type = '', base64 = '', ...comment] = line.trim().split(/\s+/);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  const blob = Buffer.from(base64, 'base64');
  try {
    if (readKey(blob).type !== type) return null;
  } catch {
    return null;
  }
  const text = `${type} ${blob.toString('base64')}`;
  return { type, fingerprint: fingerprintOf(blob), comment: comment.join(' '), text };
}

/** Which key the signature names. Proves nothing. */
export function sshSignatureFingerprint(armored: string): string | null {
  try {
    const bytes = armoredBytes(armored, 'SSH SIGNATURE');
    if (bytes === null) return null;
    const reader = new Reader(bytes);
    reader.take(MAGIC.length + 4);
    return fingerprintOf(reader.string());
  } catch {
    return null;
  }
}

/** The key that made this signature of a git object; null when it is not valid or cannot be checked. */
export function verifySshSignature(payload: Buffer, armored: string): { fingerprint: string } | null {
  try {
    const bytes = armoredBytes(armored, 'SSH SIGNATURE');
    return bytes === null ? null : verifyBlob(payload, bytes);
  } catch {
    return null;
  }
}

function verifyBlob(payload: Buffer, bytes: Buffer): { fingerprint: string } | null {
  const reader = new Reader(bytes);
  if (!reader.take(MAGIC.length).equals(MAGIC) || reader.number() !== 1) return null;
  const keyBlob = reader.string();
  const namespace = reader.text();
  const reserved = reader.string();
  const hash = reader.text();
  if (namespace !== NAMESPACE || (hash !== 'sha256' && hash !== 'sha512')) return null;
  const digest = createHash(hash).update(payload).digest();
  const parts = [namespace, reserved, hash, digest].map((part) => wireString(part));
  const isValid = verifyWith(readKey(keyBlob), Buffer.concat([MAGIC, ...parts]), reader.string());
  return isValid ? { fingerprint: fingerprintOf(keyBlob) } : null;
}

function verifyWith(key: Key, data: Buffer, signature: Buffer): boolean {
  const reader = new Reader(signature);
  const algorithm = reader.text();
  const value = reader.string();
  if (key.type === 'ssh-rsa') {
    // SHA-1 is no proof any more.
    if (algorithm !== 'rsa-sha2-256' && algorithm !== 'rsa-sha2-512') return false;
    return verify(algorithm === 'rsa-sha2-256' ? 'sha256' : 'sha512', data, key.object, value);
  }
  if (algorithm !== key.type) return false;
  const ecdsa = ECDSA[key.type];
  if (ecdsa) {
    const numbers = new Reader(value);
    const both = ecSignature(ecdsa.curve, numbers.string(), numbers.string());
    return verify(ecdsa.hash, data, { key: key.object, dsaEncoding: 'ieee-p1363' }, both);
  }
  if (key.application === null) return verify(null, data, key.object, value);
  const flagsAndCounter = reader.take(5);
  // The first flag says that somebody touched the security key.
  if (((flagsAndCounter[0] ?? 0) & 1) === 0) return false;
  const sha256 = (part: Buffer) => createHash('sha256').update(part).digest();
  return verify(null, Buffer.concat([sha256(key.application), flagsAndCounter, sha256(data)]), key.object, value);
}
