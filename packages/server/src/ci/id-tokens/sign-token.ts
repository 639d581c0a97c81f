import { createHash, createPrivateKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type Context, transact } from '../../platform/context.ts';
import { addFirstKey, findSigningKey, listPublicKeys } from './signing-key-store.ts';
import type { PublicKey } from './tables.ts';

const PURPOSE = 'ci-signing-key';
const BITS = 2_048;
const generate = promisify(generateKeyPair);

type Signer = { kid: string; key: KeyObject };

/** The key that signs; made when it is needed first. */
async function signer(ctx: Context): Promise<Signer> {
  const found = (await findSigningKey(ctx.db)) ?? (await createKey(ctx));
  return { kid: found.kid, key: createPrivateKey(ctx.secrets.decrypt(PURPOSE, found.sealedKey)) };
}

async function createKey(ctx: Context) {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: BITS });
  const { n = '', e = '', kty = 'RSA' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  const sealedKey = ctx.secrets.encrypt(PURPOSE, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const entry: PublicKey = { kty, n, e, kid, use: 'sig', alg: 'RS256' };
  await transact(ctx, (inner) => addFirstKey(inner.db, { kid, sealedKey, publicKey: entry }));
  const stored = await findSigningKey(ctx.db);
  if (!stored) throw new Error('a signing key was not stored');
  return stored;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON web token with these claims. */
export async function signToken(ctx: Context, claims: Record<string, unknown>): Promise<string> {
  const { kid, key } = await signer(ctx);
  const text = `${encode({ typ: 'JWT', alg: 'RS256', kid })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** What others verify ID tokens with. */
export const publicKeys = async (ctx: Pick<Context, 'db'>): Promise<{ keys: PublicKey[] }> => ({
  keys: await listPublicKeys(ctx.db),
});
