import { toRestPipeline, toRestPipelineBasic, viewPipelines } from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { headPipelineOf, type RequestPipeline } from '../pipelines/request-pipelines.ts';
import type { PipelineParts } from '../render/to-rest.ts';

const homeOf = (ctx: Context, { access }: RequestPipeline) => ({
  origin: ctx.config.url,
  fullPath: access.project.full_path,
});

export const answerPipeline = (ctx: Context, pipeline: RequestPipeline) =>
  toRestPipelineBasic(homeOf(ctx, pipeline), pipeline.row);

/** `pipeline` and `head_pipeline` of a merge request. */
export async function answerHeadPipeline(ctx: Context, found: MergeRequestAccess): Promise<PipelineParts | undefined> {
  const head = await headPipelineOf(ctx, found);
  const [view] = head ? await viewPipelines(ctx, [head.row]) : [];
  if (!head || !view) return undefined;
  return { basic: answerPipeline(ctx, head), full: toRestPipeline(homeOf(ctx, head), view) };
}
