import type { Context } from '../../platform/context.ts';
import { newestPipeline, type PipelineRow } from '../store/pipeline-store.ts';

/** The newest pipeline of a commit. */
export async function findLastPipeline(ctx: Context, projectId: number, sha: string): Promise<PipelineRow | null> {
  return (await newestPipeline(ctx.db, { projectId, sha })) ?? null;
}
