import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';
import type { Commit } from '@tributary/git';
import { listUsersByIds } from '../../accounts/index.ts';
import { mayRunJobs, type StagedJob, stagedJobs } from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { storedCommits } from '../../repositories/index.ts';
import { type ApprovalsView, viewApprovals } from '../approvals/reads/view-approvals.ts';
import { environmentSubject, loadDeployRights } from '../protection/reads/deploy-rights.ts';
import {
  countDeployments,
  type DeploymentFilter,
  type DeploymentOrder,
  type DeploymentRow,
  listDeploymentRows,
  newestDeployments,
} from '../store/deployment-store.ts';
import { type EnvironmentRow, listEnvironmentRows } from '../store/environment-store.ts';

/** A deployment with what belongs to it. */
export type DeploymentView = {
  row: DeploymentRow;
  environment: EnvironmentRow;
  user: UserView | null;
  job: StagedJob | null;
  commit: Commit | undefined;
  /** The newest of its environment that succeeded. */
  isLast: boolean;
  /** The actor may start or repeat its job. */
  mayRun: boolean;
  approvals: ApprovalsView | undefined;
};

export async function listDeployments(
  ctx: Context,
  filter: DeploymentFilter,
  request: PageRequest & { order?: DeploymentOrder },
): Promise<Page<DeploymentRow>> {
  const order = request.order ?? { by: 'id', sort: 'desc' };
  const window = { order, offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([
    listDeploymentRows(ctx.db, filter, window),
    countDeployments(ctx.db, filter),
  ]);
  return pageOf(rows, request, total);
}

export async function viewDeployments(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly DeploymentRow[],
): Promise<DeploymentView[]> {
  if (rows.length === 0) return [];
  const projectId = access.project.id;
  const ids = [...new Set(rows.map((row) => row.environment_id))];
  const [environments, newest, users, jobs, commits] = await Promise.all([
    listEnvironmentRows(ctx.db, { projectId, ids }, { offset: 0, limit: ids.length }),
    newestDeployments(ctx.db, ids, 'success'),
    listUsersByIds(
      ctx,
      rows.flatMap((row) => row.user_id ?? []),
    ),
    stagedJobs(
      ctx,
      projectId,
      rows.flatMap((row) => row.job_id ?? []),
    ),
    storedCommits(
      ctx,
      access,
      rows.map((row) => row.sha),
    ),
  ]);
  const refs = new Map(rows.map((row) => [`${row.is_tag}:${row.ref}`, { ref: row.ref, isTag: row.is_tag }]));
  const environmentById = new Map(environments.map((row) => [row.id, row]));
  const subjects = rows.flatMap((row) => {
    const environment = environmentById.get(row.environment_id);
    return environment ? [{ row, environment }] : [];
  });
  const approvals = await viewApprovals(ctx, access, subjects);
  const runnable = new Set<string>();
  for (const [key, ref] of refs) if (await mayRunJobs(ctx, access, ref)) runnable.add(key);
  const rights = await loadDeployRights(ctx, access);
  const userById = new Map(users.map((user) => [user.id, user]));
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  return rows.flatMap((row) => {
    const environment = environmentById.get(row.environment_id);
    if (!environment) return [];
    return [
      {
        row,
        environment,
        user: userById.get(row.user_id ?? 0) ?? null,
        job: jobById.get(row.job_id ?? 0) ?? null,
        commit: commits.get(row.sha),
        isLast: newest.get(environment.id)?.id === row.id,
        approvals: approvals.get(row.id),
        mayRun: runnable.has(`${row.is_tag}:${row.ref}`) && rights.refusal(environmentSubject(environment)) === null,
      },
    ];
  });
}

/** The newest deployment of each environment that succeeded, by environment. */
export async function lastDeployments(
  ctx: Context,
  access: ProjectAccess,
  environments: readonly EnvironmentRow[],
): Promise<Map<number, DeploymentView>> {
  const ids = environments.map(({ id }) => id);
  const rows = await newestDeployments(ctx.db, ids, 'success');
  const views = await viewDeployments(ctx, access, [...rows.values()]);
  return new Map(views.map((view) => [view.environment.id, view]));
}

type CurrentDeployments = { last: DeploymentView | undefined; upcoming: DeploymentView | undefined };

const UPCOMING: readonly DeploymentStatus[] = ['created', 'running'];

/** The newest deployment of each environment that succeeded, and the newest of all where it waits or runs; by environment. */
export async function currentDeployments(
  ctx: Context,
  access: ProjectAccess,
  environments: readonly EnvironmentRow[],
): Promise<Map<number, CurrentDeployments>> {
  const ids = environments.map(({ id }) => id);
  const [last, newest] = await Promise.all([newestDeployments(ctx.db, ids, 'success'), newestDeployments(ctx.db, ids)]);
  const upcoming = [...newest.values()].filter(({ status }) => UPCOMING.includes(status));
  const views = await viewDeployments(ctx, access, [...last.values(), ...upcoming]);
  const of = (id: number, isLast: boolean) =>
    views.find(({ environment, row }) => environment.id === id && (row.status === 'success') === isLast);
  return new Map(ids.map((id) => [id, { last: of(id, true), upcoming: of(id, false) }]));
}

/** The newest deployment that waits for approval, by environment. */
export const waitingDeployments = (ctx: Context, environmentIds: readonly number[]) =>
  newestDeployments(ctx.db, environmentIds, 'blocked');

export async function newestDeployment(
  ctx: Context,
  environmentId: number,
  status: DeploymentStatus | undefined,
): Promise<DeploymentRow | undefined> {
  return (await newestDeployments(ctx.db, [environmentId], status)).get(environmentId);
}
