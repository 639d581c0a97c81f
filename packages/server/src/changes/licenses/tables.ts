import type { LicenseStatus } from '@tributary/contract/licenses/policy.ts';
import type { Generated } from 'kysely';

export type LicensePolicyTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  approval_status: LicenseStatus;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    license_policies: LicensePolicyTable;
  }
}
