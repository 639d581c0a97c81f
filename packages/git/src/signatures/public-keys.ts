import { createPublicKey, type KeyObject } from 'node:crypto';

const CURVES = { 'P-256': 32, 'P-384': 48, 'P-521': 66 } as const;
export type Curve = keyof typeof CURVES;

const text = (bytes: Buffer): string => bytes.toString('base64url');

export function ed25519Key(point: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text(point) }, format: 'jwk' });
}

export function rsaKey(modulus: Buffer, exponent: Buffer): KeyObject {
  const [n, e] = [unpadded(modulus), unpadded(exponent)];
  return createPublicKey({ key: { kty: 'RSA', n: text(n), e: text(e) }, format: 'jwk' });
}

/** From an uncompressed point. */
export function ecKey(curve: Curve, point: Buffer): KeyObject {
  const size = CURVES[curve];
  if (point.length !== 2 * size + 1 || point[0] !== 4) throw new Error('unsupported point');
  const [x, y] = [point.subarray(1, size + 1), point.subarray(size + 1)];
  return createPublicKey({ key: { kty: 'EC', crv: curve, x: text(x), y: text(y) }, format: 'jwk' });
}

/** Two numbers side by side, as `ieee-p1363` takes them. */
export function ecSignature(curve: Curve, r: Buffer, s: Buffer): Buffer {
  return Buffer.concat([padded(r, CURVES[curve]), padded(s, CURVES[curve])]);
}

/** Numbers are written with leading zeros, or without. */
export function padded(bytes: Buffer, size: number): Buffer {
  const bare = unpadded(bytes);
  if (bare.length > size) throw new Error('number too long');
  return Buffer.concat([Buffer.alloc(size - bare.length), bare]);
}

function unpadded(bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  return bytes.subarray(at);
}

/** What stands between the dashes, without the headers and the checksum of OpenPGP. */
export function armoredBytes(armored: string, kind: string): Buffer | null {
  const lines = armored.split(/\r?\n/).map((line) => line.trim());
  const start = lines.indexOf(`-----BEGIN ${kind}-----`);
  const end = lines.indexOf(`-----END ${kind}-----`, start);
  if (start < 0 || end < 0) return null;
  const inside = lines.slice(start + 1, end);
  // Headers end with an empty line. Where there is none, there are no headers.
  const blank = inside.indexOf('');
  const body = inside.slice(blank + 1).filter((line) => line !== '' && !/^=[A-Za-z0-9+/]{4}$/.test(line));
  const base64 = body.join('');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null;
}
