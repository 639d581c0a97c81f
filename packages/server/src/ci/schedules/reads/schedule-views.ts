import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { listPipelineRows } from '../../store/list-pipelines-store.ts';
import type { PipelineRow } from '../../store/pipeline-store.ts';
import { VARIABLE_PURPOSE } from '../../variables/pipeline-variables.ts';
import {
  countSchedules,
  listScheduleRows,
  listScheduleVariables,
  type ScheduleFilter,
  type ScheduleRow,
  type ScheduleVariableRow,
} from '../schedule-store.ts';

export type ScheduleVariable = { key: string; value: string; kind: 'env_var' | 'file' };
export type ScheduleView = {
  row: ScheduleRow;
  owner: UserView | null;
  lastPipeline: PipelineRow | null;
  variables: ScheduleVariable[];
};

export const openVariable = (ctx: Context, row: ScheduleVariableRow): ScheduleVariable => ({
  key: row.key,
  value: ctx.secrets.decrypt(VARIABLE_PURPOSE, row.sealed_value),
  kind: row.kind,
});

export async function viewSchedules(ctx: Context, rows: readonly ScheduleRow[]): Promise<ScheduleView[]> {
  const ids = rows.flatMap((row) => row.last_pipeline_id ?? []);
  const projectIds = [...new Set(rows.map((row) => row.project_id))];
  const page = { order: { by: 'id', sort: 'asc' }, offset: 0, limit: ids.length } as const;
  const [owners, pipelines, variables] = await Promise.all([
    listUsersByIds(
      ctx,
      rows.flatMap((row) => row.owner_id ?? []),
    ),
    ids.length === 0 ? [] : listPipelineRows(ctx.db, { projectIds, ids }, page),
    listScheduleVariables(
      ctx.db,
      rows.map((row) => row.id),
    ),
  ]);
  const ownerById = new Map(owners.map((owner) => [owner.id, owner]));
  const pipelineById = new Map(pipelines.map((pipeline) => [pipeline.id, pipeline]));
  const bySchedule = Map.groupBy(variables, (variable) => variable.schedule_id);
  return rows.map((row) => ({
    row,
    owner: ownerById.get(row.owner_id ?? 0) ?? null,
    lastPipeline: pipelineById.get(row.last_pipeline_id ?? 0) ?? null,
    variables: (bySchedule.get(row.id) ?? []).map((variable) => openVariable(ctx, variable)),
  }));
}

export async function listSchedules(
  ctx: Context,
  filter: ScheduleFilter,
  request: PageRequest,
): Promise<Page<ScheduleView>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([listScheduleRows(ctx.db, filter, page), countSchedules(ctx.db, filter)]);
  return pageOf(await viewSchedules(ctx, rows), request, total);
}
