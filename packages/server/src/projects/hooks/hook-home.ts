import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import { can, INSTANCE, type PolicySubject } from '../../platform/policy/policy.ts';
import { getProjectAccess } from '../access/project-access.ts';
import { type HookRow, hookOf } from './hook-store.ts';

/** Where a webhook belongs: to a project, or to the instance, as a system hook (`projectId` null). */
export type HookHome = { projectId: number | null; policy: PolicySubject; read: Ability; admin: Ability };

export async function getHookHome(ctx: Context, projectId: number | null): Promise<HookHome> {
  if (projectId === null) {
    return { projectId, policy: INSTANCE, read: 'read_settings', admin: 'administer' };
  }
  const { project, policy } = await getProjectAccess(ctx, projectId);
  return { projectId: project.id, policy, read: 'read_hooks', admin: 'admin_hooks' };
}

export type LoadedHook = { home: HookHome; hook: HookRow };

/** Nobody learns which hooks there are without the right to read them. */
export async function loadHook(ctx: Context, input: { projectId: number | null; hookId: number }): Promise<LoadedHook> {
  const home = await getHookHome(ctx, input.projectId);
  const hook = await hookOf(ctx.db, home.projectId, input.hookId);
  if (!hook || can(ctx.actor, home.read, home.policy)) throw new AppError('not_found', { resource: 'Hook' });
  return { home, hook };
}

/** Records what happened to a hook where it belongs. */
export function auditHook(
  ctx: Context,
  projectId: number | null,
  act: 'created' | 'updated' | 'deleted' | 'disabled' | 'tested' | 'resent',
  details: Record<string, unknown>,
): Promise<void> {
  if (projectId === null) return audit(ctx, `system_hook.${act}`, { type: 'instance', id: 1 }, details);
  return audit(ctx, `hook.${act}`, { type: 'project', id: projectId }, details);
}
