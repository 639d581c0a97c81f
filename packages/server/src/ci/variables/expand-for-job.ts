import { expandVariables, variableMap, variableResolver } from '@tributary/ci-config';
import type { PipelineSource } from '@tributary/contract/ci/status.ts';
import { findCommit } from '@tributary/git';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';
import { findPipeline } from '../store/pipeline-store.ts';
import { jobVariables } from './job-variables.ts';
import { pipelineVariables, settingVariables } from './pipeline-variables.ts';
import { predefinedVariables } from './predefined-variables.ts';

const ofJob = z.object({
  variables: z.array(z.object({ key: z.string(), value: z.string(), raw: z.boolean() })).default([]),
});
const ofPipeline = z.object({ predefined: z.record(z.string(), z.string()).default({}) });

const rawOnes = (values: Record<string, string>) =>
  variableMap(Object.entries(values).map(([key, value]) => ({ key, value, raw: true })));

/**
 * A text of the configuration, such as the address of an environment, with the variables of its job. Others read the result,
 * so masked variables and files are not put into it. `own` are those of the caller.
 */
export async function expandForJob(
  ctx: Context,
  access: ProjectAccess,
  job: StagedJob,
  { text, own }: { text: string; own: Record<string, string> },
): Promise<string> {
  const pipeline = await findPipeline(ctx.db, job.pipeline_id);
  const commit = pipeline && (await findCommit(repositoryOf(ctx, access), pipeline.sha));
  if (!pipeline || !commit) return text;
  const { ref, is_tag: isTag, sha, before_sha: beforeSha } = pipeline;
  const source: PipelineSource = pipeline.source;
  const predefined = {
    ...predefinedVariables(ctx, access, {
      source,
      ref,
      isTag,
      sha,
      beforeSha,
      isRefProtected: job.is_protected,
      commit,
    }),
    ...ofPipeline.parse(pipeline.options).predefined,
    CI_PIPELINE_ID: String(pipeline.id),
    CI_PIPELINE_IID: String(pipeline.iid),
    CI_JOB_ID: String(job.id),
    CI_JOB_NAME: job.name,
    CI_JOB_STAGE: job.stage,
    ...own,
  };
  const scope = { projectId: access.project.id, isProtected: job.is_protected, environment: job.environment };
  const settings = await settingVariables(ctx, scope);
  const given = await pipelineVariables(ctx, pipeline.id);
  const visible = [...settings, ...given, ...jobVariables(ctx, job.options)].filter(
    ({ isMasked, kind }) => !isMasked && kind === 'env_var',
  );
  const resolve = variableResolver([
    rawOnes(predefined),
    variableMap(ofJob.parse(job.options).variables),
    variableMap(visible),
  ]);
  return expandVariables(text, resolve);
}
