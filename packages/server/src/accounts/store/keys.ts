import type { Extensions } from '../../platform/extensions.ts';
import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { UserGpgKeyTable, UserSshKeyTable } from '../tables.ts';

type Database = Db | Tx;
export type SshKeyRow = Selectable<UserSshKeyTable> & {
  /** When it was last used over SSH. */
  last_used_at: Date | null;
};
export type GpgKeyRow = Selectable<UserGpgKeyTable>;

const TAKEN = 'has already been taken';

const sshKeys = (db: Database) =>
  db
    .selectFrom('user_ssh_keys as key')
    .leftJoin('user_ssh_key_uses as use', 'use.key_id', 'key.id')
    .selectAll('key')
    .select('use.last_used_at');

export function listSshKeyRows(db: Database, userId: number): Promise<SshKeyRow[]> {
  return sshKeys(db).where('user_id', '=', userId).orderBy('id').execute();
}

export function listGpgKeyRows(db: Database, userId: number): Promise<GpgKeyRow[]> {
  return db.selectFrom('user_gpg_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findSshKeyRow(db: Database, id: number): Promise<SshKeyRow | undefined> {
  return sshKeys(db).where('id', '=', id).executeTakeFirst();
}

export async function insertSshKey(db: Database, values: Insertable<UserSshKeyTable>): Promise<SshKeyRow> {
  const row = await db.insertInto('user_ssh_keys').values(values).returningAll().executeTakeFirstOrThrow();
  return { ...row, last_used_at: null };
}

export function insertGpgKey(db: Database, values: Insertable<UserGpgKeyTable>): Promise<GpgKeyRow> {
  return db.insertInto('user_gpg_keys').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when the user has no such key. */
export async function deleteSshKeyRow(
  db: Database,
  userId: number,
  id: number,
): Promise<{ fingerprint: string } | undefined> {
  const deleted = await db
    .deleteFrom('user_ssh_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('fingerprint')
    .executeTakeFirst();
  if (deleted) await db.deleteFrom('user_ssh_key_uses').where('key_id', '=', id).execute();
  return deleted;
}

export function deleteGpgKeyRow(db: Database, userId: number, id: number): Promise<GpgKeyRow | undefined> {
  return db
    .deleteFrom('user_gpg_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function listSshKeysByFingerprint(db: Database, fingerprints: readonly string[]): Promise<SshKeyRow[]> {
  if (fingerprints.length === 0) return [];
  return sshKeys(db)
    .where('fingerprint', 'in', [...fingerprints])
    .execute();
}

/** The key with its user, while both give access over SSH. */
export function findLoginKey(db: Database, fingerprint: string, now: Date) {
  return db
    .selectFrom('user_ssh_keys as key')
    .innerJoin('users as owner', 'owner.id', 'key.user_id')
    .leftJoin('user_ssh_key_uses as use', 'use.key_id', 'key.id')
    .select([
      'key.id as key_id',
      'use.last_used_at',
      'owner.id',
      'owner.username',
      'owner.name',
      'owner.email',
      'owner.is_admin',
      'owner.is_external',
      'owner.kind',
      'owner.last_activity_on',
    ])
    .where('key.fingerprint', '=', fingerprint)
    .where('key.usage_type', 'in', ['auth', 'auth_and_signing'])
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
    .where('owner.state', '=', 'active')
    .executeTakeFirst();
}

export async function touchSshKey(db: Database, id: number, now: Date): Promise<void> {
  await db
    .insertInto('user_ssh_key_uses')
    .values({ key_id: id, last_used_at: now })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ last_used_at: now }))
    .execute();
}

/** By ids of 16 digits, of the keys or of subkeys that sign. */
export async function listGpgKeysBySigner(db: Database, keyIds: readonly string[]): Promise<GpgKeyRow[]> {
  if (keyIds.length === 0) return [];
  return db
    .selectFrom('user_gpg_keys')
    .selectAll()
    .where(sql<boolean>`signing_key_ids && ${[...keyIds]}::text[]`)
    .orderBy('id')
    .execute();
}

/** Of all users. */
export async function countSshKeys(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from user_ssh_keys`.execute(db);
  return rows[0]?.count ?? 0;
}

export const accountsKeys: Extensions = [
  () => {
    for (const name of ['user_ssh_keys_fingerprint_key', 'user_gpg_keys_fingerprint_key'])
      describeConstraint(name, { code: 'validation_failed', field: 'key', message: TAKEN })();
  },
];
