import { readCiSettings, type VariablesRole } from '@tributary/contract/ci/ci-settings.ts';
import { type Refusal, refuse } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { can, isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { canChangeTag, canPushToBranch, mergeLevelAllows } from '../../repositories/index.ts';

/**
 * Why the actor cannot run jobs on a ref, or null. Jobs of a protected branch need the right to push or merge to it, those of a
 * protected tag the right to create it: they get the protected variables.
 */
export async function runRefusal(
  ctx: Context,
  access: ProjectAccess,
  { ref, isTag }: { ref: string; isTag: boolean },
): Promise<Refusal | null> {
  const denied = can(ctx.actor, 'update_pipeline', featureOf(access, 'repository'));
  if (denied) return denied;
  if (isTag) return canChangeTag(ctx, access, ref, 'create');
  if (await mergeLevelAllows(ctx, access, ref)) return null;
  return canPushToBranch(ctx, access, ref);
}

export const mayRunJobs = async (
  ctx: Context,
  access: ProjectAccess,
  ref: { ref: string; isTag: boolean },
): Promise<boolean> => (await runRefusal(ctx, access, ref)) === null;

/** What the roles may do that no lower role may. */
const ABILITY_OF = {
  maintainer: 'admin_project_variables',
  owner: 'move_project',
} as const satisfies Partial<Record<VariablesRole, string>>;

/** Whether the actor, who may run jobs, can pass variables to a pipeline or a job. */
export function mayPassVariables(ctx: Context, { project, policy }: ProjectAccess): boolean {
  const { ci_pipeline_variables_minimum_override_role: role } = readCiSettings(project.ci_settings);
  if (role === 'developer') return true;
  return role !== 'no_one_allowed' && isAllowed(ctx.actor, ABILITY_OF[role], policy);
}

export const variablesRefusal = (ctx: Context, access: ProjectAccess, variables: readonly unknown[]): Refusal | null =>
  variables.length === 0 || mayPassVariables(ctx, access) ? null : refuse('pipeline_variables_not_allowed');
