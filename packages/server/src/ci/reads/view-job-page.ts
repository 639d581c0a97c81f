import { isFinished } from '@tributary/contract/ci/status.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { JobPageData, RunnerState } from '@tributary/contract/ci/job-page.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { keepArtifacts } from '../artifacts/operations/change-artifacts.ts';
import { mayReadFiles } from '../artifacts/reads/job-artifacts.ts';
import { type ArtifactRow, listArtifacts } from '../artifacts/store/artifact-store.ts';
import { cancelJob, playJob, retryJob, unscheduleJob } from '../operations/change-job.ts';
import { getRunnerAccess } from '../runners/runner-access.ts';
import { runnersFor } from '../runners/store/queue-store.ts';
import { findRunner, type RunnerRow } from '../runners/store/runner-store.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';
import { findPipeline } from '../store/pipeline-store.ts';
import { eraseJob } from '../traces/operations/erase-job.ts';
import { mayReadTrace } from '../traces/reads/read-trace.ts';
import { findTrace } from '../traces/store/trace-store.ts';
import { findStagedJob } from './jobs.ts';
import { type PagePipelineView, viewPagePipelines } from './page-pipelines.ts';
import { jobFilesOf } from '../job-files-access.ts';
import { mayPassVariables } from '../operations/run-refusal.ts';
import { jobVariables } from '../variables/job-variables.ts';

/** A job with all that its page shows beside the log. */
export type JobPageView = {
  job: StagedJob;
  pipeline: PagePipelineView;
  user: UserView | null;
  erasedBy: UserView | null;
  runner: RunnerRow | undefined;
  /** The actor may see the page of the runner. */
  maySeeRunner: boolean;
  runnerState: RunnerState;
  /** Null: it has none, or the actor may not read it. */
  hasLog: boolean | null;
  downstreamId: number | null;
  /** Its files, as far as the actor may read them. */
  artifacts: ArtifactRow[];
  mayKeepArtifacts: boolean;
  can: JobPageData['can'];
  variables: { key: string; value: string }[] | null;
};

async function runnerStateOf(ctx: Context, job: StagedJob): Promise<RunnerState> {
  if (job.kind !== 'build') return null;
  if (job.runner_id !== null) return 'assigned';
  if (job.status !== 'pending') return null;
  return runnersFor(ctx.db, job, ctx.clock.now());
}

/** Buttons are there when the operation behind them would not refuse. */
async function rightsOf(
  ctx: Context,
  access: ProjectAccess,
  job: StagedJob,
  pipeline: PagePipelineView['row'],
): Promise<JobPageView['can']> {
  const which = { projectId: access.project.id, jobId: job.id };
  const loaded = { access, job, pipeline };
  const refusals = await Promise.all([
    retryJob.refusal(ctx, loaded, which),
    playJob.refusal(ctx, loaded, which),
    unscheduleJob.refusal(ctx, loaded, which),
    cancelJob.refusal(ctx, loaded, which),
    eraseJob.refusal(ctx, loaded, which),
  ]);
  const [retry, play, unschedule, cancel, erase] = refusals.map((refusal) => refusal === null);
  return {
    retry: retry === true,
    play: play === true,
    unschedule: unschedule === true,
    cancel: cancel === true && job.status !== 'canceling',
    erase: erase === true,
  };
}

async function maySeeRunner(ctx: Context, access: ProjectAccess, runnerId: number | null): Promise<boolean> {
  if (runnerId === null || !isAllowed(ctx.actor, 'read_project_runners', access.policy)) return false;
  const runner = await findRunner(ctx.db, runnerId);
  return runner !== undefined && isAllowed(ctx.actor, 'read_runner', (await getRunnerAccess(ctx, runner.id)).policy);
}

/** Throws not_found for a job that is not there or is another project's. */
export async function viewJobPage(ctx: Context, access: ProjectAccess, id: number): Promise<JobPageView> {
  const job = await findStagedJob(ctx, access.project.id, id);
  const row = job && (await findPipeline(ctx.db, job.pipeline_id));
  const [pipeline] = row ? await viewPagePipelines(ctx, access, [row]) : [];
  if (!job || !pipeline) throw new AppError('not_found', { resource: 'Job' });
  const mayReadLog =
    job.kind === 'build' &&
    isAllowed(ctx.actor, 'read_job_log', jobFilesOf(access)) &&
    (await mayReadTrace(ctx, access, job.id));
  const userIds = [job.user_id, job.erased_by_id].flatMap((userId) => userId ?? []);
  const seesFiles = isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access)) && mayReadFiles(ctx, access, job);
  const which = { projectId: access.project.id, jobId: job.id };
  const [users, runner, runnerState, trace, downstream, can, artifacts, keepRefusal] = await Promise.all([
    listUsersByIds(ctx, userIds),
    job.runner_id === null ? undefined : findRunner(ctx.db, job.runner_id),
    runnerStateOf(ctx, job),
    mayReadLog ? findTrace(ctx.db, job.id) : undefined,
    job.downstream_pipeline_id === null ? undefined : findPipeline(ctx.db, job.downstream_pipeline_id),
    rightsOf(ctx, access, job, pipeline.row),
    seesFiles ? listArtifacts(ctx.db, [job.id]) : [],
    keepArtifacts.refusal(ctx, { access, job }, which),
  ]);
  const userOf = (userId: number | null) => users.find((user) => user.id === userId) ?? null;
  return {
    job,
    pipeline,
    user: userOf(job.user_id),
    erasedBy: userOf(job.erased_by_id),
    runner,
    maySeeRunner: await maySeeRunner(ctx, access, job.runner_id),
    runnerState,
    hasLog: mayReadLog ? trace !== undefined && (trace.stored_bytes > 0 || !isFinished(job.status)) : null,
    artifacts,
    mayKeepArtifacts: keepRefusal === null,
    downstreamId: downstream?.project_id === access.project.id ? downstream.id : null,
    can,
    variables:
      (can.play || can.retry) && mayPassVariables(ctx, access)
        ? jobVariables(ctx, job.options).map(({ key, value }) => ({ key, value }))
        : null,
  };
}
