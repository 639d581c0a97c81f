import { AppError, failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { updateProjectRow } from '../../lifecycle/project-store.ts';
import { addToAllowlist, allowlistIds, type AllowlistTarget, removeFromAllowlist } from '../allowlist-store.ts';

/** Projects and groups, each. */
const MAX_TARGETS = 200;

const refusal = (ctx: Context, access: ProjectAccess): Refusal | null =>
  can(ctx.actor, 'admin_job_token_scope', access.policy);

/** Limits the project to job tokens of its own jobs and of those on its allowlist, or opens it to all. */
export const setJobTokenScope = defineOperation<{ projectId: number; isLimited: boolean }, ProjectAccess, void>({
  name: 'job_token_scope.update',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: refusal,
  run: async (ctx, { project }, { isLimited }) => {
    if (project.ci_inbound_job_token_scope_enabled === isLimited) return;
    await updateProjectRow(ctx.db, project.id, { ci_inbound_job_token_scope_enabled: isLimited });
    await emit(ctx, 'project.updated', { projectId: project.id, changed: ['ci_inbound_job_token_scope_enabled'] });
    await audit(ctx, 'job_token_scope.updated', { type: 'project', id: project.id }, { limited: isLimited });
  },
});

type Change = { projectId: number; target: AllowlistTarget };

/** What the actor may not see cannot be added. */
async function loadWithTarget(ctx: Context, { projectId, target }: Change): Promise<ProjectAccess> {
  const access = await getProjectAccess(ctx, projectId);
  if (target.kind === 'project') await getProjectAccess(ctx, target.id);
  else if ((await getNamespaceAccess(ctx, target.id)).namespace.kind !== 'group') {
    throw new AppError('not_found', { resource: 'Group' });
  }
  return access;
}

export const allowJobTokens = defineOperation<Change, ProjectAccess, void>({
  name: 'job_token_scope.allow',
  load: loadWithTarget,
  check: refusal,
  run: async (ctx, { project }, { target }) => {
    const isItself = target.kind === 'project' && target.id === project.id;
    const { total } = await allowlistIds(ctx.db, project.id, target.kind, { offset: 0, limit: 1 });
    if (total >= MAX_TARGETS) failFields({ base: [`The allowlist has ${MAX_TARGETS} ${target.kind}s, the maximum.`] });
    if (isItself || !(await addToAllowlist(ctx.db, project.id, target, actorId(ctx.actor) ?? null))) {
      failFields({ [`target_${target.kind}`]: ['is already in the job token scope'] });
    }
    await audit(ctx, 'job_token_scope.allowed', { type: 'project', id: project.id }, { ...target });
  },
});

/** The target need not be seen: who manages a project may always end what was given there. */
export const disallowJobTokens = defineOperation<Change, ProjectAccess, void>({
  name: 'job_token_scope.disallow',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access, { target }) =>
    refusal(ctx, access) ?? (target.kind === 'project' && target.id === access.project.id ? refuse('forbidden') : null),
  run: async (ctx, { project }, { target }) => {
    if (!(await removeFromAllowlist(ctx.db, project.id, target))) {
      throw new AppError('not_found', { resource: target.kind === 'project' ? 'Project' : 'Group' });
    }
    await audit(ctx, 'job_token_scope.disallowed', { type: 'project', id: project.id }, { ...target });
  },
});
