import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import { INSTANCE, type PolicySubject } from '../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../projects/index.ts';

/** Where variables belong: to a project, to a group or to the instance. */
export type VariableOwner = { kind: 'project' | 'group'; id: number } | { kind: 'instance' };

export type VariableHome = { owner: VariableOwner; policy: PolicySubject; admin: Ability };

export async function getVariableHome(ctx: Context, owner: VariableOwner): Promise<VariableHome> {
  if (owner.kind === 'instance') return { owner, policy: INSTANCE, admin: 'administer' };
  if (owner.kind === 'project') {
    const { policy } = await getProjectAccess(ctx, owner.id);
    return { owner, policy, admin: 'admin_project_variables' };
  }
  const { namespace, policy } = await getNamespaceAccess(ctx, owner.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { owner, policy, admin: 'admin_group_variables' };
}

/** Records what happened to a variable where it belongs, without its value. */
export function auditVariable(
  ctx: Context,
  owner: VariableOwner,
  act: 'created' | 'updated' | 'deleted',
  details: { key: string; environment_scope: string; changed?: string[] },
): Promise<void> {
  const target = owner.kind === 'instance' ? { type: 'instance', id: 1 } : { type: owner.kind, id: owner.id };
  return audit(ctx, `ci_variable.${act}`, target, details);
}
