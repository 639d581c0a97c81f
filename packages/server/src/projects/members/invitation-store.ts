import type { Extensions } from '../../platform/extensions.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { InvitationTable } from '../tables.ts';
import type { MemberContainer } from './member-store.ts';

const TAKEN = 'has already been taken';

export type InvitationRow = Selectable<InvitationTable>;

const columnOf = (place: MemberContainer) => (place.kind === 'project' ? 'project_id' : 'namespace_id');

export async function insertInvitation(
  db: Db | Tx,
  place: MemberContainer,
  values: Pick<InvitationRow, 'email' | 'access_level' | 'expires_at' | 'created_by_id' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ project_id: null, namespace_id: null, [columnOf(place)]: place.id, ...values })
    .execute();
}

/** Held until the transaction ends. */
export function lockInvitation(db: Db | Tx, place: MemberContainer, email: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where(columnOf(place), '=', place.id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

export function updateInvitationRow(
  db: Db | Tx,
  id: number,
  changes: { access_level?: number; expires_at?: string | null; created_by_id: number },
): Promise<InvitationRow> {
  return db.updateTable('invitations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteInvitationRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('invitations').where('id', '=', id).execute();
}

/** Takes all that wait for an address, so that each is met once. */
export function takeInvitations(db: Db | Tx, email: string): Promise<InvitationRow[]> {
  return db
    .deleteFrom('invitations')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returningAll()
    .execute();
}

/** The oldest first. */
export async function listInvitationRows(
  db: Db | Tx,
  place: MemberContainer,
  query: { search?: string | undefined; offset: number; limit: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const pattern = `%${(query.search ?? '').replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
  const found = db.selectFrom('invitations').where(columnOf(place), '=', place.id).where('email', 'ilike', pattern);
  const rows = await found.selectAll().orderBy('id').limit(query.limit).offset(query.offset).execute();
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export const membersInvitationStore: Extensions = [
  describeConstraint('invitations_namespace_email_key', {
    code: 'validation_failed',
    field: 'invite_email',
    message: TAKEN,
  }),
  describeConstraint('invitations_project_email_key', {
    code: 'validation_failed',
    field: 'invite_email',
    message: TAKEN,
  }),
];
