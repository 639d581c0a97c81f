import type { EnvironmentState } from '@tributary/contract/environments/status.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { MIN_ENVIRONMENT_SEARCH } from '@tributary/contract/environments/rest.ts';
import type { Context } from '../../platform/context.ts';
import type { StagedJob } from '../../ci/index.ts';
import { stopRefusal } from '../operations/stop-environment.ts';
import type { DeployRights } from '../protection/reads/deploy-rights.ts';
import type { EnvironmentAccess } from '../environment-access.ts';
import {
  anyEnvironments,
  countEnvironments,
  type EnvironmentFilter,
  type EnvironmentRow,
  listEntries,
  listEnvironmentRows,
} from '../store/environment-store.ts';

export type EnvironmentSearch = Omit<EnvironmentFilter, 'projectId' | 'ids'>;

const windowOf = ({ page, perPage }: PageRequest) => ({ offset: (page - 1) * perPage, limit: perPage });

/** Environments of a project by name. */
export async function listEnvironments(
  ctx: Context,
  projectId: number,
  asked: EnvironmentSearch,
  request: PageRequest,
): Promise<Page<EnvironmentRow>> {
  if (asked.name !== undefined && asked.search) throw new AppError('environment_filters_exclude');
  if (asked.search && asked.search.length < MIN_ENVIRONMENT_SEARCH) throw new AppError('environment_search_short');
  const filter = { projectId, ...asked };
  const [rows, total] = await Promise.all([
    listEnvironmentRows(ctx.db, filter, windowOf(request)),
    countEnvironments(ctx.db, filter),
  ]);
  return pageOf(rows, request, total);
}

export type EnvironmentScope = 'available' | 'stopped';
/** What is being stopped is still there. */
const STATES: Record<EnvironmentScope, readonly EnvironmentState[]> = {
  available: ['available', 'stopping'],
  stopped: ['stopped'],
};

export type Entry = { folder: string | null; size: number; environment: EnvironmentRow };

/** Folders and environments of a project for its page; in a folder, and in a search, the environments themselves. */
export async function listEnvironmentEntries(
  ctx: Context,
  projectId: number,
  asked: { scope: EnvironmentScope; folder: string | null; search: string },
  request: PageRequest,
): Promise<Page<Entry>> {
  const filter = {
    projectId,
    states: STATES[asked.scope],
    search: asked.search,
    ...(asked.folder !== null && { folder: asked.folder }),
  };
  if (asked.folder !== null || asked.search !== '') {
    const [rows, total] = await Promise.all([
      listEnvironmentRows(ctx.db, filter, windowOf(request)),
      countEnvironments(ctx.db, filter),
    ]);
    return pageOf(
      rows.map((environment) => ({ folder: null, size: 1, environment })),
      request,
      total,
    );
  }
  const { rows: entries, total } = await listEntries(ctx.db, filter, windowOf(request));
  const ids = entries.map(({ newest_id: id }) => id);
  const rows = await listEnvironmentRows(ctx.db, { projectId, ids }, { offset: 0, limit: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = entries.flatMap(({ folder, size, newest_id: id }) => {
    const environment = byId.get(id);
    return environment ? [{ folder, size, environment }] : [];
  });
  return pageOf(items, request, total);
}

export async function countByScope(ctx: Context, projectId: number): Promise<Record<EnvironmentScope, number>> {
  const count = (scope: EnvironmentScope) => countEnvironments(ctx.db, { projectId, states: STATES[scope] });
  const [available = 0, stopped = 0] = await Promise.all([count('available'), count('stopped')]);
  return { available, stopped };
}

/** Whether the actor may stop it now, with the job that stops it or without. */
export async function mayStop(
  ctx: Context,
  found: EnvironmentAccess,
  rights: DeployRights,
  stopJobs: ReadonlyMap<number, StagedJob>,
): Promise<boolean> {
  if (found.environment.state !== 'available') return false;
  return (await stopRefusal(ctx, found, stopJobs.get(found.environment.id), rights)) === null;
}

/** Whether any of these projects has an environment: the others need not be asked for deployments. */
export function hasEnvironments(ctx: Context, projectIds: readonly number[]): Promise<boolean> {
  return anyEnvironments(ctx.db, projectIds);
}
