import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { UserRow } from './users.ts';

/** Active people who have confirmed one of these addresses (given in lower case). */
export function listUserRowsByConfirmedEmails(db: Db | Tx, emails: readonly string[]): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, 'in', [...emails])
    .where('confirmed_at', 'is not', null)
    .where('state', '=', 'active')
    .execute();
}
