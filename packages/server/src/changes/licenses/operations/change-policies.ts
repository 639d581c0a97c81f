import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { LicenseStatus } from '@tributary/contract/licenses/policy.ts';
import { readinessChanged } from '../../../merge-requests/index.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { changeGates, featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import {
  deletePolicy,
  findPolicy,
  insertPolicy,
  listPolicies,
  type LicensePolicyRow,
  updatePolicy,
} from '../store/license-policy-store.ts';

/** As many as the settings list. */
const MAX_POLICIES = 100;

type Target = { projectId: number };

const load = (ctx: Context, { projectId }: Target) => getProjectAccess(ctx, projectId);
const check = (ctx: Context, access: ProjectAccess) =>
  can(ctx.actor, 'manage_approval_rules', featureOf(access, 'merge_requests'));

async function getPolicy(ctx: Context, projectId: number, id: number): Promise<LicensePolicyRow> {
  const found = await findPolicy(ctx.db, projectId, id);
  if (!found) throw new AppError('not_found', { resource: 'License policy' });
  return found;
}

async function finish(ctx: Context, action: 'created' | 'updated' | 'deleted', row: LicensePolicyRow): Promise<void> {
  const { project_id: projectId, name, approval_status: status } = row;
  await audit(ctx, `license_policy.${action}`, { type: 'project', id: projectId }, { name, approval_status: status });
  await readinessChanged(ctx, { projectId }, 'policies');
  await publish(ctx, `project:${projectId}`, 'approval_rules_changed', { projectId });
}

export const createPolicy = defineOperation<
  Target & { name: string; status: LicenseStatus },
  ProjectAccess,
  LicensePolicyRow
>({
  name: 'license_policy.create',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, { projectId, name, status }) => {
    await changeGates(ctx, projectId);
    if ((await listPolicies(ctx.db, [projectId])).length >= MAX_POLICIES) {
      failFields({ base: [`There are ${MAX_POLICIES} license policies, the maximum. Remove one first.`] });
    }
    const row = await insertPolicy(ctx.db, { project_id: projectId, name, approval_status: status });
    await finish(ctx, 'created', row);
    return row;
  },
});

export const changePolicy = defineOperation<
  Target & { policyId: number; status: LicenseStatus },
  ProjectAccess,
  LicensePolicyRow
>({
  name: 'license_policy.update',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, { projectId, policyId, status }) => {
    await changeGates(ctx, projectId);
    const before = await getPolicy(ctx, projectId, policyId);
    const row = await updatePolicy(ctx.db, before.id, status);
    await finish(ctx, 'updated', row);
    return row;
  },
});

export const removePolicy = defineOperation<Target & { policyId: number }, ProjectAccess, void>({
  name: 'license_policy.delete',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, { projectId, policyId }) => {
    await changeGates(ctx, projectId);
    const row = await getPolicy(ctx, projectId, policyId);
    await deletePolicy(ctx.db, row.id);
    await finish(ctx, 'deleted', row);
  },
});
