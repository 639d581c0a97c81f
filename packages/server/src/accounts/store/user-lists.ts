import type { UserKind, UserState } from '@tributary/contract/accounts/user-view.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { UserRow } from './users.ts';

type Database = Db | Tx;

export type UserFilter = {
  username?: string | undefined;
  publicEmail?: string | undefined;
  /** Part of the name or username; a whole e-mail address only where `searchesEmails`. */
  search?: string | undefined;
  searchesEmails?: boolean;
  states?: readonly UserState[] | undefined;
  kinds?: readonly UserKind[] | undefined;
  isExternal?: boolean | undefined;
  isAdmin?: boolean | undefined;
  hasTwoFactor?: boolean | undefined;
  /** Only these. */
  ids?: readonly number[] | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Further conditions on rows of `users`. */
  also?: readonly RawBuilder<boolean>[];
  idAfter?: number | undefined;
  idBefore?: number | undefined;
};

export type UserOrder = 'id' | 'name' | 'username' | 'created_at' | 'updated_at';

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (char) => `\\${char}`);
}

function filtered(db: Database, filter: UserFilter) {
  let query = db.selectFrom('users');
  if (filter.username !== undefined) query = query.where(sql`lower(username)`, '=', filter.username.toLowerCase());
  if (filter.publicEmail !== undefined) query = query.where('public_email', '=', filter.publicEmail);
  if (filter.states) query = query.where('state', 'in', [...filter.states]);
  if (filter.kinds) query = query.where('kind', 'in', [...filter.kinds]);
  if (filter.isExternal !== undefined) query = query.where('is_external', '=', filter.isExternal);
  if (filter.isAdmin !== undefined) query = query.where('is_admin', '=', filter.isAdmin);
  if (filter.hasTwoFactor !== undefined) {
    query = query.where('otp_enabled_at', filter.hasTwoFactor ? 'is not' : 'is', null);
  }
  if (filter.ids) query = query.where('id', '=', sql<number>`any(${[...filter.ids]}::bigint[])`);
  if (filter.createdAfter) query = query.where('created_at', '>', filter.createdAfter);
  if (filter.createdBefore) query = query.where('created_at', '<', filter.createdBefore);
  for (const condition of filter.also ?? []) query = query.where(condition);
  if (filter.idAfter !== undefined) query = query.where('id', '>', filter.idAfter);
  if (filter.idBefore !== undefined) query = query.where('id', '<', filter.idBefore);
  const search = filter.search?.trim();
  if (search) {
    const pattern = `%${escapeLike(search.toLowerCase())}%`;
    query = query.where((eb) =>
      eb.or([
        eb(sql`lower(name)`, 'like', pattern),
        eb(sql`lower(username)`, 'like', pattern),
        eb(sql`lower(public_email)`, '=', search.toLowerCase()),
        ...(filter.searchesEmails ? [eb(sql`lower(email)`, 'like', pattern)] : []),
      ]),
    );
  }
  return query;
}

export async function listUserRows(
  db: Database,
  filter: UserFilter,
  options: { orderBy: UserOrder; sort: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const rows = await filtered(db, filter)
    .selectAll()
    .orderBy(options.orderBy, options.sort)
    .orderBy('id', options.sort)
    .limit(options.limit)
    .offset(options.offset)
    .execute();
  const count = await filtered(db, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: count.count };
}

export type UserCountsByKind = Record<
  'all' | 'active' | 'admins' | 'blocked' | 'pending_approval' | 'deactivated' | 'two_factor_disabled' | 'external',
  number
>;

export async function countUsersByKind(db: Database): Promise<UserCountsByKind> {
  const { rows } = await sql<UserCountsByKind>`
    select count(*) as "all",
      count(*) filter (where state = 'active') as active,
      count(*) filter (where is_admin) as admins,
      count(*) filter (where state in ('blocked', 'banned')) as blocked,
      count(*) filter (where state = 'pending_approval') as pending_approval,
      count(*) filter (where state = 'deactivated') as deactivated,
      count(*) filter (where state = 'active' and otp_enabled_at is null) as two_factor_disabled,
      count(*) filter (where is_external) as external
    from users where kind = 'human'`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('counting gave no row');
  return row;
}

export async function listActiveUsers(
  db: Database,
  since: string,
  page: { limit: number; offset: number },
): Promise<{ rows: { username: string; day: string }[]; total: number }> {
  const those = db.selectFrom('users').where('kind', '=', 'human').where('last_activity_on', '>=', since);
  const rows = await those
    .select(['username', sql<string>`last_activity_on::text`.as('day')])
    .orderBy('last_activity_on')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { count } = await those.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}
