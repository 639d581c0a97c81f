import type { Context } from '../../platform/context.ts';
import { accessesOf, projectRowsByIds } from '../../projects/index.ts';
import { bridgesTo } from '../downstream/downstream-store.ts';
import { mayReadPipelines } from '../pipeline-access.ts';
import { findPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';

export type LinkedPipeline = {
  row: PipelineRow;
  projectName: string;
  fullPath: string;
  jobName: string;
  jobId: number;
};
export type LinkedPipelines = { upstream: LinkedPipeline | null; downstream: LinkedPipeline[] };

/** The pipeline that started this one, and those that its jobs started; only what the actor may read. */
export async function linkedPipelines(
  ctx: Context,
  pipelineId: number,
  jobs: readonly StagedJob[],
): Promise<LinkedPipelines> {
  const parents = await bridgesTo(ctx.db, pipelineId);
  const links = [
    ...parents.map((job) => ({ id: job.pipeline_id, job, isUp: true })),
    ...jobs.flatMap((job) =>
      job.downstream_pipeline_id === null ? [] : [{ id: job.downstream_pipeline_id, job, isUp: false }],
    ),
  ];
  if (links.length === 0) return { upstream: null, downstream: [] };
  const rows = new Map<number, PipelineRow>();
  for (const { id } of links) {
    const row = await findPipeline(ctx.db, id);
    if (row) rows.set(id, row);
  }
  const ids = [...new Set([...rows.values()].map((row) => row.project_id))];
  const accesses = await accessesOf(ctx, await projectRowsByIds(ctx.db, ids));
  const found = links.flatMap(({ id, job, isUp }) => {
    const row = rows.get(id);
    const access = row && accesses.get(row.project_id);
    if (!row || !access || !mayReadPipelines(ctx, access)) return [];
    const { name: projectName, full_path: fullPath } = access.project;
    return [{ isUp, row, projectName, fullPath, jobName: job.name, jobId: job.id }];
  });
  return { upstream: found.find(({ isUp }) => isUp) ?? null, downstream: found.filter(({ isUp }) => !isUp) };
}
