import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Commit } from '@tributary/git';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { storedCommits } from '../../repositories/index.ts';
import { type ArtifactRow, listArtifacts } from '../artifacts/store/artifact-store.ts';
import { mayReadPipelines } from '../pipeline-access.ts';
import { type ManagerView, runnersOfJobs, type RunnerView } from '../runners/reads/list-runners.ts';
import { countJobRows, type JobFilter, listJobRows, type StagedJob } from '../store/list-jobs-store.ts';
import { listPipelineRows } from '../store/list-pipelines-store.ts';
import { findPipeline, type PipelineRow } from '../store/pipeline-store.ts';

/** A job with what it shares with others of its pipeline. */
export type JobView = {
  job: StagedJob;
  user: UserView | null;
  pipeline: PipelineRow;
  commit: Commit | undefined;
  /** The pipeline that it started, with the path of its project; only for those who may read it. */
  downstream: { row: PipelineRow; fullPath: string } | undefined;
  /** Its files. */
  artifacts: ArtifactRow[];
  runner: RunnerView | null;
  manager: ManagerView | null;
};

export async function viewJobs(ctx: Context, access: ProjectAccess, jobs: readonly StagedJob[]): Promise<JobView[]> {
  const ids = new Set(jobs.map((job) => job.pipeline_id));
  const page = { order: { by: 'id', sort: 'asc' }, offset: 0, limit: ids.size } as const;
  const [users, pipelines] = await Promise.all([
    listUsersByIds(
      ctx,
      jobs.flatMap((job) => job.user_id ?? []),
    ),
    listPipelineRows(ctx.db, { projectIds: [access.project.id], ids: [...ids] }, page),
  ]);
  const commits = await storedCommits(
    ctx,
    access,
    pipelines.map(({ sha }) => sha),
  );
  const downstreams = await downstreamsOf(ctx, jobs);
  const artifacts = await listArtifacts(
    ctx.db,
    jobs.map(({ id }) => id),
  );
  const { runners, managers } = await runnersOfJobs(ctx, jobs);
  const userById = new Map(users.map((user) => [user.id, user]));
  const byId = new Map(pipelines.map((pipeline) => [pipeline.id, pipeline]));
  return jobs.flatMap((job) => {
    const pipeline = byId.get(job.pipeline_id);
    if (!pipeline) return [];
    const user = userById.get(job.user_id ?? 0) ?? null;
    const downstream = downstreams.get(job.downstream_pipeline_id ?? 0);
    const own = {
      artifacts: artifacts.filter((artifact) => artifact.job_id === job.id),
      runner: runners.get(job.runner_id ?? 0) ?? null,
      manager: managers.get(job.runner_manager_id ?? 0) ?? null,
    };
    return [{ job, user, pipeline, commit: commits.get(pipeline.sha), downstream, ...own }];
  });
}

async function downstreamsOf(ctx: Context, jobs: readonly StagedJob[]) {
  const found = new Map<number, NonNullable<JobView['downstream']>>();
  for (const { downstream_pipeline_id: id } of jobs) {
    const row = id === null ? undefined : await findPipeline(ctx.db, id);
    if (!row) continue;
    const access = await findProjectOf(ctx, row.project_id);
    if (access && mayReadPipelines(ctx, access)) found.set(row.id, { row, fullPath: access.project.full_path });
  }
  return found;
}

async function findProjectOf(ctx: Context, id: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

export async function listJobs(
  ctx: Context,
  filter: JobFilter,
  request: PageRequest,
  order: 'newest' | 'oldest' = 'newest',
): Promise<Page<StagedJob>> {
  const page = { order, offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const [rows, total] = await Promise.all([listJobRows(ctx.db, filter, page), countJobRows(ctx.db, filter)]);
  return pageOf(rows, request, total);
}

const MAX_OF_PIPELINE = 2_000;

/** All jobs of a pipeline in the order of its stages. */
export function jobsOfPipeline(
  ctx: Context,
  pipelineId: number,
  { stage, includesRetried = false }: { stage?: string; includesRetried?: boolean } = {},
): Promise<StagedJob[]> {
  const filter = { pipelineIds: [pipelineId], stage, includesRetried };
  return listJobRows(ctx.db, filter, { order: 'stage', offset: 0, limit: MAX_OF_PIPELINE });
}

export async function findStagedJob(ctx: Context, projectId: number, id: number): Promise<StagedJob | undefined> {
  const filter = { projectId, ids: [id], includesRetried: true };
  return (await listJobRows(ctx.db, filter, { order: 'newest', offset: 0, limit: 1 }))[0];
}

/** Seconds that a job took, or has taken until now. */
export function secondsOf(job: Pick<StagedJob, 'started_at' | 'finished_at' | 'status'>, now: Date): number | null {
  if (!job.started_at) return null;
  const end = job.finished_at ?? (isFinished(job.status) ? null : now);
  return end && (end.getTime() - job.started_at.getTime()) / 1_000;
}

/** Seconds that a job waited for a runner, or has waited until now. */
export function queuedSecondsOf(job: Pick<StagedJob, 'queued_at' | 'started_at' | 'status'>, now: Date): number | null {
  const until = job.started_at ?? (job.status === 'pending' ? now : null);
  return until && job.queued_at && Math.max(0, (until.getTime() - job.queued_at.getTime()) / 1_000);
}

/** Jobs of a project by their ids, in no order. */
export function stagedJobs(ctx: Context, projectId: number, ids: readonly number[]): Promise<StagedJob[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return listJobRows(
    ctx.db,
    { projectId, ids, includesRetried: true },
    { order: 'newest', offset: 0, limit: ids.length },
  );
}

/** The job of this name that counts in a pipeline. */
export async function jobNamed(ctx: Context, pipelineId: number, name: string): Promise<StagedJob | undefined> {
  const filter = { pipelineIds: [pipelineId], kinds: ['build'], names: [name], includesRetried: false } as const;
  return (await listJobRows(ctx.db, filter, { order: 'newest', offset: 0, limit: 1 }))[0];
}

export function findPipelineOf(ctx: Context, job: Pick<StagedJob, 'pipeline_id'>): Promise<PipelineRow | undefined> {
  return findPipeline(ctx.db, job.pipeline_id);
}
