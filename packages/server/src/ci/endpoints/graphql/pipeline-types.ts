import {
  CI_STATUSES,
  isActive,
  isFinished,
  lookOfJob,
  lookOfPipeline,
  lookOfStatus,
} from '@tributary/contract/ci/status.ts';
import type { StatusLook } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, getProjectView, type ProjectView } from '../../../projects/index.ts';
import { jobsOfPipeline, secondsOf } from '../../reads/jobs.ts';
import type { PipelineView } from '../../reads/pipelines.ts';
import { jobPath, pipelinePath } from '../../render/to-rest-pipeline.ts';
import type { StagedJob } from '../../store/list-jobs-store.ts';
import type { StageRow } from '../../store/pipeline-store.ts';

type Status = { id: string; look: StatusLook; detailsPath: string | null };
export type GraphqlPipeline = PipelineView & { fullPath: string };
export type GraphqlJob = StagedJob & { fullPath: string };
type Job = GraphqlJob;
type Stage = StageRow & { fullPath: string };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DetailedStatus: Status;
    CiJob: Job;
    CiJobConnection: Connection<Job>;
    CiStage: Stage;
    CiStageConnection: Connection<Stage>;
    Pipeline: GraphqlPipeline;
    PipelineConnection: Connection<GraphqlPipeline>;
  }
}

/** Null where the reader may not see the project, such as a fork from which a merge request comes. */
const projectOf = inOneGo<number, ProjectView | null>(async (ctx, ids) => {
  const found = new Map([...new Set(ids)].map((id) => [id, visibleProject(ctx, id)]));
  return ids.map((id) => found.get(id) ?? null);
});

async function visibleProject(ctx: Context, id: number): Promise<ProjectView | null> {
  try {
    await getProjectAccess(ctx, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
  return getProjectView(ctx, id);
}

const values = CI_STATUSES.map((status) => status.toUpperCase() as Uppercase<typeof status>);
const upper = (status: (typeof CI_STATUSES)[number]) => status.toUpperCase() as Uppercase<typeof status>;

function statusOfJob(job: Job): Status {
  const detailsPath = job.kind === 'status' ? job.target_url : jobPath(job.fullPath, job.id);
  return { id: `job-${job.id}`, look: lookOfJob(job.status, job.allow_failure), detailsPath };
}

function addDetailedStatus(builder: GraphqlBuilder): void {
  builder.objectType('DetailedStatus', {
    fields: (t) => ({
      id: t.exposeString('id', { nullable: false }),
      group: t.string({ nullable: true, resolve: ({ look }) => look.group }),
      icon: t.string({ nullable: true, resolve: ({ look }) => look.icon }),
      label: t.string({ nullable: true, resolve: ({ look }) => look.label }),
      name: t.string({ nullable: true, resolve: ({ look }) => look.group.toUpperCase() }),
      text: t.string({ nullable: true, resolve: ({ look }) => look.text }),
      tooltip: t.string({ nullable: true, resolve: ({ look }) => look.label }),
      detailsPath: t.exposeString('detailsPath', { nullable: true }),
      hasDetails: t.boolean({ nullable: true, resolve: ({ detailsPath }) => detailsPath !== null }),
    }),
  });
}

function addJobs(builder: GraphqlBuilder): void {
  const status = builder.enumType('CiJobStatus', { values });
  builder.objectType('CiJob', {
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: ({ id }) => toGlobalId('Ci::Build', id) }),
      name: t.exposeString('name', { nullable: true }),
      status: t.field({ type: status, nullable: true, resolve: (job) => upper(job.status) }),
      allowFailure: t.boolean({ nullable: false, resolve: (job) => job.allow_failure }),
      retried: t.boolean({ nullable: true, resolve: (job) => job.is_retried }),
      coverage: t.exposeFloat('coverage', { nullable: true }),
      failureMessage: t.string({ nullable: true, resolve: (job) => job.failure_reason }),
      duration: t.int({
        nullable: true,
        resolve: (job, _args, { ctx }) => Math.round(secondsOf(job, ctx.clock.now()) ?? 0),
      }),
      detailedStatus: t.field({ type: 'DetailedStatus', nullable: true, resolve: statusOfJob }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: (job) => job.created_at }),
      startedAt: t.field({ type: 'Time', nullable: true, resolve: (job) => job.started_at }),
      finishedAt: t.field({ type: 'Time', nullable: true, resolve: (job) => job.finished_at }),
      webPath: t.string({ nullable: true, resolve: (job) => statusOfJob(job).detailsPath }),
    }),
  });
  builder.objectType('CiJobConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiJob'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

function addStages(builder: GraphqlBuilder): void {
  builder.objectType('CiStage', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Ci::Stage', id) }),
      name: t.exposeString('name', { nullable: true }),
      status: t.string({ nullable: true, resolve: (stage) => stage.status }),
      detailedStatus: t.field({
        type: 'DetailedStatus',
        nullable: true,
        resolve: ({ id, name, pipeline_id: pipelineId, status, has_warnings: hasWarnings, fullPath }) => ({
          id: `stage-${id}`,
          look: lookOfStatus(status, hasWarnings),
          detailsPath: `${pipelinePath(fullPath, pipelineId)}#${encodeURIComponent(name)}`,
        }),
      }),
      jobs: t.field({
        type: 'CiJobConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: async ({ pipeline_id: pipelineId, name, fullPath }, args, { ctx }) => {
          const jobs = await jobsOfPipeline(ctx, pipelineId, { stage: name });
          return sliceConnection(
            jobs.map((job) => ({ ...job, fullPath })),
            args,
          );
        },
      }),
    }),
  });
  builder.objectType('CiStageConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiStage'], resolve: (connection) => connection.nodes }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

