import type { Extension, Extensions } from '../platform/extensions.ts';
import { type CiStatus, lookOfPipeline } from '@tributary/contract/ci/status.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Commit } from '@tributary/git';
import { findUser } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import { getProjectAccess, type ProjectRow } from '../projects/index.ts';
import { storedCommits } from '../repositories/index.ts';
import {
  defineHookPayload,
  defineHookSample,
  type HookPayload,
  hookProject,
  hookRepository,
  hookUser,
} from '../webhooks/index.ts';
import { type ArtifactRow, listArtifacts } from './artifacts/store/artifact-store.ts';
import { runnerType } from './runners/rules/runner-status.ts';
import { findRunner } from './runners/store/runner-store.ts';
import { jobOptions } from './rules/job-options.ts';
import { findStagedJob, jobsOfPipeline, listJobs, queuedSecondsOf, secondsOf } from './reads/jobs.ts';
import { listPipelines } from './reads/pipelines.ts';
import { countAttempts } from './store/dag-store.ts';
import type { StagedJob } from './store/list-jobs-store.ts';
import { findPipeline, listStages, type PipelineRow } from './store/pipeline-store.ts';
import { listPipelineVariables } from './store/variable-store.ts';

/** `2016-08-12 15:23:28 UTC`, as receivers of these hooks read times. */
const timeOf = (moment: Date | null) => moment && `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

async function userOf(ctx: Context, id: number | null) {
  const user = id === null ? undefined : await findUser(ctx, id);
  return user ? hookUser(ctx, user) : null;
}

type Subject = { project: ProjectRow; pipeline: PipelineRow; commit: Commit | undefined };

/** Undefined when the pipeline or its project no longer exists. */
async function subjectOf(ctx: Context, pipelineId: number): Promise<Subject | undefined> {
  const pipeline = await findPipeline(ctx.db, pipelineId);
  if (!pipeline) return undefined;
  const access = await getProjectAccess(ctx, pipeline.project_id);
  if (access.project.deleting_since !== null) return undefined;
  const commit = (await storedCommits(ctx, access, [pipeline.sha])).get(pipeline.sha);
  return { project: access.project, pipeline, commit };
}

/** In place of values of variables: they may be secret, and deliveries are stored. */
const MASKED = '[MASKED]';

const NO_SHA = '0'.repeat(40);

function refPart({ ref, is_tag: tag, sha, before_sha: before }: PipelineRow) {
  return { ref, tag, sha, before_sha: before ?? NO_SHA };
}

function environmentOf(job: StagedJob) {
  const { environment } = jobOptions(job);
  if (job.environment === null) return null;
  return {
    name: job.environment,
    action: environment?.action ?? 'start',
    deployment_tier: environment?.deploymentTier ?? null,
  };
}

async function runnerOf(ctx: Context, id: number | null) {
  const runner = id === null ? undefined : await findRunner(ctx.db, id);
  if (!runner) return null;
  return {
    id: runner.id,
    description: runner.description,
    runner_type: runnerType(runner.kind),
    active: !runner.is_paused,
    is_shared: runner.kind === 'instance',
    tags: runner.tags,
  };
}

type SubjectPart = (ctx: Context, id: number) => Promise<Record<string, unknown> | null>;

const subjectParts = new Map<string, SubjectPart>();

/** What a pipeline ran for, as its hook tells it under `merge_request`. */
export function defineHookSubject(type: string, build: SubjectPart): Extension {
  return () => {
    subjectParts.set(type, build);
  };
}

async function subjectPart(ctx: Context, { subject_type: type, subject_id: id }: PipelineRow) {
  const build = type === null ? undefined : subjectParts.get(type);
  return build && id !== null ? build(ctx, id) : null;
}

/** Asks once for each id, however many jobs name it. */
function askOnce<T>(load: (id: number | null) => Promise<T>): (id: number | null) => Promise<T> {
  const asked = new Map<number | null, Promise<T>>();
  return (id) => {
    const answer = asked.get(id) ?? load(id);
    asked.set(id, answer);
    return answer;
  };
}

type Parts = {
  user: Awaited<ReturnType<typeof userOf>>;
  runner: Awaited<ReturnType<typeof runnerOf>>;
  archive: ArtifactRow | undefined;
};

function buildPart(ctx: Context, job: StagedJob, { user, runner, archive }: Parts) {
  const now = ctx.clock.now();
  return {
    id: job.id,
    stage: job.stage,
    name: job.name,
    status: job.status,
    created_at: timeOf(job.created_at),
    started_at: timeOf(job.started_at),
    finished_at: timeOf(job.finished_at),
    duration: secondsOf(job, now),
    queued_duration: queuedSecondsOf(job, now),
    failure_reason: job.failure_reason,
    when: job.run_when,
    manual: job.run_when === 'manual',
    allow_failure: job.allow_failure,
    user,
    runner,
    artifacts_file: { filename: archive?.file_name ?? null, size: archive?.size_bytes ?? null },
    environment: environmentOf(job),
  };
}

async function pipelinePayload(
  ctx: Context,
  { project, pipeline, commit }: Subject,
  status: CiStatus,
): Promise<HookPayload> {
  const [stages, jobs] = await Promise.all([listStages(ctx.db, [pipeline.id]), jobsOfPipeline(ctx, pipeline.id)]);
  const builds = jobs.filter((job) => job.kind !== 'status');
  const files = await listArtifacts(
    ctx.db,
    builds.map(({ id }) => id),
  );
  const archives = new Map(files.filter(({ type }) => type === 'archive').map((file) => [file.job_id, file]));
  const userOnce = askOnce((id) => userOf(ctx, id));
  const runnerOnce = askOnce((id) => runnerOf(ctx, id));
  const parts = async (job: StagedJob) => ({
    user: await userOnce(job.user_id),
    runner: await runnerOnce(job.runner_id),
    archive: archives.get(job.id),
  });
  const variables = await listPipelineVariables(ctx.db, pipeline.id);
  return {
    projectId: project.id,
    trigger: 'pipeline_events',
    eventName: 'Pipeline Hook',
    ...(!pipeline.is_tag && { branch: pipeline.ref }),
    body: {
      object_kind: 'pipeline',
      object_attributes: {
        id: pipeline.id,
        iid: pipeline.iid,
        name: pipeline.name,
        ...refPart(pipeline),
        source: pipeline.source,
        status,
        detailed_status: lookOfPipeline(status, pipeline.has_warnings).label,
        stages: stages.map(({ name }) => name),
        created_at: timeOf(pipeline.created_at),
        finished_at: timeOf(pipeline.finished_at),
        duration: pipeline.duration_seconds,
        queued_duration: pipeline.queued_seconds,
        variables: variables.map(({ key }) => ({ key, value: MASKED })),
        url: `${ctx.config.url}/${project.full_path}/-/pipelines/${pipeline.id}`,
      },
      merge_request: await subjectPart(ctx, pipeline),
      user: await userOf(ctx, pipeline.user_id),
      project: await hookProject(ctx, project),
      commit: commit && {
        id: commit.sha,
        message: commit.message,
        title: commit.subject,
        timestamp: commit.committer.date,
        url: `${ctx.config.url}${repositoryPaths.commit(project.full_path, commit.sha)}`,
        author: { name: commit.author.name, email: '[REDACTED]' },
      },
      builds: await Promise.all(builds.map(async (job) => buildPart(ctx, job, await parts(job)))),
    },
  };
}

async function jobPayload(
  ctx: Context,
  { project, pipeline, commit }: Subject,
  job: StagedJob,
  status: CiStatus,
): Promise<HookPayload> {
  const now = ctx.clock.now();
  return {
    projectId: project.id,
    trigger: 'job_events',
    eventName: 'Job Hook',
    ...(!pipeline.is_tag && { branch: pipeline.ref }),
    body: {
      object_kind: 'build',
      ...refPart(pipeline),
      build_id: job.id,
      build_name: job.name,
      build_stage: job.stage,
      build_status: status,
      build_created_at: timeOf(job.created_at),
      build_started_at: timeOf(job.started_at),
      build_finished_at: timeOf(job.finished_at),
      build_duration: secondsOf(job, now),
      build_queued_duration: queuedSecondsOf(job, now),
      build_allow_failure: job.allow_failure,
      build_failure_reason: job.failure_reason ?? 'unknown_failure',
      retries_count: Math.max(0, (await countAttempts(ctx.db, job)) - 1),
      pipeline_id: pipeline.id,
      runner: await runnerOf(ctx, job.runner_id),
      project_id: project.id,
      project_name: project.full_path,
      user: await userOf(ctx, job.user_id),
      // A pipeline under the name that it had before there were pipelines.
      commit: {
        id: pipeline.id,
        name: pipeline.name,
        sha: pipeline.sha,
        message: commit?.message ?? null,
        author_name: commit?.author.name ?? null,
        author_email: '[REDACTED]',
        status: pipeline.status,
        duration: pipeline.duration_seconds,
        started_at: timeOf(pipeline.started_at),
        finished_at: timeOf(pipeline.finished_at),
      },
      repository: hookRepository(ctx, project),
      project: await hookProject(ctx, project),
      environment: environmentOf(job),
    },
  };
}

export const ciHookPayloads: Extensions = [
  defineHookPayload('pipeline.changed', async (ctx, { data: { pipelineId, status } }) => {
    const subject = await subjectOf(ctx, pipelineId);
    return subject ? pipelinePayload(ctx, subject, status) : null;
  }),
  /** What another system reports is not told as a job: its pipeline is. */
  defineHookPayload('job.changed', async (ctx, { data: { jobId, pipelineId, projectId, status } }) => {
    const job = await findStagedJob(ctx, projectId, jobId);
    const subject = job?.kind === 'build' ? await subjectOf(ctx, pipelineId) : undefined;
    return job && subject ? jobPayload(ctx, subject, job, status) : null;
  }),
  defineHookSample('pipeline_events', async (ctx, projectId) => {
    const [newest] = (await listPipelines(ctx, { projectIds: [projectId] }, { page: 1, perPage: 1 })).items;
    const subject = newest && (await subjectOf(ctx, newest.id));
    return subject ? pipelinePayload(ctx, subject, subject.pipeline.status) : null;
  }),
  defineHookSample('job_events', async (ctx, projectId) => {
    const filter = { projectId, kinds: ['build'], includesRetried: true } as const;
    const [newest] = (await listJobs(ctx, filter, { page: 1, perPage: 1 })).items;
    const subject = newest && (await subjectOf(ctx, newest.pipeline_id));
    return newest && subject ? jobPayload(ctx, subject, newest, newest.status) : null;
  }),
];
