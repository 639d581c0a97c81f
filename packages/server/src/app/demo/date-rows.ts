import { type Context, transact } from '../../platform/context.ts';
import { sql } from '../../platform/db/database.ts';
import type { TimeShift } from './story-clock.ts';

type Column = { table: string; column: string };

/** What users see the age of. Records of the service itself, and what proves who someone is, keep their real time. */
const TOLD = [
  'award_emoji',
  'ci_jobs',
  'ci_pipelines',
  'ci_catalog_resources',
  'ci_release_evidences',
  'ci_releases',
  'ci_schedules',
  'commit_reports',
  'deployments',
  'description_versions',
  'discussions',
  'environments',
  'issue_links',
  'issues',
  'labels',
  'members',
  'merge_request_approvals',
  'merge_request_assignees',
  'merge_request_reviewers',
  'merge_request_versions',
  'merge_requests',
  'milestones',
  'namespaces',
  'notes',
  'project_stars',
  'projects',
  'push_events',
  'resource_events',
  'time_entries',
  'user_events',
  'users',
];

async function momentColumns(ctx: Context): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'timestamp with time zone' and table_name = any(${TOLD})`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Moves every moment that was written since the first shift to when the stories say it happened, as everything was made
 * within seconds. Only for an instance that nobody else uses meanwhile.
 */
export async function dateRows(ctx: Context, shifts: readonly TimeShift[]): Promise<void> {
  const [first] = shifts;
  if (!first) return;
  const starts = shifts.map(({ at }) => at.toISOString());
  const seconds = shifts.map(({ shiftMs }) => shiftMs / 1_000);
  await transact(ctx, async (inner) => {
    for (const { table, column } of await momentColumns(inner)) {
      const moment = sql.ref(column);
      await sql`
        update ${sql.table(table)} as dated set ${moment} = dated.${moment} - (
          select s.seconds * interval '1 second'
          from unnest(${starts}::timestamptz[], ${seconds}::float8[]) as s(start, seconds)
          where s.start <= dated.${moment} order by s.start desc limit 1)
        where dated.${moment} >= ${first.at} and dated.${moment} <= now()`.execute(inner.db);
    }
    await spreadJobs(inner);
    await spreadRunnerJobs(inner);
    await orderActivity(inner);
  });
}

/** Everything was reported within a second; jobs take a while, one after the other. */
async function spreadJobs({ db }: Context): Promise<void> {
  await sql`
    update ci_jobs as job set started_at = spread.start, created_at = spread.start, queued_at = spread.start,
      finished_at = case when job.finished_at is null then null else spread.start + spread.took end
    from (
      select id, 3 * interval '1 second' * (17 + id * 7 % 11) as took,
        created_at + 60 * interval '1 second' * (row_number() over (partition by pipeline_id order by id) - 1) as start
      from ci_jobs where kind = 'status') as spread
    where spread.id = job.id`.execute(db);
  await sql`
    update ci_pipelines as pipeline set started_at = jobs.start, created_at = jobs.start, queued_seconds = 0,
      finished_at = case when pipeline.finished_at is null then null else jobs.finish end, updated_at = jobs.finish,
      duration_seconds = case when pipeline.finished_at is null then null else extract(epoch from jobs.finish - jobs.start)::int end
    from (select pipeline_id, min(started_at) as start, coalesce(max(finished_at), max(started_at)) as finish
      from ci_jobs where kind = 'status' group by pipeline_id) as jobs
    where jobs.pipeline_id = pipeline.id`.execute(db);
}

/** The same for jobs of runners: they come one after another, each for a moment. What was started by hand comes an hour after. */
async function spreadRunnerJobs({ db }: Context): Promise<void> {
  await sql`
    update ci_jobs as job set queued_at = spread.start - interval '3 seconds', started_at = spread.start,
      finished_at = spread.start + spread.took
    from (
      select id, 3 * interval '1 second' * (12 + id * 7 % 11) as took,
        created_at + interval '5 seconds' + case when run_when = 'manual' then interval '1 hour' else interval '0' end
          + 70 * interval '1 second' * (row_number() over (partition by pipeline_id order by started_at, id) - 1) as start
      from ci_jobs where kind = 'build' and started_at is not null and finished_at is not null) as spread
    where spread.id = job.id and spread.start + spread.took <= now()`.execute(db);
  await sql`
    update ci_pipelines as pipeline set started_at = jobs.start, queued_seconds = 5,
      finished_at = case when pipeline.finished_at is null then null else jobs.finish end, updated_at = jobs.finish,
      duration_seconds = case when pipeline.finished_at is null then null else jobs.busy end
    from (select pipeline_id, min(started_at) as start, max(finished_at) as finish,
        extract(epoch from sum(finished_at - started_at))::int as busy
      from ci_jobs where kind = 'build' and finished_at is not null and started_at is not null group by pipeline_id) as jobs
    where jobs.pipeline_id = pipeline.id`.execute(db);
  await sql`
    update deployments as deployment set finished_at = job.finished_at
    from ci_jobs job where job.id = deployment.job_id and deployment.finished_at is not null`.execute(db);
}

/** Feeds are in the order of their ids, as events are recorded when they happen: here they get that of the stories. */
async function orderActivity({ db }: Context): Promise<void> {
  await sql`create temporary table dated_events on commit drop as select * from user_events`.execute(db);
  await sql`
    update dated_events as event set id = taken.id
    from (select id, row_number() over (order by created_at, id) as place from user_events) as own
    join (select id, row_number() over (order by id) as place from user_events) as taken on taken.place = own.place
    where event.id = own.id`.execute(db);
  await sql`delete from user_events`.execute(db);
  await sql`insert into user_events overriding system value select * from dated_events`.execute(db);
}
