import type { CiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { JobDemands } from '../rules/may-take.ts';
import { statusBounds } from '../rules/runner-status.ts';
import type { RunnerRow } from './runner-store.ts';

export type PendingJob = {
  id: number;
  pipelineId: number;
  hasEnvironment: boolean;
  /** Of its project. */
  ciSettings: CiSettings;
};

const running = sql`(select count(*) from ci_jobs work join ci_runners owner on owner.id = work.runner_id
  where work.project_id = job.project_id and work.kind = 'build' and work.status in ('running', 'canceling')
    and owner.kind = 'instance')`;

/** Whether the settings of a project let runners of others work for it; a name that is not stored does. */
const enabled = (name: keyof CiSettings) => sql`coalesce((project.ci_settings ->> ${name})::boolean, true)`;

/** Which projects a runner works for. */
function scopeOf(runner: RunnerRow) {
  if (runner.kind === 'instance') return enabled('shared_runners_enabled');
  if (runner.kind === 'group') {
    return sql`${enabled('group_runners_enabled')} and exists (select from namespaces n where n.id = project.namespace_id
      and ${runner.namespace_id}::bigint = any (n.traversal_ids))`;
  }
  return sql`exists (select from ci_runner_projects assigned
    where assigned.runner_id = ${runner.id} and assigned.project_id = job.project_id)`;
}

/**
 * The waiting jobs that a runner may take, the next one first. Runners of the instance serve the project with the fewest jobs
 * in work first; the others the job that waits longest.
 */
export async function listPendingJobs(db: Db | Tx, runner: RunnerRow, limit: number): Promise<PendingJob[]> {
  const order = runner.kind === 'instance' ? sql`${running},` : sql``;
  const { rows } = await sql<PendingJob>`
    select job.id, job.pipeline_id as "pipelineId", job.environment is not null as "hasEnvironment",
      project.ci_settings as "ciSettings"
    from ci_jobs job join projects project on project.id = job.project_id
    where job.status = 'pending' and job.kind = 'build' and job.runner_id is null
      and job.tags <@ ${runner.tags}::text[]
      and (${runner.runs_untagged} or cardinality(job.tags) > 0)
      and (${runner.access_level === 'not_protected'} or job.is_protected)
      and not project.is_read_only and project.deleting_since is null and ${scopeOf(runner)}
    order by ${order} job.queued_at, job.id limit ${limit}`.execute(db);
  return rows;
}

export async function countInstanceWork(db: Db | Tx, projectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${running}::int as count from (select ${projectId}::bigint as project_id) job`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The group, or the user's namespace, above all others. */
export async function rootNamespaceId(db: Db | Tx, namespaceId: number): Promise<number> {
  const row = await db
    .selectFrom('namespaces')
    .select('traversal_ids')
    .where('id', '=', namespaceId)
    .executeTakeFirstOrThrow();
  return row.traversal_ids[0] ?? namespaceId;
}

export type QueuedJob = JobDemands;

/** What waits, for those who wait for work. */
export async function listQueue(db: Db | Tx, limit: number): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select job.tags, job.is_protected as "isProtected", job.project_id as "projectId",
      n.traversal_ids::bigint[] as "namespaceIds",
      ${enabled('shared_runners_enabled')} as "takesInstanceRunners",
      ${enabled('group_runners_enabled')} as "takesGroupRunners"
    from ci_jobs job join projects project on project.id = job.project_id
    join namespaces n on n.id = project.namespace_id
    where job.status = 'pending' and job.kind = 'build' and job.runner_id is null
    order by job.queued_at, job.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, namespaceIds: row.namespaceIds.map(Number) }));
}

/** Whether runners that are not paused may take this job, and any of them is online. */
export async function runnersFor(
  db: Db | Tx,
  job: { project_id: number; tags: string[]; is_protected: boolean },
  now: Date,
): Promise<'none' | 'offline' | 'waiting'> {
  const { rows } = await sql<{ isOnline: boolean | null }>`
    select bool_or(coalesce(runner.contacted_at > ${statusBounds(now).onlineSince}, false)) as "isOnline"
    from ci_runners runner join projects project on project.id = ${job.project_id}
    join namespaces n on n.id = project.namespace_id
    where not runner.is_paused and ${job.tags}::text[] <@ runner.tags
      and (runner.runs_untagged or cardinality(${job.tags}::text[]) > 0)
      and (runner.access_level = 'not_protected' or ${job.is_protected})
      and ((runner.kind = 'instance' and ${enabled('shared_runners_enabled')})
        or (runner.kind = 'group' and ${enabled('group_runners_enabled')} and runner.namespace_id = any (n.traversal_ids))
        or (runner.kind = 'project' and exists (select from ci_runner_projects assigned
          where assigned.runner_id = runner.id and assigned.project_id = project.id)))`.execute(db);
  const isOnline = rows[0]?.isOnline ?? null;
  return isOnline === null ? 'none' : isOnline ? 'waiting' : 'offline';
}
