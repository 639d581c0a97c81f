import type {
  ProtectEnvironmentInput,
  UpdateProtectedEnvironmentInput,
} from '@tributary/contract/environments/protection.ts';
import { TIERS } from '@tributary/contract/environments/status.ts';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, type PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import { releaseApproved } from '../../approvals/operations/release-approved.ts';
import type { EnvironmentProtection } from '../rules/protection.ts';
import {
  deleteProtection,
  insertProtection,
  listProtections,
  type ProtectionOwner,
  saveAccess,
  setRequiredApprovals,
} from '../store/protection-store.ts';
import { accessChanges } from './checked-entries.ts';

const PROTECTED_ENVIRONMENT_RESOURCE = 'ProtectedEnvironment';

type Loaded = { policy: PolicySubject };

const load = async (ctx: Context, { owner }: { owner: ProtectionOwner }): Promise<Loaded> =>
  'projectId' in owner ? getProjectAccess(ctx, owner.projectId) : getNamespaceAccess(ctx, owner.namespaceId);

const check = (ctx: Context, { policy }: Loaded, { owner }: { owner: ProtectionOwner }) =>
  can(ctx.actor, 'projectId' in owner ? 'admin_protected_environments' : 'admin_group_protected_environments', policy);

export async function getProtection(
  ctx: Context,
  owner: ProtectionOwner,
  name: string,
): Promise<EnvironmentProtection> {
  const found = (await listProtections(ctx.db, owner)).find((each) => each.name === name);
  if (!found) throw new AppError('not_found', { resource: PROTECTED_ENVIRONMENT_RESOURCE });
  return found;
}

async function record(
  ctx: Context,
  owner: ProtectionOwner,
  action: 'created' | 'updated' | 'deleted',
  protection: EnvironmentProtection,
) {
  const texts = (entries: EnvironmentProtection['deploy']) =>
    entries.map(({ level, userId, groupId }) =>
      userId === null ? (groupId === null ? `level ${level ?? 0}` : `group ${groupId}`) : `user ${userId}`,
    );
  const subject =
    'projectId' in owner
      ? ({ type: 'project', id: owner.projectId } as const)
      : ({ type: 'group', id: owner.namespaceId } as const);
  await releaseApproved(ctx, owner);
  await audit(ctx, `protected_environment.${action}`, subject, {
    name: protection.name,
    deploy: texts(protection.deploy),
    approval: protection.approval.map((rule, index) => `${texts(protection.approval)[index]}: ${rule.required}`),
    requiredApprovals: protection.requiredApprovals,
  });
  if ('projectId' in owner) {
    await publish(ctx, `project:${owner.projectId}`, 'protection_changed', { projectId: owner.projectId });
  }
}

type Inputs = Pick<UpdateProtectedEnvironmentInput, 'deploy_access_levels' | 'approval_rules'>;

async function saveEntries(ctx: Context, owner: ProtectionOwner, before: EnvironmentProtection, inputs: Inputs) {
  const { deploy_access_levels: deploy, approval_rules: approval } = inputs;
  if (deploy) {
    const wanted = { kind: 'deploy', inputs: deploy, field: 'deploy_access_levels' } as const;
    await saveAccess(ctx.db, before.id, await accessChanges(ctx, owner, before.deploy, wanted));
  }
  if (approval) {
    const wanted = { kind: 'approval', inputs: approval, field: 'approval_rules' } as const;
    await saveAccess(ctx.db, before.id, await accessChanges(ctx, owner, before.approval, wanted));
  }
  const after = await getProtection(ctx, owner, before.name);
  if (after.deploy.length === 0) failFields({ deploy_access_levels: ["can't be blank"] });
  return after;
}

/** A project protects an environment by name, also one that does not exist yet; a group protects a tier. */
export const protectEnvironment = defineOperation<
  ProtectEnvironmentInput & { owner: ProtectionOwner },
  Loaded,
  EnvironmentProtection
>({
  name: 'protected_environment.create',
  load,
  check,
  run: async (ctx, _access, { owner, name, required_approval_count: count = 0, ...inputs }) => {
    if ('namespaceId' in owner && !TIERS.some((tier) => tier === name)) {
      failFields({ name: [`must be one of environment tiers: ${TIERS.join(', ')}.`] });
    }
    if ((await listProtections(ctx.db, owner)).some((each) => each.name === name)) {
      throw new AppError('environment_protection_exists');
    }
    await insertProtection(ctx.db, owner, { name, requiredApprovals: count });
    const protection = await saveEntries(ctx, owner, await getProtection(ctx, owner, name), inputs);
    await record(ctx, owner, 'created', protection);
    return protection;
  },
});

type Which = { owner: ProtectionOwner; name: string };

export const updateProtectedEnvironment = defineOperation<
  UpdateProtectedEnvironmentInput & Which,
  Loaded,
  EnvironmentProtection
>({
  name: 'protected_environment.update',
  load,
  check,
  run: async (ctx, _access, { owner, name, required_approval_count: count, ...inputs }) => {
    const before = await getProtection(ctx, owner, name);
    if (count !== undefined) await setRequiredApprovals(ctx.db, before.id, count);
    const protection = await saveEntries(ctx, owner, before, inputs);
    await record(ctx, owner, 'updated', protection);
    return protection;
  },
});

export const unprotectEnvironment = defineOperation<Which, Loaded, void>({
  name: 'protected_environment.delete',
  load,
  check,
  run: async (ctx, _access, { owner, name }) => {
    const before = await getProtection(ctx, owner, name);
    await deleteProtection(ctx.db, before.id);
    await record(ctx, owner, 'deleted', before);
  },
});
