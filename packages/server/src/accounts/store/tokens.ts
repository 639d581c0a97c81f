import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { PersonalAccessTokenTable } from '../tables.ts';
import type { UserRow } from './users.ts';

export type TokenRow = Selectable<PersonalAccessTokenTable>;

type Database = Db | Tx;

export function insertToken(db: Database, values: Insertable<PersonalAccessTokenTable>): Promise<TokenRow> {
  return db.insertInto('personal_access_tokens').values(values).returningAll().executeTakeFirstOrThrow();
}

export type TokenWithUser = {
  token_id: number;
  scopes: string[];
  token_last_used_at: Date | null;
  impersonator_id: number | null;
} & Pick<UserRow, 'id' | 'username' | 'name' | 'email' | 'is_admin' | 'is_external' | 'kind' | 'last_activity_on'>;

/** The living token with this digest and its active owner, in one indexed query. `today` is `YYYY-MM-DD`. */
export function findLivingToken(db: Database, digest: Buffer, today: string): Promise<TokenWithUser | undefined> {
  return db
    .selectFrom('personal_access_tokens as token')
    .innerJoin('users as owner', 'owner.id', 'token.user_id')
    .select([
      'token.id as token_id',
      'token.scopes',
      'token.impersonator_id',
      'token.last_used_at as token_last_used_at',
      'owner.id',
      'owner.username',
      'owner.name',
      'owner.email',
      'owner.is_admin',
      'owner.is_external',
      'owner.kind',
      'owner.last_activity_on',
    ])
    .where('token.token_digest', '=', digest)
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', today)
    .where('owner.state', '=', 'active')
    .executeTakeFirst();
}

/** Writes the last use, at most once for each `notAfter` window. */
export async function touchToken(db: Database, id: number, now: Date, notAfter: Date): Promise<void> {
  await db
    .updateTable('personal_access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', notAfter)]))
    .execute();
}

export function findTokenById(db: Database, id: number): Promise<TokenRow | undefined> {
  return db.selectFrom('personal_access_tokens').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findTokenByDigest(db: Database, digest: Buffer): Promise<TokenRow | undefined> {
  return db.selectFrom('personal_access_tokens').selectAll().where('token_digest', '=', digest).executeTakeFirst();
}

export function lockToken(db: Database, id: number): Promise<TokenRow | undefined> {
  return db.selectFrom('personal_access_tokens').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Marks a living token revoked; false when it was revoked before. */
export async function revokeTokenRow(db: Database, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('personal_access_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Revokes everything that was made from this token by rotation; returns the ids. */
export async function revokeDescendants(db: Database, id: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive family as (
      select id from personal_access_tokens where rotated_from_id = ${id}
      union all
      select child.id from personal_access_tokens child join family on child.rotated_from_id = family.id
    )
    update personal_access_tokens set revoked_at = ${now}
    where id in (select id from family) and revoked_at is null returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Of these users, those with a token that works. `today` is `YYYY-MM-DD`. */
export async function ownersOfLivingTokens(
  db: Database,
  userIds: readonly number[],
  today: string,
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('personal_access_tokens')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...userIds])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', today)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export type TokenFilter = {
  id?: number | undefined;
  /** Those by which administrators act as the user, and only those. */
  isImpersonation?: boolean | undefined;
  userId?: number | undefined;
  /** Only those of these users. */
  userIds?: readonly number[] | undefined;
  isRevoked?: boolean | undefined;
  state?: 'active' | 'inactive' | undefined;
  createdBefore?: Date | undefined;
  createdAfter?: Date | undefined;
  lastUsedBefore?: Date | undefined;
  lastUsedAfter?: Date | undefined;
  expiresBefore?: string | undefined;
  expiresAfter?: string | undefined;
  search?: string | undefined;
};

export type TokenSort =
  | 'created_asc'
  | 'created_desc'
  | 'expires_asc'
  | 'expires_desc'
  | 'last_used_asc'
  | 'last_used_desc'
  | 'name_asc'
  | 'name_desc';

const SORT_COLUMNS = {
  created: 'created_at',
  expires: 'expires_at',
  last_used: 'last_used_at',
  name: 'name',
} as const;

function filtered(db: Database, filter: TokenFilter, today: string) {
  let query = db.selectFrom('personal_access_tokens').where('is_impersonation', '=', filter.isImpersonation ?? false);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.userIds) query = query.where('user_id', 'in', filter.userIds.length > 0 ? [...filter.userIds] : [0]);
  if (filter.isRevoked !== undefined) query = query.where('revoked_at', filter.isRevoked ? 'is not' : 'is', null);
  if (filter.state === 'active') query = query.where('revoked_at', 'is', null).where('expires_at', '>', today);
  if (filter.state === 'inactive') {
    query = query.where((eb) => eb.or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', today)]));
  }
  if (filter.createdBefore) query = query.where('created_at', '<', filter.createdBefore);
  if (filter.createdAfter) query = query.where('created_at', '>', filter.createdAfter);
  if (filter.lastUsedBefore) query = query.where('last_used_at', '<', filter.lastUsedBefore);
  if (filter.lastUsedAfter) query = query.where('last_used_at', '>', filter.lastUsedAfter);
  if (filter.expiresBefore) query = query.where('expires_at', '<', filter.expiresBefore);
  if (filter.expiresAfter) query = query.where('expires_at', '>', filter.expiresAfter);
  if (filter.search) {
    query = query.where(sql<boolean>`position(lower(${filter.search}) in lower(name)) > 0`);
  }
  return query;
}

export async function listTokenRows(
  db: Database,
  filter: TokenFilter,
  options: { sort: TokenSort; today: string; limit: number; offset: number },
): Promise<{ rows: TokenRow[]; total: number }> {
  const cut = options.sort.lastIndexOf('_');
  const column = SORT_COLUMNS[options.sort.slice(0, cut) as keyof typeof SORT_COLUMNS];
  const direction = options.sort.endsWith('_asc') ? 'asc' : 'desc';
  const rows = await filtered(db, filter, options.today)
    .selectAll()
    .orderBy(column, (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .orderBy('id', direction)
    .limit(options.limit)
    .offset(options.offset)
    .execute();
  const count = await filtered(db, filter, options.today)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: count.count };
}