const makeStatus = (builder: GraphqlBuilder) => builder.enumType('PipelineStatusEnum', { values });
const made = new WeakMap<GraphqlBuilder, ReturnType<typeof makeStatus>>();

/** The type of statuses of pipelines, one for each schema. */
export function pipelineStatusType(builder: GraphqlBuilder): ReturnType<typeof makeStatus> {
  const known = made.get(builder) ?? makeStatus(builder);
  made.set(builder, known);
  return known;
}

const EVENT_TYPES = { detached: 'DETACHED', merged_result: 'MERGED_RESULT', merge_train: 'MERGE_TRAIN' } as const;

/** Pipelines, their stages and jobs. */
export function addPipelineTypes(builder: GraphqlBuilder): void {
  addDetailedStatus(builder);
  addJobs(builder);
  addStages(builder);
  const status = pipelineStatusType(builder);
  const eventType = builder.enumType('PipelineMergeRequestEventType', {
    values: Object.values(EVENT_TYPES),
  });
  builder.objectType('Pipeline', {
    description: 'A CI pipeline of a commit.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Ci::Pipeline', row.id) }),
      iid: t.string({ nullable: false, resolve: ({ row }) => String(row.iid) }),
      name: t.string({ nullable: true, resolve: ({ row }) => row.name }),
      status: t.field({ type: status, nullable: false, resolve: ({ row }) => upper(row.status) }),
      detailedStatus: t.field({
        type: 'DetailedStatus',
        nullable: false,
        resolve: ({ row, fullPath }) => ({
          id: `pipeline-${row.id}`,
          look: lookOfPipeline(row.status, row.has_warnings),
          detailsPath: pipelinePath(fullPath, row.id),
        }),
      }),
      project: t.field({
        type: 'Project',
        nullable: true,
        resolve: ({ row }, _args, { ctx }) => projectOf(ctx, row.project_id),
      }),
      sha: t.string({ nullable: true, resolve: ({ row }) => row.sha }),
      beforeSha: t.string({ nullable: true, resolve: ({ row }) => row.before_sha }),
      ref: t.string({ nullable: true, resolve: ({ row }) => row.ref }),
      mergeRequestEventType: t.field({
        type: eventType,
        nullable: true,
        resolve: ({ row }) => row.event_type && EVENT_TYPES[row.event_type],
      }),
      path: t.string({ nullable: true, resolve: ({ row, fullPath }) => pipelinePath(fullPath, row.id) }),
      source: t.string({ nullable: true, resolve: ({ row }) => row.source }),
      active: t.boolean({ nullable: false, resolve: ({ row }) => isActive(row.status) }),
      complete: t.boolean({ nullable: false, resolve: ({ row }) => isFinished(row.status) }),
      warnings: t.boolean({ nullable: false, resolve: ({ row }) => row.has_warnings }),
      user: t.field({ type: 'User', nullable: true, resolve: (pipeline) => pipeline.user }),
      stages: t.field({
        type: 'CiStageConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ stages, fullPath }, args) =>
          sliceConnection(
            stages.map((stage) => ({ ...stage, fullPath })),
            args,
          ),
      }),
      jobs: t.field({
        type: 'CiJobConnection',
        nullable: true,
        args: { retried: t.arg.boolean(), first: t.arg.int(), after: t.arg.string() },
        resolve: async ({ row, fullPath }, { retried, ...args }, { ctx }) => {
          const jobs = await jobsOfPipeline(ctx, row.id, { includesRetried: retried ?? false });
          return sliceConnection(
            jobs.map((job) => ({ ...job, fullPath })),
            args,
          );
        },
      }),
      duration: t.int({ nullable: true, resolve: ({ row }) => row.duration_seconds }),
      queuedDuration: t.float({ nullable: true, resolve: ({ row }) => row.queued_seconds }),
      coverage: t.float({ nullable: true, resolve: ({ row }) => row.coverage }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ row }) => row.updated_at }),
      startedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.started_at }),
      finishedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.finished_at }),
    }),
  });
  builder.objectType('PipelineConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Pipeline'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}
