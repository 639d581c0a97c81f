import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Context } from '../../platform/context.ts';
import { findPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { statusBefore } from '../store/pipeline-outcome-store.ts';

export const findPipelineRow = (ctx: Context, id: number): Promise<PipelineRow | undefined> => findPipeline(ctx.db, id);

/** What the pipeline of the same branch or tag came to that ended last before this one. */
export const outcomeBefore = (ctx: Context, pipeline: PipelineRow): Promise<CiStatus | undefined> =>
  statusBefore(ctx.db, pipeline);
