import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { JobRow } from '../store/job-store.ts';
import type { PipelineRow } from '../store/pipeline-store.ts';
import { jobVariables } from '../variables/job-variables.ts';
import { pipelineVariables } from '../variables/pipeline-variables.ts';

const stored = z.object({
  predefined: z.record(z.string(), z.string()).default({}),
  tokenStarts: z.number().default(0),
});

/** Variables that the pipeline got from the one above it. */
export const inheritedValues = (pipeline: PipelineRow): Record<string, string> =>
  stored.parse(pipeline.options).predefined;

/** How many pipelines in a row were started by job tokens, up to this one. */
export const tokenStartsOf = (pipeline: PipelineRow): number => stored.parse(pipeline.options).tokenStarts;

/** Values of variables that are known of the upstream pipeline, for names of projects and forwarded values. */
export async function upstreamValues(
  ctx: Context,
  job: JobRow,
  pipeline: PipelineRow,
  own: readonly { key: string; value: string }[],
): Promise<(name: string) => string | undefined> {
  const ofPipeline = await pipelineVariables(ctx, pipeline.id);
  const values = new Map<string, string>([
    ['CI_COMMIT_REF_NAME', pipeline.ref],
    ['CI_COMMIT_SHA', pipeline.sha],
    ['CI_COMMIT_SHORT_SHA', pipeline.sha.slice(0, 8)],
    ['CI_PIPELINE_ID', String(pipeline.id)],
    ['CI_PIPELINE_IID', String(pipeline.iid)],
    ['CI_PIPELINE_SOURCE', pipeline.source],
    ['CI_PROJECT_ID', String(pipeline.project_id)],
    ['CI_JOB_NAME', job.name],
    ...(pipeline.is_tag ? [['CI_COMMIT_TAG', pipeline.ref] as const] : [['CI_COMMIT_BRANCH', pipeline.ref] as const]),
    ...Object.entries(inheritedValues(pipeline)),
  ]);
  for (const { key, value } of [...own, ...ofPipeline, ...jobVariables(ctx, job.options)]) values.set(key, value);
  return (name) => values.get(name);
}
