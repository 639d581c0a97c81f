import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { Insertable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import { TRANSITIONS } from '../rules/status-machine.ts';
import type { JobKind, JobTable, RunWhen } from '../tables.ts';
import type { JobRow } from './job-store.ts';
import type { Step } from '../processing/next-step.ts';

export type DagJob = {
  id: number;
  name: string;
  kind: JobKind;
  status: CiStatus;
  allowFailure: boolean;
  runWhen: RunWhen;
  scheduling: 'stage' | 'needs';
  hasResourceGroup: boolean;
  hasEnvironment: boolean;
  /** Of its stage. */
  position: number;
};

/** The user of the job may not deploy to its environment. */
export const PROTECTED_ENVIRONMENT = 'protected_environment_failure';

/** The jobs of a pipeline that count, in the order of their stages. */
export async function listDagJobs(db: Db | Tx, pipelineId: number): Promise<DagJob[]> {
  return db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_stages as stage', 'stage.id', 'job.stage_id')
    .select([
      'job.id',
      'job.name',
      'job.kind',
      'job.status',
      'job.allow_failure as allowFailure',
      'job.run_when as runWhen',
      'job.scheduling',
      sql<boolean>`job.resource_group is not null`.as('hasResourceGroup'),
      sql<boolean>`job.environment is not null`.as('hasEnvironment'),
      'stage.position',
    ])
    .where('job.pipeline_id', '=', pipelineId)
    .where('job.is_retried', '=', false)
    .orderBy('stage.position')
    .orderBy('job.id')
    .execute();
}

/** By job, the names of the jobs of the same pipeline that it needs. */
export async function needsOf(db: Db | Tx, pipelineId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('ci_job_needs as need')
    .innerJoin('ci_jobs as job', 'job.id', 'need.job_id')
    .select(['need.job_id', 'need.name'])
    .where('job.pipeline_id', '=', pipelineId)
    .execute();
  const needs = new Map<number, string[]>();
  for (const row of rows) needs.set(row.job_id, [...(needs.get(row.job_id) ?? []), row.name]);
  return needs;
}

/** Takes the same step with many jobs that still have the status they were chosen by. */
export async function moveJobs(
  db: Db | Tx,
  ids: readonly number[],
  step: Step,
  now: Date,
): Promise<{ id: number; status: CiStatus }[]> {
  const status = TRANSITIONS[step].to;
  const startAt = sql<Date>`${now}::timestamptz + coalesce((options->>'startInSeconds')::int, 0) * interval '1 second'`;
  return db
    .updateTable('ci_jobs')
    .set({
      status,
      ...(step === 'enqueue' && { queued_at: now }),
      ...(step === 'skip' && { finished_at: now }),
      // The one reason for which a job fails before it starts.
      ...(step === 'fail' && { finished_at: now, failure_reason: PROTECTED_ENVIRONMENT }),
      ...(step === 'schedule' && { scheduled_at: startAt }),
      updated_at: sql<Date>`clock_timestamp()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('status', 'in', [...TRANSITIONS[step].from])
    .returning(['id', 'status'])
    .execute();
}

/** Jobs that a newer attempt has not replaced, without reports of other systems. */
export function listCurrentJobs(db: Db | Tx, pipelineId: number, statuses?: readonly CiStatus[]): Promise<JobRow[]> {
  let query = db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .where('is_retried', '=', false)
    .where('kind', '!=', 'status');
  if (statuses) query = query.where('status', 'in', [...statuses]);
  return query.orderBy('id').execute();
}

/** How often a job of this name was tried in the pipeline. */
export async function countAttempts(db: Db | Tx, job: Pick<JobRow, 'pipeline_id' | 'name'>): Promise<number> {
  const { count } = await db
    .selectFrom('ci_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('pipeline_id', '=', job.pipeline_id)
    .where('name', '=', job.name)
    .executeTakeFirstOrThrow();
  return count;
}

/** Puts a new job in the place of another, with the same needs. */
export async function insertReplacement(db: Db | Tx, job: JobRow, values: Insertable<JobTable>): Promise<JobRow> {
  await db.updateTable('ci_jobs').set({ is_retried: true }).where('id', '=', job.id).execute();
  const added = await db.insertInto('ci_jobs').values(values).returningAll().executeTakeFirstOrThrow();
  await sql`insert into ci_job_needs (job_id, name, takes_artifacts, is_optional)
    select ${added.id}, name, takes_artifacts, is_optional from ci_job_needs where job_id = ${job.id}`.execute(db);
  return added;
}

/** Jobs after this one that were skipped wait again: those of later stages, and those that need it, directly or not. */
export async function resetSkipped(db: Db | Tx, job: Pick<JobRow, 'id' | 'name' | 'pipeline_id'>): Promise<void> {
  await sql`
    with recursive dependent (name) as (
      select ${job.name}::text
      union
      select other.name from ci_jobs other join ci_job_needs need on need.job_id = other.id
        join dependent on dependent.name = need.name
      where other.pipeline_id = ${job.pipeline_id} and not other.is_retried
    )
    update ci_jobs later set status = 'created', finished_at = null, updated_at = clock_timestamp(),
      lock_version = later.lock_version + 1
    from ci_stages stage, ci_jobs this join ci_stages own on own.id = this.stage_id
    where this.id = ${job.id} and stage.id = later.stage_id and later.pipeline_id = this.pipeline_id
      and later.status = 'skipped' and not later.is_retried and later.kind <> 'status' and later.id <> this.id
      and ((later.scheduling = 'stage' and stage.position > own.position)
        or (later.scheduling = 'needs' and later.name in (select name from dependent)))`.execute(db);
}

/** Delayed jobs whose time has come. */
export function listDueJobs(db: Db | Tx, now: Date, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now)
    .limit(limit)
    .execute();
}

export type OverdueLimits = { now: Date; silenceMinutes: number; stuckHours: number; timeoutSeconds: number };

/**
 * Jobs that ran longer than they may, whose runner is silent, or that nobody took, with the reason. A job that follows a
 * pipeline may run as long as a job in it, or in one that is followed from there, can still end: else it waits for itself, or
 * for what is gone.
 */
export async function listOverdueJobs(
  db: Db | Tx,
  { now, silenceMinutes, stuckHours, timeoutSeconds }: OverdueLimits,
  limit: number,
): Promise<{ id: number; reason: string }[]> {
  const isSilent = sql`updated_at < ${now}::timestamptz - ${`${silenceMinutes} minutes`}::interval`;
  const isLong = sql`started_at < ${now}::timestamptz - (coalesce(timeout_seconds, ${timeoutSeconds}) + 60) * interval '1 second'`;
  const { rows } = await sql<{ id: number; reason: string }>`
    with recursive followed (job_id, pipeline_id) as (
      select id, coalesce(downstream_pipeline_id, upstream_pipeline_id) from ci_jobs
      where kind = 'bridge' and status = 'running' and ${isLong}
      union
      select followed.job_id, coalesce(bridge.downstream_pipeline_id, bridge.upstream_pipeline_id)
      from followed join ci_jobs bridge on bridge.pipeline_id = followed.pipeline_id and bridge.kind = 'bridge'
        and bridge.status = 'running'
    ), stuck (id) as (
      select job_id from followed group by job_id having not exists (
        select from followed each join ci_jobs job on job.pipeline_id = each.pipeline_id
        where each.job_id = followed.job_id and job.kind <> 'bridge' and not job.is_retried and (job.status in
          ('pending', 'running', 'canceling', 'waiting_for_resource', 'waiting_for_callback', 'preparing', 'scheduled')
          or (job.status = 'manual' and not job.allow_failure)))
    )
    select id, 'job_execution_timeout' as reason from stuck
    union all
    (select id, case when status = 'pending' or ${isSilent} then 'stuck_or_timeout_failure'
      else 'job_execution_timeout' end as reason
    from ci_jobs
    where kind = 'build' and (
      (status in ('running', 'canceling') and (${isSilent} or ${isLong}))
      or (status = 'pending' and queued_at < ${now}::timestamptz - ${`${stuckHours} hours`}::interval))
    order by id limit ${limit}) limit ${limit}`.execute(db);
  return rows;
}
