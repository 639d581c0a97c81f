import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import type { Ability } from '../platform/policy/permissions.ts';
import { can, INSTANCE, type PolicySubject } from '../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../projects/index.ts';
import { type HookOwner, type HookRow, hookOf } from './store/hook-store.ts';

/** Where a webhook belongs, with what the policy needs. */
export type HookHome = { owner: HookOwner; policy: PolicySubject; read: Ability; admin: Ability };

export async function getHookHome(ctx: Context, owner: HookOwner): Promise<HookHome> {
  if (owner.kind === 'instance') return { owner, policy: INSTANCE, read: 'read_settings', admin: 'administer' };
  if (owner.kind === 'project') {
    const { policy } = await getProjectAccess(ctx, owner.id);
    return { owner, policy, read: 'read_hooks', admin: 'admin_hooks' };
  }
  const { namespace, policy } = await getNamespaceAccess(ctx, owner.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { owner, policy, read: 'read_group_hooks', admin: 'admin_group_hooks' };
}

export type LoadedHook = { home: HookHome; hook: HookRow };

/** Nobody learns which hooks there are without the right to read them. */
export async function loadHook(ctx: Context, input: { owner: HookOwner; hookId: number }): Promise<LoadedHook> {
  const home = await getHookHome(ctx, input.owner);
  const hook = await hookOf(ctx.db, home.owner, input.hookId);
  if (!hook || can(ctx.actor, home.read, home.policy)) throw new AppError('not_found', { resource: 'Hook' });
  return { home, hook };
}

/** Records what happened to a hook where it belongs. */
export function auditHook(
  ctx: Context,
  owner: HookOwner,
  act: 'created' | 'updated' | 'deleted' | 'disabled' | 'tested' | 'resent',
  details: Record<string, unknown>,
): Promise<void> {
  if (owner.kind === 'instance') return audit(ctx, `system_hook.${act}`, { type: 'instance', id: 1 }, details);
  return audit(ctx, `hook.${act}`, { type: owner.kind, id: owner.id }, details);
}
