import type { Extensions } from '../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { AccessRequestTable } from '../tables.ts';
import type { MemberContainer } from './member-store.ts';

export type AccessRequestRow = Selectable<AccessRequestTable>;

const columnOf = (place: MemberContainer) => (place.kind === 'project' ? 'project_id' : 'namespace_id');

export function insertAccessRequest(
  db: Db | Tx,
  place: MemberContainer,
  values: { user_id: number; requested_at: Date },
): Promise<AccessRequestRow> {
  return db
    .insertInto('access_requests')
    .values({ project_id: null, namespace_id: null, [columnOf(place)]: place.id, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Held until the transaction ends. */
export function lockAccessRequest(
  db: Db | Tx,
  place: MemberContainer,
  userId: number,
): Promise<AccessRequestRow | undefined> {
  return db
    .selectFrom('access_requests')
    .selectAll()
    .where(columnOf(place), '=', place.id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function isAccessRequested(db: Db | Tx, place: MemberContainer, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('access_requests')
    .select('id')
    .where(columnOf(place), '=', place.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAccessRequestRow(db: Db | Tx, place: MemberContainer, userId: number): Promise<void> {
  await db.deleteFrom('access_requests').where(columnOf(place), '=', place.id).where('user_id', '=', userId).execute();
}

/** Of users who can sign in, the oldest first. */
export async function listAccessRequestRows(
  db: Db | Tx,
  place: MemberContainer,
  page: { offset: number; limit: number },
): Promise<{ rows: AccessRequestRow[]; total: number }> {
  const query = db
    .selectFrom('access_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where(`r.${columnOf(place)}`, '=', place.id)
    .where('u.state', '=', 'active');
  const rows = await query.selectAll('r').orderBy('r.id').limit(page.limit).offset(page.offset).execute();
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export const membersAccessRequestStore: Extensions = [
  describeConstraint('access_requests_namespace_user_key', { code: 'access_request_exists' }),
  describeConstraint('access_requests_project_user_key', { code: 'access_request_exists' }),
];
