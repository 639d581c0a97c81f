import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { RunnerStatus } from '@tributary/contract/ci/runners.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { accessesOf, getNamespaceAccess, type ProjectRow, projectRowsByIds, todayOf } from '../../../projects/index.ts';
import { runnerStatus } from '../rules/runner-status.ts';
import { busyManagers, latestManagers, listManagers, listManagersByIds } from '../store/manager-store.ts';
import {
  busyRunners,
  countRunnerRows,
  listRunnerProjects,
  listRunnerRows,
  listRunnersByIds,
  type RunnerFilter,
  type RunnerManagerRow,
  type RunnerRow,
  runnerScopeOf,
  traversalOf,
} from '../store/runner-store.ts';

export type RunnerView = {
  runner: RunnerRow;
  status: RunnerStatus;
  isBusy: boolean;
  creator: UserView | null;
  /** The machine that was heard of last. */
  manager: RunnerManagerRow | undefined;
};

export async function viewRunners(ctx: Context, runners: readonly RunnerRow[]): Promise<RunnerView[]> {
  const ids = runners.map(({ id }) => id);
  const [busy, managers, users] = await Promise.all([
    busyRunners(ctx.db, ids),
    latestManagers(ctx.db, ids),
    listUsersByIds(
      ctx,
      runners.flatMap((runner) => runner.creator_id ?? []),
    ),
  ]);
  const now = ctx.clock.now();
  return runners.map((runner) => ({
    runner,
    status: runnerStatus(runner, now),
    isBusy: busy.has(runner.id),
    creator: users.find(({ id }) => id === runner.creator_id) ?? null,
    manager: managers.get(runner.id),
  }));
}

type Conditions = Omit<RunnerFilter, 'now' | 'usableBy'>;

async function list(ctx: Context, filter: RunnerFilter, request: PageRequest): Promise<Page<RunnerView>> {
  const page = { limit: request.perPage, offset: (request.page - 1) * request.perPage };
  const [rows, total] = await Promise.all([listRunnerRows(ctx.db, filter, page), countRunnerRows(ctx.db, filter)]);
  return pageOf(await viewRunners(ctx, rows), request, total);
}

export function listAllRunners(ctx: Context, conditions: Conditions, request: PageRequest): Promise<Page<RunnerView>> {
  return list(ctx, { ...conditions, now: ctx.clock.now() }, request);
}

/** Runners of projects that the actor maintains and of groups they own. */
export async function listOwnRunners(
  ctx: Context,
  conditions: Conditions,
  request: PageRequest,
): Promise<Page<RunnerView>> {
  const scope = await runnerScopeOf(ctx.db, actorId(ctx.actor) ?? 0, todayOf(ctx));
  return list(ctx, { ...conditions, usableBy: { ...scope, includesInstance: false }, now: ctx.clock.now() }, request);
}

/** Runners that work for a project: its own, those of its groups, those of the instance. */
export async function listProjectRunners(
  ctx: Context,
  project: Pick<ProjectRow, 'id' | 'namespace_id'>,
  conditions: Conditions,
  request: PageRequest,
): Promise<Page<RunnerView>> {
  const groupIds = await traversalOf(ctx.db, project.namespace_id);
  const usableBy = { projectIds: [project.id], groupIds, includesInstance: true };
  return list(ctx, { ...conditions, usableBy, now: ctx.clock.now() }, request);
}

export async function listGroupRunners(
  ctx: Context,
  groupId: number,
  conditions: Conditions,
  request: PageRequest,
): Promise<Page<RunnerView>> {
  const groupIds = await traversalOf(ctx.db, groupId);
  return list(
    ctx,
    { ...conditions, usableBy: { projectIds: [], groupIds, includesInstance: true }, now: ctx.clock.now() },
    request,
  );
}

export type RunnerDetails = RunnerView & {
  projects: ProjectRow[];
  groups: { id: number; name: string; fullPath: string }[];
};

/** With the projects and groups it works for, as far as the actor may see them. */
export async function getRunnerDetails(ctx: Context, runner: RunnerRow): Promise<RunnerDetails> {
  const [view] = await viewRunners(ctx, [runner]);
  if (!view) throw new Error('a runner has no view');
  const rows = await projectRowsByIds(ctx.db, await listRunnerProjects(ctx.db, runner.id));
  const visible = await accessesOf(ctx, rows);
  const group = runner.namespace_id === null ? undefined : await getNamespaceAccess(ctx, runner.namespace_id);
  const groups = group
    ? [{ id: group.namespace.id, name: group.namespace.name, fullPath: group.namespace.full_path }]
    : [];
  return { ...view, projects: rows.filter(({ id }) => visible.has(id)), groups };
}

/** Who works or worked on these jobs, by id. */
export async function runnersOfJobs(
  ctx: Context,
  jobs: readonly { runner_id: number | null; runner_manager_id: number | null }[],
): Promise<{ runners: Map<number, RunnerView>; managers: Map<number, ManagerView> }> {
  const runnerIds = [...new Set(jobs.flatMap((job) => job.runner_id ?? []))];
  const managerIds = [...new Set(jobs.flatMap((job) => job.runner_manager_id ?? []))];
  const views = await viewRunners(ctx, await listRunnersByIds(ctx.db, runnerIds));
  const rows = await listManagersByIds(ctx.db, managerIds);
  const now = ctx.clock.now();
  const busy = new Set(views.filter(({ isBusy }) => isBusy).map(({ runner }) => runner.id));
  return {
    runners: new Map(views.map((view) => [view.runner.id, view])),
    managers: new Map(
      rows.map((manager) => [
        manager.id,
        { manager, status: runnerStatus(manager, now), isBusy: busy.has(manager.runner_id) },
      ]),
    ),
  };
}

export type ManagerView = { manager: RunnerManagerRow; status: RunnerStatus; isBusy: boolean };

export async function getManagers(ctx: Context, runnerId: number): Promise<ManagerView[]> {
  const [managers, busy] = await Promise.all([listManagers(ctx.db, runnerId), busyManagers(ctx.db, runnerId)]);
  const now = ctx.clock.now();
  return managers.map((manager) => ({ manager, status: runnerStatus(manager, now), isBusy: busy.has(manager.id) }));
}
