import type { Context } from '../../../platform/context.ts';
import { type LicensePolicyRow, listPolicies } from '../store/license-policy-store.ts';

export type { LicensePolicyRow };

/** The licenses that a project allows or denies, by name. */
export async function policiesOf(ctx: Context, projectId: number): Promise<LicensePolicyRow[]> {
  return listPolicies(ctx.db, [projectId]);
}
