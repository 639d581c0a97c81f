import type { RunnerFields } from '@tributary/contract/ci/runners.ts';
import { AppError, refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { QUEUE_TOPIC } from '../../processing/queue-topic.ts';
import { generateRunnerToken } from '../runner-tokens.ts';
import { getOwnedRunner, RUNNER, type RunnerAccess } from '../runner-access.ts';
import {
  assignProject,
  deleteRunner,
  listRunnerProjects,
  type RunnerRow,
  unassignProject,
  updateRunner,
} from '../store/runner-store.ts';
import { checkTags, toColumns } from './create-runner.ts';

type Which = { runnerId: number };

const load = (ctx: Context, { runnerId }: Which) => getOwnedRunner(ctx, runnerId);
const check = (ctx: Context, { policy }: RunnerAccess) => can(ctx.actor, 'admin_runner', policy);

function changed(row: RunnerRow | undefined): RunnerRow {
  if (!row) throw new AppError('not_found', { resource: RUNNER });
  return row;
}

/** Wakes the requests of a runner: it may take other jobs now, or none any more. */
export const announceChange = (ctx: Context, { id }: Pick<RunnerRow, 'id'>): Promise<void> =>
  publish(ctx, QUEUE_TOPIC, 'runner', { runnerId: id });

export const changeRunner = defineOperation<Which & { fields: RunnerFields }, RunnerAccess, RunnerRow>({
  name: 'runner.update',
  load,
  check,
  run: async (ctx, { runner }, { fields }) => {
    const columns = toColumns(fields);
    const row = changed(await updateRunner(ctx.db, runner.id, columns));
    checkTags(row);
    await audit(ctx, 'runner.updated', { type: 'runner', id: runner.id }, { fields: Object.keys(columns) });
    await announceChange(ctx, runner);
    return row;
  },
});

/** Ends the runner with its token. Jobs it works on are lost to it and end as silent ones. */
export const removeRunner = defineOperation<Which, RunnerAccess, RunnerRow>({
  name: 'runner.delete',
  load,
  check,
  run: async (ctx, { runner }) => {
    await deleteRunner(ctx.db, runner.id);
    await audit(ctx, 'runner.deleted', { type: 'runner', id: runner.id }, { kind: runner.kind });
    await announceChange(ctx, runner);
    return runner;
  },
});

/** Gives the runner another token; the old one does not work any more. */
export async function replaceToken(ctx: Context, runner: RunnerRow): Promise<string> {
  const { token, shortToken } = generateRunnerToken(runner.registration);
  await updateRunner(ctx.db, runner.id, { token_digest: ctx.secrets.digest(token), short_token: shortToken });
  await audit(ctx, 'runner.token_reset', { type: 'runner', id: runner.id });
  await announceChange(ctx, runner);
  return token;
}

export const resetRunnerToken = defineOperation<Which, RunnerAccess, string>({
  name: 'runner.reset_token',
  load,
  check,
  run: (ctx, { runner }) => replaceToken(ctx, runner),
});

type Assignment = { projectId: number; runnerId: number };
type LoadedAssignment = { access: ProjectAccess; found: RunnerAccess };

async function loadAssignment(ctx: Context, { projectId, runnerId }: Assignment): Promise<LoadedAssignment> {
  return { access: await getProjectAccess(ctx, projectId), found: await getOwnedRunner(ctx, runnerId) };
}

/** Lets a project runner work for another project. */
export const assignRunner = defineOperation<Assignment, LoadedAssignment, RunnerRow>({
  name: 'runner.assign',
  load: loadAssignment,
  check: (ctx, { access, found: { runner, policy } }) =>
    can(ctx.actor, 'admin_project_runners', access.policy) ??
    (runner.kind === 'project' ? null : refuse('runner_not_assignable')) ??
    (runner.is_locked ? refuse('runner_is_locked') : null) ??
    can(ctx.actor, 'admin_runner', policy),
  run: async (ctx, { found: { runner } }, { projectId }) => {
    if (!(await assignProject(ctx.db, runner.id, projectId))) throw new AppError('runner_is_assigned');
    await audit(ctx, 'runner.assigned', { type: 'runner', id: runner.id }, { project_id: projectId });
    await announceChange(ctx, runner);
    return runner;
  },
});

export const unassignRunner = defineOperation<Assignment, LoadedAssignment, RunnerRow>({
  name: 'runner.unassign',
  load: loadAssignment,
  check: (ctx, { access, found: { runner } }) =>
    can(ctx.actor, 'admin_project_runners', access.policy) ??
    (runner.kind === 'project' ? null : refuse('runner_not_assignable')),
  run: async (ctx, { found: { runner } }, { projectId }) => {
    const [owner, ...others] = await listRunnerProjects(ctx.db, runner.id);
    if (owner === projectId) throw new AppError('runner_is_owned');
    if (!others.includes(projectId)) throw new AppError('not_found', { resource: RUNNER });
    await unassignProject(ctx.db, runner.id, projectId);
    await announceChange(ctx, runner);
    await audit(ctx, 'runner.unassigned', { type: 'runner', id: runner.id }, { project_id: projectId });
    return runner;
  },
});
