import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { PublicKey } from './tables.ts';

export type SigningKey = { kid: string; sealedKey: string };

export async function findSigningKey(db: Db | Tx): Promise<SigningKey | undefined> {
  return db
    .selectFrom('ci_signing_keys')
    .select(['kid', 'sealed_key as sealedKey'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds the first key. Of several processes that try at once, one is first. */
export async function addFirstKey(db: Db | Tx, key: SigningKey & { publicKey: PublicKey }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ci_signing_keys', 0))`.execute(db);
  if (await findSigningKey(db)) return;
  await db
    .insertInto('ci_signing_keys')
    .values({ kid: key.kid, sealed_key: key.sealedKey, public_jwk: JSON.stringify(key.publicKey) })
    .execute();
}

export async function listPublicKeys(db: Db | Tx): Promise<PublicKey[]> {
  const rows = await db.selectFrom('ci_signing_keys').select('public_jwk').orderBy('created_at', 'desc').execute();
  return rows.map((row) => row.public_jwk);
}
