import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { JobRow } from '../../store/job-store.ts';
import type { JobArtifactTable } from '../tables.ts';

export type ArtifactRow = Selectable<JobArtifactTable>;

export function insertArtifact(db: Db | Tx, values: Insertable<JobArtifactTable>): Promise<ArtifactRow> {
  return db.insertInto('ci_job_artifacts').values(values).returningAll().executeTakeFirstOrThrow();
}

export function findArtifact(db: Db | Tx, jobId: number, type: string): Promise<ArtifactRow | undefined> {
  return db
    .selectFrom('ci_job_artifacts')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('type', '=', type)
    .executeTakeFirst();
}

export async function listArtifacts(db: Db | Tx, jobIds: readonly number[]): Promise<ArtifactRow[]> {
  if (jobIds.length === 0) return [];
  return db
    .selectFrom('ci_job_artifacts')
    .selectAll()
    .where('job_id', 'in', [...jobIds])
    .orderBy('id')
    .execute();
}

/** Jobs of a pipeline that count and have a file of one of these kinds. */
export function listReportJobs(
  db: Db | Tx,
  pipelineId: number,
  types: readonly string[],
  limit: number,
): Promise<{ id: number; name: string; options: JobRow['options']; type: string }[]> {
  return db
    .selectFrom('ci_job_artifacts as artifact')
    .innerJoin('ci_jobs as job', 'job.id', 'artifact.job_id')
    .select(['job.id', 'job.name', 'job.options', 'artifact.type'])
    .where('job.pipeline_id', '=', pipelineId)
    .where('job.is_retried', '=', false)
    .where('artifact.type', 'in', [...types])
    .orderBy('job.name')
    .orderBy('artifact.type')
    .limit(limit)
    .execute();
}

/** The reports of these kinds of the jobs that count in these pipelines. */
export async function listPipelineReports(
  db: Db | Tx,
  pipelineIds: readonly number[],
  types: readonly string[],
): Promise<(ArtifactRow & { pipeline_id: number })[]> {
  if (pipelineIds.length === 0) return [];
  return db
    .selectFrom('ci_job_artifacts as artifact')
    .innerJoin('ci_jobs as job', 'job.id', 'artifact.job_id')
    .selectAll('artifact')
    .select('job.pipeline_id')
    .where('job.pipeline_id', 'in', [...pipelineIds])
    .where('job.is_retried', '=', false)
    .where('artifact.type', 'in', [...types])
    .orderBy('artifact.id')
    .execute();
}

export async function deleteArtifactRow(db: Db | Tx, jobId: number, type: string): Promise<void> {
  await db.deleteFrom('ci_job_artifacts').where('job_id', '=', jobId).where('type', '=', type).execute();
}

export async function deleteArtifacts(db: Db | Tx, jobId: number): Promise<void> {
  await db.deleteFrom('ci_job_artifacts').where('job_id', '=', jobId).execute();
  await setArtifactsExpiry(db, jobId, null);
}

export async function deleteProjectArtifacts(db: Db | Tx, projectId: number): Promise<void> {
  await sql`delete from ci_job_artifacts artifact using ci_jobs job where artifact.project_id = ${projectId}
    and job.id = artifact.job_id and job.status not in ('running', 'canceling')`.execute(db);
}

/** When the files of a job go; null: never. */
export async function setArtifactsExpiry(db: Db | Tx, jobId: number, at: Date | null): Promise<void> {
  await db.updateTable('ci_jobs').set({ artifacts_expire_at: at }).where('id', '=', jobId).execute();
  await db.updateTable('ci_job_artifacts').set({ expires_at: at }).where('job_id', '=', jobId).execute();
}

export type ExpiredArtifact = {
  id: number;
  projectId: number;
  ref: string;
  isTag: boolean;
  /** Of the newest pipeline of the ref that passed, in a project that keeps these. */
  isLatest: boolean;
};

