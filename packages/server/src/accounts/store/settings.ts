import { type Db, sql, type Tx } from '../../platform/db/database.ts';

export async function readSettingValues(db: Db | Tx): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('application_settings').select('values').where('id', '=', 1).executeTakeFirst();
  return row?.values ?? {};
}

/** As readSettingValues, held until the transaction ends. */
export async function lockSettingValues(db: Db | Tx): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('application_settings')
    .select('values')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirst();
  return row?.values ?? {};
}

export async function writeSettingValues(db: Db | Tx, values: Record<string, unknown>, now: Date): Promise<void> {
  await db
    .updateTable('application_settings')
    .set({ values: JSON.stringify(values), updated_at: now })
    .where('id', '=', 1)
    .execute();
}

export async function serverVersion(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? 'unknown';
}
