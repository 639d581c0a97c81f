import { expandVariables } from '@tributary/ci-config';
import { type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { createPipeline, type PipelineRequest } from '../creation/create-pipeline.ts';
import { runRefusal } from '../operations/run-refusal.ts';
import { finishJob, type JobResult } from '../processing/finish-job.ts';
import { changeJob } from '../processing/process-pipeline.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { jobOptions } from '../rules/job-options.ts';
import { findJob, type JobRow, updateJob } from '../store/job-store.ts';
import { findPipeline, type PipelineRow } from '../store/pipeline-store.ts';
import { type PipelineVariable, pipelineVariables } from '../variables/pipeline-variables.ts';
import { GeneratedFileMissing, readGeneratedFiles } from './generated-files.ts';
import { linkDownstream, newestPipelineOf, upstreamPath } from './downstream-store.ts';
import { inheritedValues, tokenStartsOf, upstreamValues } from './upstream-values.ts';
import { childText, readTrigger, type Trigger } from './trigger-options.ts';

/** Children of children start none. */
const MAX_CHILD_DEPTH = 2;
const MAX_DEPTH = 10;

/** Why a job that starts a pipeline fails: the reason as clients know it, and a sentence. */
class BridgeFailure extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

type Upstream = { job: JobRow; pipeline: PipelineRow; trigger: Trigger; variables: PipelineVariable[] };

/** Starts the pipeline of a job of kind `bridge` that is pending, as the user of the job. Bears repetition. */
export async function startDownstream(ctx: Context, jobId: number): Promise<void> {
  const job = await findJob(ctx.db, jobId);
  if (job?.kind !== 'bridge' || job.downstream_pipeline_id !== null) return;
  if (job.status !== 'pending' && job.status !== 'running') return;
  const now = ctx.clock.now();
  const running =
    job.status === 'running'
      ? job
      : await transact(ctx, (inner) => changeJob(inner, job, { status: 'running', started_at: now }));
  if (!running) return;
  try {
    if (!readTrigger(running.options).trigger) return await followUpstream(ctx, running);
    const { trigger } = await start(ctx, running);
    if (trigger.strategy === null) await finishJob(ctx, job.id, { status: 'success' });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    await updateJob(ctx.db, running, { description: failure.message.slice(0, 1_000) });
    await finishJob(ctx, job.id, { status: 'failed', failureReason: failure.reason });
  }
}

function failureOf(error: unknown): BridgeFailure | undefined {
  if (error instanceof BridgeFailure) return error;
  if (error instanceof GeneratedFileMissing)
    return new BridgeFailure('downstream_pipeline_creation_failed', error.message);
  if (!(error instanceof AppError) || error.kind === 'unavailable') return undefined;
  return new BridgeFailure('downstream_pipeline_creation_failed', error.message);
}

async function start(ctx: Context, job: JobRow): Promise<Upstream> {
  const pipeline = await findPipeline(ctx.db, job.pipeline_id);
  const actor = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
  const { trigger, variables: own } = readTrigger(job.options);
  if (!pipeline || !actor)
    throw new BridgeFailure('insufficient_bridge_permissions', 'The user of the job is not active.');
  if (!trigger) throw new Error('a job without a trigger starts no pipeline');
  const above = await upstreamPath(ctx.db, pipeline.id, MAX_DEPTH + 1);
  if (above.length > MAX_DEPTH)
    throw new BridgeFailure('reached_max_pipeline_hierarchy_size', 'Too many pipelines start each other.');
  const inner = { ...ctx, actor };
  const lookup = await upstreamValues(ctx, job, pipeline, own);
  const forwarded = trigger.forwardPipelineVariables ? await pipelineVariables(ctx, pipeline.id) : [];
  const yaml = trigger.forwardYamlVariables
    ? own.map(({ key, value, raw }) => ({
        key,
        value: raw ? value : expandVariables(value, lookup, { keepUnknown: true }),
        raw,
      }))
    : [];
  const upstream = { job, pipeline, trigger, variables: [...yaml, ...forwarded] };
  const request =
    trigger.kind === 'child'
      ? await childRequest(inner, upstream, above)
      : await projectRequest(inner, upstream, lookup, trigger);
  const outcome = await createPipeline(inner, {
    ...request,
    variables: upstream.variables,
    inputs: trigger.inputs,
    tokenStarts: tokenStartsOf(pipeline),
    savesErrors: false,
    heedsSkip: false,
    onCreated: async (created, { id }) => {
      if (await linkDownstream(created.db, job.id, id)) return;
      throw new AppError('conflict');
    },
  });
  if (outcome.kind === 'created') return upstream;
  const messages = outcome.kind === 'invalid' ? outcome.messages : [outcome.message];
  throw new BridgeFailure('downstream_pipeline_creation_failed', messages.join('\n'));
}

/** A job with `needs:pipeline` of another project takes the status of the newest pipeline of its default branch. */
async function followUpstream(ctx: Context, job: JobRow): Promise<void> {
  const pipeline = await findPipeline(ctx.db, job.pipeline_id);
  const actor = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
  const need = jobOptions(job).otherNeeds.find(({ kind }) => kind === 'upstream_status');
  const missing = new BridgeFailure(
    'upstream_bridge_project_not_found',
    'The upstream project or its pipeline was not found.',
  );
  if (!pipeline || !actor || need?.kind !== 'upstream_status') throw missing;
  const inner = { ...ctx, actor };
  const path = expandVariables(
    need.project,
    await upstreamValues(ctx, job, pipeline, readTrigger(job.options).variables),
    {},
  );
  const access = await getProjectAccess(inner, path).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    throw missing;
  });
  const branch = access.project.default_branch;
  const isReadable = isAllowed(actor, 'read_pipeline', featureOf(access, 'repository'));
  const upstream =
    branch === null || !isReadable ? undefined : await newestPipelineOf(ctx.db, access.project.id, branch);
  if (!upstream) throw missing;
  await updateJob(ctx.db, job, { upstream_pipeline_id: upstream.id });
  const now = await findPipeline(ctx.db, upstream.id);
  if (now && isFinished(now.status)) await finishJob(ctx, job.id, mirroredResult(now.status));
}

