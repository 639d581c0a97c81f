import { type Db, sql, type Tx } from '../../platform/db/database.ts';

type Database = Db | Tx;

/** Writes the time step of an accepted code; false when that step (or a later one) was accepted before. */
export async function acceptStep(db: Database, userId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ otp_last_step: step })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('otp_last_step', 'is', null), eb('otp_last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Uses up a recovery code; false when there is none of this digest or it was used. */
export async function spendRecoveryCode(db: Database, userId: number, digest: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('otp_recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_digest', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(db: Database, userId: number, digests: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('otp_recovery_codes').where('user_id', '=', userId).execute();
  if (digests.length === 0) return;
  await db
    .insertInto('otp_recovery_codes')
    .values(digests.map((digest) => ({ user_id: userId, code_digest: digest, used_at: null })))
    .execute();
}

export async function countUnusedRecoveryCodes(db: Database, userId: number): Promise<number> {
  const row = await db
    .selectFrom('otp_recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function clearTwoFactor(db: Database, userId: number, now: Date): Promise<void> {
  await db.deleteFrom('otp_recovery_codes').where('user_id', '=', userId).execute();
  await db
    .updateTable('users')
    .set({ otp_secret_sealed: null, otp_enabled_at: null, otp_last_step: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
