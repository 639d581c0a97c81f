import { armoredBytes } from './public-keys.ts';
import {
  isSignedBy,
  type Packet,
  type PgpKeyPacket,
  type PgpSignature,
  readKeyPacket,
  readPackets,
  readSignaturePacket,
} from './openpgp-packets.ts';

export interface GpgKey {
  /** Of the primary key: 40 upper-case hex digits. */
  fingerprint: string;
  /** Of it and of the subkeys that may sign. */
  signingFingerprints: string[];
  /** Lower-case addresses of the user IDs that the key itself vouches for. */
  emails: string[];
  userIds: string[];
}

const TAGS = { signature: 2, publicKey: 6, userId: 13, publicSubkey: 14 } as const;
const TYPES = {
  binding: 0x18,
  primaryBinding: 0x19,
  keyRevocation: 0x20,
  subkeyRevocation: 0x28,
  userRevocation: 0x30,
};
const MAY_SIGN = 0x02;

type SigningKey = { packet: PgpKeyPacket; expiresAfter: number };
type ReadKey = GpgKey & { signing: SigningKey[]; isRevoked: boolean };

/** A public key as gpg exports it; null for what is none, has a version that is not supported, or was revoked. */
export function parseGpgKey(armored: string): GpgKey | null {
  const key = readKey(armored);
  if (key === null || key.isRevoked || key.signingFingerprints.length === 0) return null;
  const { fingerprint, signingFingerprints, emails, userIds } = key;
  return { fingerprint, signingFingerprints, emails, userIds };
}

/** Which keys the signature names: fingerprints of 40 or key ids of 16 upper-case hex digits. Proves nothing. */
export function gpgSignatureIssuer(armored: string): string | null {
  try {
    const signature = readSignature(armored);
    return signature?.issuerFingerprint ?? signature?.issuerKeyId ?? null;
  } catch {
    return null;
  }
}

/** The fingerprint of the key or subkey that made this signature; null where none of this key did. */
export function verifyGpgSignature(
  payload: Buffer,
  armored: string,
  armoredKey: string,
): { fingerprint: string } | null {
  try {
    const signature = readSignature(armored);
    const key = readKey(armoredKey);
    if (signature === null || key === null || key.isRevoked) return null;
    const signer = key.signing.find(({ packet, expiresAfter }) => {
      const wasValid = expiresAfter === 0 || signature.createdAt < packet.createdAt + expiresAfter;
      return wasValid && signature.createdAt >= packet.createdAt && isSignedBy(signature, packet, payload);
    });
    return signer ? { fingerprint: signer.packet.fingerprint } : null;
  } catch {
    return null;
  }
}

/** Of a document, alone: what holds several proves nothing. */
function readSignature(armored: string): PgpSignature | null {
  const bytes = armoredBytes(armored, 'PGP SIGNATURE') ?? armoredBytes(armored, 'PGP MESSAGE');
  const packets = bytes === null ? [] : readPackets(bytes);
  const [packet] = packets;
  if (packets.length !== 1 || packet?.tag !== TAGS.signature) return null;
  const signature = readSignaturePacket(packet.body);
  return signature?.type === 0 ? signature : null;
}

/** The primary key, and each user ID or subkey with the signatures that follow it. */
function readKey(armored: string): ReadKey | null {
  try {
    const bytes = armoredBytes(armored, 'PGP PUBLIC KEY BLOCK');
    const [first, ...rest] = bytes === null ? [] : readPackets(bytes);
    const primary = first?.tag === TAGS.publicKey ? readKeyPacket(first.body) : null;
    if (!primary || rest.some(({ tag }) => tag === TAGS.publicKey)) return null;
    const groups: { head: Packet | null; signatures: PgpSignature[] }[] = [{ head: null, signatures: [] }];
    for (const packet of rest) {
      if (packet.tag === TAGS.signature) {
        const signature = readSignaturePacket(packet.body);
        if (signature) groups.at(-1)?.signatures.push(signature);
      } else groups.push({ head: packet, signatures: [] });
    }
    return assemble(primary, groups);
  } catch {
    return null;
  }
}

const keyData = ({ body }: PgpKeyPacket) =>
  Buffer.concat([Buffer.from([0x99, body.length >> 8, body.length & 0xff]), body]);

function userData(body: Buffer): Buffer {
  const length = Buffer.alloc(5);
  length[0] = 0xb4;
  length.writeUInt32BE(body.length, 1);
  return Buffer.concat([length, body]);
}

function assemble(
  primary: PgpKeyPacket,
  groups: readonly { head: Packet | null; signatures: PgpSignature[] }[],
): ReadKey {
  const own = keyData(primary);
  const isRevoked = groups.some(({ head, signatures }) =>
    signatures.some((each) => head === null && each.type === TYPES.keyRevocation && isSignedBy(each, primary, own)),
  );
  const signing: SigningKey[] = [];
  const userIds: string[] = [];
  let primarySelf: PgpSignature | undefined;
  for (const { head, signatures } of groups) {
    if (head?.tag === TAGS.userId) {
      const data = Buffer.concat([own, userData(head.body)]);
      const valid = signatures.filter((each) => isSignedBy(each, primary, data));
      if (valid.some((each) => each.type === TYPES.userRevocation)) continue;
      const self = newest(valid.filter(({ type }) => type >= 0x10 && type <= 0x13));
      if (!self) continue;
      userIds.push(head.body.toString('utf8'));
      primarySelf = newest([self, ...(primarySelf ? [primarySelf] : [])]);
    } else if (head?.tag === TAGS.publicSubkey) {
      const subkey = signingSubkey(primary, head.body, signatures);
      if (subkey) signing.push(subkey);
    }
  }
  const maySign = ((primarySelf?.keyFlags ?? MAY_SIGN) & MAY_SIGN) !== 0;
  if (primarySelf && maySign && primary.key)
    signing.unshift({ packet: primary, expiresAfter: primarySelf.keyExpiresAfter });
  return {
    fingerprint: primary.fingerprint,
    signingFingerprints: signing.map(({ packet }) => packet.fingerprint),
    emails: [...new Set(userIds.flatMap((id) => emailOf(id) ?? []))],
    userIds,
    signing,
    isRevoked,
  };
}

const newest = (signatures: readonly PgpSignature[]): PgpSignature | undefined =>
  signatures.toSorted((a, b) => b.createdAt - a.createdAt)[0];

/** Bound to the primary key by both: nobody adopts the subkey of somebody else. */
function signingSubkey(primary: PgpKeyPacket, body: Buffer, signatures: readonly PgpSignature[]): SigningKey | null {
  const packet = readKeyPacket(body);
  if (!packet?.key) return null;
  const data = Buffer.concat([keyData(primary), keyData(packet)]);
  const valid = signatures.filter((each) => isSignedBy(each, primary, data));
  if (valid.some((each) => each.type === TYPES.subkeyRevocation)) return null;
  const binding = newest(valid.filter((each) => each.type === TYPES.binding));
  if (!binding || ((binding.keyFlags ?? 0) & MAY_SIGN) === 0 || binding.embedded === null) return null;
  const back = readSignaturePacket(binding.embedded);
  if (back?.type !== TYPES.primaryBinding || !isSignedBy(back, packet, data)) return null;
  return { packet, expiresAfter: binding.keyExpiresAfter };
}

function emailOf(userId: string): string | undefined {
  const open = userId.lastIndexOf('<');
  const address = open < 0 ? userId : userId.slice(open + 1, userId.indexOf('>', open));
  return /^[^\s<>@]+@[^\s<>@]+$/.test(address) ? address.toLowerCase() : undefined;
}
