import type { Extensions } from '../../platform/extensions.ts';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { RawBuilder } from 'kysely';
import type {} from '../tables.ts';

type Database = Db | Tx;
export type Identity = { provider: string; externUid: string };

/** By user, in the order of their names. */
export async function listIdentities(db: Database, userIds: readonly number[]): Promise<Map<number, Identity[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_identities')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .orderBy('provider')
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map(
    [...byUser].map(([id, those]) => [id, those.map((row) => ({ provider: row.provider, externUid: row.extern_uid }))]),
  );
}

export async function saveIdentity(db: Database, userId: number, identity: Identity): Promise<void> {
  await db
    .insertInto('user_identities')
    .values({ user_id: userId, provider: identity.provider, extern_uid: identity.externUid })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ extern_uid: identity.externUid }))
    .execute();
}

/** False when there was none. */
export async function deleteIdentity(db: Database, userId: number, provider: string): Promise<boolean> {
  const result = await db
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export type IdentityFilter = { provider?: string | undefined; externUid?: string | undefined };

/** Condition on rows of `users`: has this account elsewhere. */
export function hasIdentity({ provider, externUid }: IdentityFilter): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from user_identities i where i.user_id = users.id
    and (${provider ?? null}::text is null or i.provider = ${provider ?? null})
    and (${externUid ?? null}::text is null or i.extern_uid = ${externUid ?? null}))`;
}

export const accountsIdentities: Extensions = [
  describeConstraint('user_identities_uid_key', {
    code: 'validation_failed',
    field: 'extern_uid',
    message: 'has already been taken',
  }),
];
