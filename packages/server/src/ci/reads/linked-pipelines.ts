import type { Context } from '../../platform/context.ts';
import { accessesOf, projectRowsByIds } from '../../projects/index.ts';
import { type PipelineLink, pipelineLinks } from '../downstream/downstream-store.ts';
import { mayReadPipelines } from '../pipeline-access.ts';
import { findPipelines, type PipelineRow } from '../store/pipeline-store.ts';

export type LinkedPipeline = {
  row: PipelineRow;
  projectId: number;
  projectName: string;
  fullPath: string;
  jobName: string;
  jobId: number;
};
export type LinkedPipelines = { upstream: LinkedPipeline | null; downstream: LinkedPipeline[] };

/** Of all of the pipelines together. */
const MAX_LINKS = 2_000;

/**
 * The pipelines that started these, and those that their jobs started, by their ids; only what the actor may read. With a
 * constant number of queries.
 */
export async function linkedPipelines(
  ctx: Context,
  pipelineIds: readonly number[],
): Promise<Map<number, LinkedPipelines>> {
  const links = await pipelineLinks(ctx.db, pipelineIds, MAX_LINKS);
  const linked = new Map(pipelineIds.map((id) => [id, { upstream: null, downstream: [] } as LinkedPipelines]));
  if (links.length === 0) return linked;
  const view = await viewer(ctx, links);
  for (const link of links) {
    const [up, down] = [linked.get(link.downstreamId), linked.get(link.upstreamId)];
    if (up) up.upstream ??= view(link, link.upstreamId) ?? null;
    const started = down && view(link, link.downstreamId);
    if (started) down.downstream.push(started);
  }
  return linked;
}

/** Gives the other end of a link as the actor may see it. */
async function viewer(ctx: Context, links: readonly PipelineLink[]) {
  const ids = [...new Set(links.flatMap(({ upstreamId, downstreamId }) => [upstreamId, downstreamId]))];
  const rows = new Map((await findPipelines(ctx.db, ids)).map((row) => [row.id, row]));
  const projectIds = [...new Set([...rows.values()].map((row) => row.project_id))];
  const accesses = await accessesOf(ctx, await projectRowsByIds(ctx.db, projectIds));
  return ({ jobId, jobName }: PipelineLink, id: number): LinkedPipeline | undefined => {
    const row = rows.get(id);
    const access = row && accesses.get(row.project_id);
    if (!row || !access || !mayReadPipelines(ctx, access)) return undefined;
    const { id: projectId, name: projectName, full_path: fullPath } = access.project;
    return { row, projectId, projectName, fullPath, jobName, jobId };
  };
}
