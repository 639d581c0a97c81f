import { parseSshPublicKey } from '@tributary/git';
import type { AuthContext, utils } from 'ssh2';
import type { Context } from '../../platform/context.ts';
import { isKnownKey, noteKeyUse } from './key-holder.ts';

/** Everybody is this user; the key tells who it is. */
const LOGIN = 'git';
/** Signatures with RSA name their hash; the one without a name is SHA-1, which proves nothing any more. */
const RSA_HASHES: ReadonlySet<string | undefined> = new Set(['sha256', 'sha512']);

export type Proof = { result: 'refused' } | { result: 'offered' } | { result: 'proven'; fingerprint: string };
const REFUSED: Proof = { result: 'refused' };

/** A client first offers a key, and signs with it once it hears that the key is known. */
export async function checkProof(ctx: Context, attempt: AuthContext, parseKey: typeof utils.parseKey): Promise<Proof> {
  if (attempt.method !== 'publickey' || attempt.username !== LOGIN) return REFUSED;
  const { algo, data } = attempt.key;
  if (algo === 'ssh-rsa' && !RSA_HASHES.has(attempt.hashAlgo)) return REFUSED;
  const key = parseSshPublicKey(`${algo} ${data.toString('base64')}`);
  if (!key || !(await isKnownKey(ctx, key.fingerprint))) return REFUSED;
  if (!attempt.signature) return { result: 'offered' };
  const parsed = parseKey(key.text);
  if (parsed instanceof Error || !attempt.blob) return REFUSED;
  // A signature that cannot be read gives an Error, whatever its type says.
  const isRight: unknown = parsed.verify(attempt.blob, attempt.signature, attempt.hashAlgo);
  if (isRight !== true) return REFUSED;
  await noteKeyUse(ctx, key.fingerprint);
  return { result: 'proven', fingerprint: key.fingerprint };
}
