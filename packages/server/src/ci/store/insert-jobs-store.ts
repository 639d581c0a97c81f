import type { PlannedJob, PlannedPipeline } from '@tributary/ci-config';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { optionsOf } from '../rules/job-options.ts';
import type { PipelineRow } from './pipeline-store.ts';
import type { JobTable } from '../tables.ts';
import { addResourceGroups } from './resource-store.ts';

/** Rows of one statement; PostgreSQL takes 65,535 values. */
const BATCH = 1_000;

/** Writes the stages, jobs and needs of a planned pipeline with a bounded number of statements. */
export async function insertJobs(
  db: Db | Tx,
  pipeline: PipelineRow,
  { stages, jobs }: PlannedPipeline,
  isProtected: boolean,
): Promise<void> {
  const rows = await db
    .insertInto('ci_stages')
    .values(stages.map((name, position) => ({ pipeline_id: pipeline.id, name, position })))
    .returning(['id', 'position'])
    .execute();
  const groups = new Set(jobs.flatMap((job) => job.resourceGroup ?? []));
  await addResourceGroups(db, pipeline.project_id, [...groups]);
  const stageIds = new Map(rows.map(({ id, position }) => [position, id]));
  for (let from = 0; from < jobs.length; from += BATCH) {
    const batch = jobs.slice(from, from + BATCH);
    const made = await db
      .insertInto('ci_jobs')
      .values(batch.map((job) => jobRow(pipeline, job, stageIds.get(job.stageIndex) ?? 0, isProtected)))
      .returning(['id', 'name'])
      .execute();
    const ids = new Map(made.map(({ id, name }) => [name, id]));
    const needs = batch.flatMap((job) => needRows(job, ids.get(job.name) ?? 0));
    for (let at = 0; at < needs.length; at += BATCH) {
      await db
        .insertInto('ci_job_needs')
        .values(needs.slice(at, at + BATCH))
        .execute();
    }
  }
}

function jobRow(pipeline: PipelineRow, job: PlannedJob, stageId: number, isProtected: boolean): Insertable<JobTable> {
  const { allowFailure } = job;
  return {
    project_id: pipeline.project_id,
    pipeline_id: pipeline.id,
    stage_id: stageId,
    kind: job.kind === 'trigger' ? 'bridge' : 'build',
    name: job.name,
    // With exit codes it is decided when the job has failed.
    allow_failure: allowFailure === true,
    run_when: job.when,
    scheduling: job.needs === null ? 'stage' : 'needs',
    is_protected: isProtected,
    is_interruptible: job.interruptible,
    user_id: pipeline.user_id,
    coverage_regex: job.coverage,
    tags: [...job.tags],
    environment: job.environment?.name ?? null,
    resource_group: job.resourceGroup,
    timeout_seconds: job.timeoutSeconds,
    options: JSON.stringify(optionsOf(job)),
    created_at: pipeline.created_at,
  };
}

function needRows(job: PlannedJob, jobId: number) {
  return (job.needs ?? []).flatMap((need) =>
    need.kind === 'job'
      ? [{ job_id: jobId, name: need.name, takes_artifacts: need.artifacts, is_optional: need.optional }]
      : [],
  );
}
