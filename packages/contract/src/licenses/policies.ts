import { z } from 'zod';
import { LICENSE_STATUSES, type LicenseStatus } from './policy.ts';

/** Older clients say approved and blacklisted. */
const status = z
  .enum([...LICENSE_STATUSES, 'approved', 'blacklisted'])
  .transform((value): LicenseStatus => (value === 'allowed' || value === 'approved' ? 'allowed' : 'denied'));

const name = z.string().trim().min(1).max(255);

export const licensePolicyInput = z.strictObject({ name, approval_status: status });
export const changeLicensePolicyInput = z.strictObject({ approval_status: status });

export const restLicensePolicy = z.strictObject({
  id: z.number(),
  name: z.string(),
  approval_status: z.enum(LICENSE_STATUSES),
});
export type RestLicensePolicy = z.output<typeof restLicensePolicy>;
