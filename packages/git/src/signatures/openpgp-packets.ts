import { createHash, type KeyObject, verify } from 'node:crypto';
import { type Curve, ecKey, ecSignature, ed25519Key, padded, rsaKey } from './public-keys.ts';

/** One packet of OpenPGP (RFC 9580, section 4). */
export type Packet = { tag: number; body: Buffer };

/** Splits what was armored. Throws for what is cut off; packets of partial length, which only hold data, are refused. */
export function readPackets(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  for (let at = 0; at < bytes.length;) {
    const header = byteAt(bytes, at);
    if ((header & 0x80) === 0) throw new Error('no packet');
    const isNew = (header & 0x40) !== 0;
    const { length, size } = isNew ? newLength(bytes, at + 1) : oldLength(bytes, at + 1, header & 3);
    const start = at + 1 + size;
    if (start + length > bytes.length) throw new Error('packet cut off');
    packets.push({ tag: isNew ? header & 0x3f : (header >> 2) & 0x0f, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return packets;
}

function byteAt(bytes: Buffer, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new Error('too short');
  return value;
}

/** Also the length of a subpacket, which has the same forms. */
function newLength(bytes: Buffer, at: number): { length: number; size: number } {
  const first = byteAt(bytes, at);
  if (first < 192) return { length: first, size: 1 };
  if (first < 224) return { length: ((first - 192) << 8) + byteAt(bytes, at + 1) + 192, size: 2 };
  if (first === 255) return { length: bytes.readUInt32BE(at + 1), size: 5 };
  throw new Error('partial length');
}

function oldLength(bytes: Buffer, at: number, type: number): { length: number; size: number } {
  if (type === 0) return { length: byteAt(bytes, at), size: 1 };
  if (type === 1) return { length: bytes.readUInt16BE(at), size: 2 };
  if (type === 2) return { length: bytes.readUInt32BE(at), size: 4 };
  throw new Error('indefinite length');
}

export type PgpKeyPacket = {
  body: Buffer;
  /** 40 upper-case hex digits. */
  fingerprint: string;
  createdAt: number;
  key:
    | { kind: 'rsa'; object: KeyObject }
    | { kind: 'ed25519'; object: KeyObject }
    | { kind: 'ecdsa'; object: KeyObject; curve: Curve }
    | null;
};

const CURVE_OIDS: Readonly<Record<string, Curve>> = {
  '2a8648ce3d030107': 'P-256',
  '2b81040022': 'P-384',
  '2b81040023': 'P-521',
};
const ED25519_OID = '2b06010401da470f01';

/** A public key or subkey of version 4; null for other versions. `key` is null where it cannot sign or is not supported. */
export function readKeyPacket(body: Buffer): PgpKeyPacket | null {
  if (byteAt(body, 0) !== 4) return null;
  const prefix = Buffer.from([0x99, body.length >> 8, body.length & 0xff]);
  const fingerprint = createHash('sha1').update(prefix).update(body).digest('hex').toUpperCase();
  return { body, fingerprint, createdAt: body.readUInt32BE(1), key: readMaterial(byteAt(body, 5), body.subarray(6)) };
}

function readMaterial(algorithm: number, bytes: Buffer): PgpKeyPacket['key'] {
  if (algorithm === 1 || algorithm === 3) {
    const n = readNumber(bytes, 0);
    return { kind: 'rsa', object: rsaKey(n.value, readNumber(bytes, n.end).value) };
  }
  if (algorithm === 27) return { kind: 'ed25519', object: ed25519Key(bytes.subarray(0, 32)) };
  if (algorithm !== 19 && algorithm !== 22) return null;
  const size = byteAt(bytes, 0);
  const oid = bytes.toString('hex', 1, 1 + size);
  const point = readNumber(bytes, 1 + size).value;
  if (algorithm === 22) return oid === ED25519_OID ? { kind: 'ed25519', object: ed25519Key(point.subarray(1)) } : null;
  const curve = CURVE_OIDS[oid];
  return curve === undefined ? null : { kind: 'ecdsa', object: ecKey(curve, point), curve };
}

function readNumber(bytes: Buffer, at: number): { value: Buffer; end: number } {
  const end = at + 2 + ((bytes.readUInt16BE(at) + 7) >> 3);
  if (end > bytes.length) throw new Error('number cut off');
  return { value: bytes.subarray(at + 2, end), end };
}

export type PgpSignature = {
  type: number;
  hash: string;
  /** Of the key that claims to have made it; each may be missing. */
  issuerFingerprint: string | null;
  issuerKeyId: string | null;
  createdAt: number;
  /** Seconds after the key was made; 0 for never. */
  keyExpiresAfter: number;
  /** Seconds after the signature was made; 0 for never. */
  expiresAfter: number;
  keyFlags: number | null;
  embedded: Buffer | null;
  trailer: Buffer;
  algorithm: number;
  numbers: Buffer;
};

/** SHA-1 and MD5 are no proof any more. */
const HASHES: Readonly<Record<number, string>> = { 8: 'sha256', 9: 'sha384', 10: 'sha512', 11: 'sha224' };

/** A signature of version 4; null for other versions and for hashes that prove nothing. */
export function readSignaturePacket(body: Buffer): PgpSignature | null {
  if (byteAt(body, 0) !== 4) return null;
  const hash = HASHES[byteAt(body, 3)];
  if (hash === undefined) return null;
  const hashedEnd = 6 + body.readUInt16BE(4);
  const unhashedEnd = hashedEnd + 2 + body.readUInt16BE(hashedEnd);
  if (unhashedEnd + 2 > body.length) throw new Error('signature cut off');
  const hashed = readSubpackets(body.subarray(6, hashedEnd));
  const unhashed = readSubpackets(body.subarray(hashedEnd + 2, unhashedEnd));
  const number = (type: number) => hashed.get(type)?.readUInt32BE(0) ?? 0;
  const trailer = Buffer.alloc(6);
  trailer.writeUInt16BE(0x04ff);
  trailer.writeUInt32BE(hashedEnd, 2);
  const issuer = hashed.get(33) ?? unhashed.get(33);
  return {
    type: byteAt(body, 1),
    hash,
    issuerFingerprint: issuer?.[0] === 4 ? issuer.toString('hex', 1, 21).toUpperCase() : null,
    issuerKeyId: (hashed.get(16) ?? unhashed.get(16))?.toString('hex').toUpperCase() ?? null,
    createdAt: number(2),
    keyExpiresAfter: number(9),
    expiresAfter: number(3),
    keyFlags: hashed.get(27)?.[0] ?? null,
    embedded: hashed.get(32) ?? unhashed.get(32) ?? null,
    trailer: Buffer.concat([body.subarray(0, hashedEnd), trailer]),
    algorithm: byteAt(body, 2),
    numbers: body.subarray(unhashedEnd + 2),
  };
}

/** By type; the critical bit says nothing here, since all that is needed is read. */
function readSubpackets(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const { length, size } = newLength(bytes, at);
    const start = at + size;
    if (length === 0 || start + length > bytes.length) throw new Error('subpacket cut off');
    found.set(byteAt(bytes, start) & 0x7f, bytes.subarray(start + 1, start + length));
    at = start + length;
  }
  return found;
}

/** Did this key sign these bytes? */
export function isSignedBy(signature: PgpSignature, { key }: PgpKeyPacket, data: Buffer): boolean {
  if (key === null) return false;
  const signed = Buffer.concat([data, signature.trailer]);
  const { numbers, hash, algorithm } = signature;
  if (key.kind === 'rsa') {
    if (algorithm !== 1 && algorithm !== 3) return false;
    const size = Math.ceil((key.object.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
    return verify(hash, signed, key.object, padded(readNumber(numbers, 0).value, size));
  }
  const digest = createHash(hash).update(signed).digest();
  if (algorithm === 27) return key.kind === 'ed25519' && verify(null, digest, key.object, numbers.subarray(0, 64));
  const r = readNumber(numbers, 0);
  const s = readNumber(numbers, r.end).value;
  if (key.kind === 'ed25519')
    return algorithm === 22 && verify(null, digest, key.object, Buffer.concat([padded(r.value, 32), padded(s, 32)]));
  const both = ecSignature(key.curve, r.value, s);
  return algorithm === 19 && verify(hash, signed, { key: key.object, dsaEncoding: 'ieee-p1363' }, both);
}