/** Files whose time is over. */
export async function listExpired(db: Db | Tx, now: Date, limit: number): Promise<ExpiredArtifact[]> {
  const { rows } = await sql<ExpiredArtifact>`
    select artifact.id, artifact.project_id as "projectId", pipeline.ref, pipeline.is_tag as "isTag",
      coalesce((project.ci_settings ->> 'keep_latest_artifact')::boolean, true) and pipeline.status = 'success'
        and pipeline.subject_id is null and not exists (select from ci_pipelines newer
          where newer.project_id = pipeline.project_id and newer.ref = pipeline.ref and newer.is_tag = pipeline.is_tag
            and newer.subject_id is null and newer.status = 'success' and newer.id > pipeline.id) as "isLatest"
    from ci_job_artifacts artifact join ci_jobs job on job.id = artifact.job_id
    join ci_pipelines pipeline on pipeline.id = job.pipeline_id join projects project on project.id = artifact.project_id
    where artifact.expires_at <= ${now} order by artifact.expires_at limit ${limit}`.execute(db);
  return rows;
}

export async function deleteExpired(db: Db | Tx, ids: readonly number[], now: Date): Promise<number> {
  const { rows } = await sql`delete from ci_job_artifacts
    where id = any(${[...ids]}::bigint[]) and expires_at <= ${now} returning id`.execute(db);
  return rows.length;
}

/** Files that stay for now are looked at again then. What their job says about their time is not changed. */
export async function postponeExpiry(db: Db | Tx, ids: readonly number[], until: Date): Promise<void> {
  await sql`update ci_job_artifacts set expires_at = ${until}
    where id = any(${[...ids]}::bigint[]) and expires_at is not null`.execute(db);
}

/** The newest job of this name whose pipeline for the ref passed, that has an archive. */
export async function findJobByRef(
  db: Db | Tx,
  of: { projectId: number; ref: string; isTag: boolean; name: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_pipelines as pipeline', 'pipeline.id', 'job.pipeline_id')
    .innerJoin('ci_job_artifacts as artifact', 'artifact.job_id', 'job.id')
    .select('job.id')
    .where('pipeline.project_id', '=', of.projectId)
    .where('pipeline.ref', '=', of.ref)
    .where('pipeline.is_tag', '=', of.isTag)
    .where('pipeline.status', '=', 'success')
    .where('job.name', '=', of.name)
    .where('job.status', '=', 'success')
    .where('artifact.type', '=', 'archive')
    .orderBy('pipeline.id', 'desc')
    .orderBy('job.id', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/** The newest job of this name in a pipeline that has an archive. */
export async function findJobOfPipeline(db: Db | Tx, pipelineId: number, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('ci_jobs as job')
    .innerJoin('ci_job_artifacts as artifact', 'artifact.job_id', 'job.id')
    .select('job.id')
    .where('job.pipeline_id', '=', pipelineId)
    .where('job.name', '=', name)
    .where('job.is_retried', '=', false)
    .where('artifact.type', '=', 'archive')
    .executeTakeFirst();
  return row?.id;
}

/** What a job was given when it started: its token downloads nothing else. */
export async function recordDependencies(db: Db | Tx, jobId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ci_jobs set options = options || jsonb_build_object('givenDependencies', ${JSON.stringify(ids)}::jsonb)
    where id = ${jobId}`.execute(db);
}

export type Dependency = { id: number; name: string; file_name: string; size_bytes: number };

/**
 * Jobs whose archive a job gets: those it needs with artifacts, or all of earlier stages; of these only the named ones, if the
 * configuration names any.
 */
export async function listDependencies(
  db: Db | Tx,
  job: { id: number; pipeline_id: number; scheduling: 'stage' | 'needs'; stage_id: number },
  names: readonly string[] | null,
): Promise<Dependency[]> {
  const { rows } = await sql<Dependency>`
    select other.id, other.name, artifact.file_name, artifact.size_bytes
    from ci_jobs other join ci_stages stage on stage.id = other.stage_id
    join ci_job_artifacts artifact on artifact.job_id = other.id and artifact.type = 'archive'
    where other.pipeline_id = ${job.pipeline_id} and not other.is_retried
      and (${names === null} or other.name = any(${[...(names ?? [])]}::text[]))
      and case when ${job.scheduling} = 'needs'
        then exists (select from ci_job_needs need where need.job_id = ${job.id} and need.name = other.name
          and need.takes_artifacts)
        else stage.position < (select position from ci_stages where id = ${job.stage_id}) end
    order by other.id`.execute(db);
  return rows;
}
