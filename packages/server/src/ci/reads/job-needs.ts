import type { Context } from '../../platform/context.ts';
import { needsOf } from '../store/dag-store.ts';

/** By the id of a job, the names of the jobs of the same pipeline that it needs. */
export async function jobNeeds(ctx: Context, pipelineId: number): Promise<Record<number, string[]>> {
  return Object.fromEntries(await needsOf(ctx.db, pipelineId));
}
