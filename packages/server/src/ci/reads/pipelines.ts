import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { MAX_COUNTED_ROWS, type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import {
  countPipelines as countRows,
  listPipelineRows,
  type PipelineFilter,
  type PipelineOrder,
} from '../store/list-pipelines-store.ts';
import { listStages, newestPipeline, type PipelineRow, type StageRow } from '../store/pipeline-store.ts';

/** A pipeline with its user and stages. */
export type PipelineView = { row: PipelineRow; user: UserView | null; stages: StageRow[] };

export async function viewPipelines(ctx: Context, rows: readonly PipelineRow[]): Promise<PipelineView[]> {
  const [users, stages] = await Promise.all([
    listUsersByIds(
      ctx,
      rows.flatMap((row) => row.user_id ?? []),
    ),
    listStages(
      ctx.db,
      rows.map((row) => row.id),
    ),
  ]);
  const userById = new Map(users.map((user) => [user.id, user]));
  const byPipeline = Map.groupBy(stages, (stage) => stage.pipeline_id);
  return rows.map((row) => ({
    row,
    user: userById.get(row.user_id ?? 0) ?? null,
    stages: byPipeline.get(row.id) ?? [],
  }));
}

const NEWEST: PipelineOrder = { by: 'id', sort: 'desc' };

export async function listPipelines(
  ctx: Context,
  filter: PipelineFilter,
  request: PageRequest & { order?: PipelineOrder },
): Promise<Page<PipelineRow>> {
  const page = { order: request.order ?? NEWEST, offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([listPipelineRows(ctx.db, filter, page), countRows(ctx.db, filter)]);
  return pageOf(rows, request, total);
}

/** The newest pipeline of a commit and, if given, of a ref. */
export function findNewestPipeline(
  ctx: Context,
  of: { projectId: number; sha: string; ref?: string },
): Promise<PipelineRow | undefined> {
  return newestPipeline(ctx.db, of);
}

/** How many there are; not more than are counted. */
export async function countPipelines(ctx: Context, filter: PipelineFilter): Promise<number> {
  return (await countRows(ctx.db, filter)) ?? MAX_COUNTED_ROWS;
}
