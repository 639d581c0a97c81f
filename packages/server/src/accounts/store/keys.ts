import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import type { UserGpgKeyTable, UserSshKeyTable } from '../tables.ts';

type Database = Db | Tx;
export type SshKeyRow = Selectable<UserSshKeyTable>;
export type GpgKeyRow = Selectable<UserGpgKeyTable>;

const TAKEN = 'has already been taken';
for (const name of ['user_ssh_keys_fingerprint_key', 'user_gpg_keys_fingerprint_key'])
  describeConstraint(name, { code: 'validation_failed', field: 'key', message: TAKEN });

export function listSshKeyRows(db: Database, userId: number): Promise<SshKeyRow[]> {
  return db.selectFrom('user_ssh_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function listGpgKeyRows(db: Database, userId: number): Promise<GpgKeyRow[]> {
  return db.selectFrom('user_gpg_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export function findSshKeyRow(db: Database, id: number): Promise<SshKeyRow | undefined> {
  return db.selectFrom('user_ssh_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertSshKey(db: Database, values: Insertable<UserSshKeyTable>): Promise<SshKeyRow> {
  return db.insertInto('user_ssh_keys').values(values).returningAll().executeTakeFirstOrThrow();
}

export function insertGpgKey(db: Database, values: Insertable<UserGpgKeyTable>): Promise<GpgKeyRow> {
  return db.insertInto('user_gpg_keys').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined when the user has no such key. */
export function deleteSshKeyRow(db: Database, userId: number, id: number): Promise<SshKeyRow | undefined> {
  return db
    .deleteFrom('user_ssh_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
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
  return db
    .selectFrom('user_ssh_keys')
    .selectAll()
    .where('fingerprint', 'in', [...fingerprints])
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
