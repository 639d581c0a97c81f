import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { findActingUser, findTokenJob, isJobToken } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { tokenStartsOf } from '../../downstream/upstream-values.ts';
import { type RunInput, runPipeline } from '../../operations/run-pipeline.ts';
import { findJob } from '../../store/job-store.ts';
import { findPipeline, type PipelineRow } from '../../store/pipeline-store.ts';
import { touchTrigger } from '../trigger-store.ts';

type TriggerInput = Pick<RunInput, 'ref' | 'variables' | 'inputs'> & {
  /** Number or path. */
  project: string;
  token: string;
};

type Run = { ctx: Context; access: ProjectAccess; pipeline: PipelineRow };

/**
 * Runs a pipeline with the token of a trigger, as the owner of the trigger and with their rights of this moment. An unknown
 * token answers as a project that is not there.
 */
export async function runTrigger(ctx: Context, { project, token, ref, variables, inputs }: TriggerInput): Promise<Run> {
  if (isJobToken(token)) return runByJob(ctx, { project, token, ref, variables, inputs });
  const trigger = await touchTrigger(ctx.db, ctx.secrets.digest(token), ctx.clock.now());
  const actor = trigger && (await findActingUser(ctx, trigger.owner_id));
  if (!actor) throw new AppError('not_found', { resource: 'Project' });
  const inner = { ...ctx, actor };
  const access = await getProjectAccess(inner, project);
  if (access.project.id !== trigger.project_id) throw new AppError('not_found', { resource: 'Project' });
  // The beginning of the token, without its prefix.
  const predefined = { CI_TRIGGER_SHORT_TOKEN: trigger.token_hint.replace(/^.*-/, '').slice(0, 4) };
  const asked = { projectId: access.project.id, ref, variables, inputs, predefined };
  return { ctx: inner, access, pipeline: await runPipeline(inner, { ...asked, source: 'trigger' }) };
}

/** Pipelines that start each other would run for ever. */
const MAX_TOKEN_STARTS = 10;

/** The number of the next pipeline in a row that job tokens started. */
async function nextStart(ctx: Context, jobId: number): Promise<number> {
  const job = await findJob(ctx.db, jobId);
  const pipeline = job && (await findPipeline(ctx.db, job.pipeline_id));
  const starts = pipeline ? tokenStartsOf(pipeline) + 1 : 1;
  if (starts > MAX_TOKEN_STARTS) {
    failFields({ base: [`Job tokens started ${MAX_TOKEN_STARTS} pipelines in a row, the maximum`] });
  }
  return starts;
}

/** A running job runs the pipeline of a project that allows its token, as the user of the job. */
async function runByJob(ctx: Context, { project, token, ref, variables, inputs }: TriggerInput): Promise<Run> {
  const job = await findTokenJob(ctx, token);
  const actor = job && (await findActingUser(ctx, job.userId));
  if (!actor) throw new AppError('not_found', { resource: 'Project' });
  const credential = { kind: 'job_token', jobId: job.jobId, projectId: job.projectId } as const;
  const { policy } = await getProjectAccess({ ...ctx, actor: { ...actor, credential } }, project);
  if (policy.isOutside) throw new AppError('not_found', { resource: 'Project' });
  const inner = { ...ctx, actor };
  const access = await getProjectAccess(inner, project);
  const tokenStarts = await nextStart(ctx, job.jobId);
  const params = { projectId: access.project.id, ref, variables, inputs, tokenStarts };
  return { ctx: inner, access, pipeline: await runPipeline(inner, { ...params, source: 'pipeline' }) };
}