/** How a job ends that takes the status of this pipeline. */
export function mirroredResult(status: CiStatus): JobResult {
  if (status === 'success' || status === 'canceled') return { status };
  return { status: 'failed', failureReason: 'unknown_failure' };
}

type Request = Pick<
  PipelineRequest,
  'access' | 'ref' | 'isTag' | 'sha' | 'source' | 'text' | 'generated' | 'predefined' | 'beforeSha' | 'isProtected'
>;

async function childRequest(
  ctx: Context,
  { pipeline, trigger }: Upstream,
  above: readonly PipelineRow[],
): Promise<Request> {
  const depth = [pipeline, ...above].findIndex(({ source }) => source !== 'parent_pipeline');
  if (depth >= MAX_CHILD_DEPTH)
    throw new BridgeFailure(
      'reached_max_descendant_pipelines_depth',
      'Child pipelines start no further children here.',
    );
  const includes = trigger.kind === 'child' ? trigger.include : [];
  return {
    access: await getProjectAccess(ctx, pipeline.project_id),
    ref: pipeline.ref,
    isTag: pipeline.is_tag,
    sha: pipeline.sha,
    beforeSha: pipeline.before_sha,
    source: 'parent_pipeline',
    text: childText(includes),
    generated: await readGeneratedFiles(ctx, pipeline.id, includes),
    predefined: inheritedValues(pipeline),
    // Of a fork's code in the target: neither do its children get more.
    ...(pipeline.ref.startsWith('refs/') && { isProtected: false as const }),
  };
}

async function projectRequest(
  ctx: Context,
  { pipeline }: Upstream,
  lookup: (name: string) => string | undefined,
  trigger: Extract<Trigger, { kind: 'multi_project' }>,
): Promise<Request> {
  const path = expandVariables(trigger.project, lookup, { keepUnknown: true });
  let access: ProjectAccess;
  try {
    access = await getProjectAccess(ctx, path);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    throw new BridgeFailure('downstream_bridge_project_not_found', `The project ${path} was not found.`);
  }
  if (access.project.id === pipeline.project_id && trigger.branch === null) {
    throw new BridgeFailure('invalid_bridge_trigger', 'A pipeline does not start itself. Use a child pipeline.');
  }
  const branch = trigger.branch === null ? access.project.default_branch : expandVariables(trigger.branch, lookup, {});
  const at = branch === null ? undefined : await resolveRef(ctx, access, branch);
  if (await runRefusal(ctx, access, at ?? { ref: branch ?? '', isTag: false })) {
    throw new BridgeFailure('insufficient_bridge_permissions', `The user may not run pipelines in ${path}.`);
  }
  if (!at) throw new BridgeFailure('downstream_pipeline_creation_failed', 'Reference not found');
  return { access, ...at, source: 'pipeline' };
}
