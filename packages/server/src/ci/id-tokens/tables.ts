import type { Generated, JSONColumnType } from 'kysely';

/** A public key as JWKS lists have it. */
export type PublicKey = { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_signing_keys: {
      kid: string;
      sealed_key: string;
      public_jwk: JSONColumnType<PublicKey>;
      created_at: Generated<Date>;
    };
  }
}
