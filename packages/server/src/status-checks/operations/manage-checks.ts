import type { ChangeStatusCheckInput, StatusCheckInput } from '@tributary/contract/status-checks/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { readinessChanged } from '../../merge-requests/index.ts';
import { actorId } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { addJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { outboundUrlProblem } from '../../platform/outbound/outbound.ts';
import { changeGates, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { listProtectionRules } from '../../repositories/index.ts';
import { canManageChecks } from '../abilities.ts';
import { askAboutOpenJob } from '../jobs/ask-services.ts';
import { sealSecret } from '../secret.ts';
import {
  deleteCheck,
  findCheck,
  insertCheck,
  putCheckBranches,
  type StatusCheckRow,
  updateCheck,
} from '../store/checks.ts';

export const CHECK_RESOURCE = 'Status check';

type Input = ChangeStatusCheckInput & { projectId: number };

const load = (ctx: Context, { projectId }: { projectId: number }) => getProjectAccess(ctx, projectId);
const check = (ctx: Context, access: ProjectAccess) => canManageChecks(ctx.actor, access);

export async function getCheck(ctx: Context, projectId: number, id: number): Promise<StatusCheckRow> {
  const found = await findCheck(ctx.db, projectId, id);
  if (!found) throw new AppError('not_found', { resource: CHECK_RESOURCE });
  return found;
}

async function finish(ctx: Context, action: 'created' | 'updated' | 'deleted', row: StatusCheckRow): Promise<void> {
  const { project_id: projectId, name, external_url: url, branchIds } = row;
  const details = { name, external_url: url, protected_branches: branchIds, hmac: row.secret_sealed !== null };
  await audit(ctx, `status_check.${action}`, { type: 'project', id: projectId }, details);
  await readinessChanged(ctx, { projectId }, 'status_checks');
  // Open pages of the project look again.
  await publish(ctx, `project:${projectId}`, 'approval_rules_changed', { projectId });
}

function columnsOf(ctx: Context, input: Input) {
  const { name, external_url: url, shared_secret: secret } = input;
  const problem = url === undefined ? null : outboundUrlProblem(ctx, url);
  const fields = {
    ...(name?.trim() === '' && { name: ['Please provide a name.'] }),
    ...(problem !== null && { external_url: [`Please provide a valid URL. ${problem}`] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(url !== undefined && { external_url: url }),
    ...(secret !== undefined && { secret_sealed: secret === null || secret === '' ? null : sealSecret(ctx, secret) }),
  };
}

async function writeBranches(ctx: Context, projectId: number, id: number, ids: readonly number[] | undefined) {
  if (ids === undefined) return;
  const known = new Set((await listProtectionRules(ctx.db, projectId)).map((rule) => rule.id));
  if (ids.some((each) => !known.has(each))) {
    const fields = { protected_branch_ids: ['Please select a valid target branch'] };
    throw new AppError('validation_failed', {}, { fields });
  }
  await putCheckBranches(ctx.db, id, ids);
}

async function askOpen(ctx: Context, { id, project_id: projectId }: StatusCheckRow): Promise<void> {
  const payload = { projectId, checkId: id, actorId: actorId(ctx.actor) ?? null };
  await addJob(ctx, askAboutOpenJob, payload, { key: `ask-status-check:${id}` });
}

export const createCheck = defineOperation<StatusCheckInput & { projectId: number }, ProjectAccess, StatusCheckRow>({
  name: 'status_check.create',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, input) => {
    const { projectId } = input;
    await changeGates(ctx, projectId);
    const id = await insertCheck(ctx.db, {
      name: input.name,
      external_url: input.external_url,
      secret_sealed: null,
      ...columnsOf(ctx, input),
      project_id: projectId,
    });
    await writeBranches(ctx, projectId, id, input.protected_branch_ids);
    const row = await getCheck(ctx, projectId, id);
    await finish(ctx, 'created', row);
    await askOpen(ctx, row);
    return row;
  },
});

export const changeCheck = defineOperation<Input & { checkId: number }, ProjectAccess, StatusCheckRow>({
  name: 'status_check.update',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, input) => {
    const { projectId, checkId } = input;
    await changeGates(ctx, projectId);
    await getCheck(ctx, projectId, checkId);
    await updateCheck(ctx.db, checkId, columnsOf(ctx, input));
    await writeBranches(ctx, projectId, checkId, input.protected_branch_ids);
    const row = await getCheck(ctx, projectId, checkId);
    await finish(ctx, 'updated', row);
    await askOpen(ctx, row);
    return row;
  },
});

export const removeCheck = defineOperation<{ projectId: number; checkId: number }, ProjectAccess, void>({
  name: 'status_check.delete',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, _access, { projectId, checkId }) => {
    await changeGates(ctx, projectId);
    const row = await getCheck(ctx, projectId, checkId);
    await deleteCheck(ctx.db, row.id);
    await finish(ctx, 'deleted', row);
  },
});
