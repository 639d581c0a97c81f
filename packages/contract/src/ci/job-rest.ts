import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, filledText, listInput, pagingInput } from '../core/inputs.ts';
import { restCommit } from '../projects/repository-rest.ts';
import { restPipelineBasic } from './pipeline-rest.ts';
import { restRunner, restRunnerManager, restRunnerProject } from './runners.ts';
import { CI_STATUSES } from './status.ts';

const time = z.iso.datetime();

/** Statuses, one or several. */
const jobScope = listInput.pipe(z.array(z.enum(CI_STATUSES))).optional();
export const listJobsInput = z.strictObject({ ...pagingInput, scope: jobScope, ref: filledText.max(1_024).optional() });
export const listPipelineJobsInput = z.strictObject({
  ...pagingInput,
  scope: jobScope,
  include_retried: boolInput.default(false),
});

const jobFields = {
  id: z.number(),
  status: z.enum(CI_STATUSES),
  stage: z.string(),
  name: z.string(),
  ref: z.string(),
  tag: z.boolean(),
  coverage: z.number().nullable(),
  allow_failure: z.boolean(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  erased_at: time.nullable(),
  duration: z.number().nullable(),
  queued_duration: z.number().nullable(),
  user: restUserBasic.nullable(),
  commit: restCommit.nullable(),
  pipeline: restPipelineBasic,
  failure_reason: z.string().optional(),
  web_url: z.string(),
  project: z.strictObject({ ci_job_token_scope_enabled: z.boolean() }),
};

export const restJob = z.strictObject({
  ...jobFields,
  /** Of jobs with an archive. */
  artifacts_file: z.strictObject({ filename: z.string(), size: z.number() }).optional(),
  artifacts: z.array(
    z.strictObject({ file_type: z.string(), size: z.number(), filename: z.string(), file_format: z.string() }),
  ),
  runner: restRunner.nullable(),
  runner_manager: restRunnerManager.nullable(),
  artifacts_expire_at: time.nullable(),
  archived: z.boolean(),
  tag_list: z.array(z.string()),
});
export type RestJob = z.output<typeof restJob>;

/** A job in a list of several projects. */
export const restJobWithProject = restJob.extend({ project: restRunnerProject });
export type RestJobWithProject = z.output<typeof restJobWithProject>;

export const restBridge = z.strictObject({ ...jobFields, downstream_pipeline: restPipelineBasic.nullable() });
export type RestBridge = z.output<typeof restBridge>;

/** What a job token may know of clusters: there are none to connect. */
export const restAllowedAgents = z.strictObject({
  allowed_agents: z.array(z.never()),
  job: z.strictObject({ id: z.number() }),
  pipeline: z.strictObject({ id: z.number() }),
  project: z.strictObject({ id: z.number(), groups: z.array(z.strictObject({ id: z.number() })) }),
  user: z.strictObject({ id: z.number(), username: z.string(), roles_in_project: z.array(z.string()) }),
  environment: z.strictObject({ slug: z.string(), tier: z.string() }).optional(),
});
