import type { Extensions } from '../../../platform/extensions.ts';
import type { LicenseStatus } from '@tributary/contract/licenses/policy.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import { describeConstraint } from '../../../platform/db/database-errors.ts';
import type { LicensePolicyTable } from '../tables.ts';

type Database = Db | Tx;
export type LicensePolicyRow = Selectable<LicensePolicyTable>;

export async function listPolicies(db: Database, projectIds: readonly number[]): Promise<LicensePolicyRow[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('license_policies')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function findPolicy(db: Database, projectId: number, id: number): Promise<LicensePolicyRow | undefined> {
  return db
    .selectFrom('license_policies')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertPolicy(
  db: Database,
  values: { project_id: number; name: string; approval_status: LicenseStatus },
): Promise<LicensePolicyRow> {
  return db.insertInto('license_policies').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updatePolicy(db: Database, id: number, status: LicenseStatus): Promise<LicensePolicyRow> {
  return db
    .updateTable('license_policies')
    .set({ approval_status: status, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePolicy(db: Database, id: number): Promise<void> {
  await db.deleteFrom('license_policies').where('id', '=', id).execute();
}

export const licensesLicensePolicyStore: Extensions = [
  describeConstraint('license_policies_name_key', { code: 'license_policy_name_taken' }),
];
