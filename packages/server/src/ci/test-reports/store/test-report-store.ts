import type { Insertable, Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';
import type { JobRow } from '../../store/job-store.ts';
import type { TestReportTable } from '../tables.ts';

const COUNTS = ['total_seconds', 'success_count', 'failed_count', 'skipped_count', 'error_count'] as const;

/** Of the jobs of a pipeline that count, without the cases. */
export type TestCountsRow = Pick<Selectable<TestReportTable>, 'job_id' | 'failure' | (typeof COUNTS)[number]> & {
  name: string;
  options: JobRow['options'];
};

export async function saveTestReport(db: Db | Tx, row: Insertable<TestReportTable>): Promise<void> {
  await db
    .insertInto('ci_test_reports')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute();
}

export function listTestCounts(db: Db | Tx, pipelineId: number): Promise<TestCountsRow[]> {
  return db
    .selectFrom('ci_test_reports as report')
    .innerJoin('ci_jobs as job', 'job.id', 'report.job_id')
    .select(['report.job_id', 'report.failure', 'job.name', 'job.options', ...COUNTS])
    .where('job.pipeline_id', '=', pipelineId)
    .where('job.is_retried', '=', false)
    .orderBy('job.name')
    .orderBy('job.id')
    .execute();
}

/** Whether a job of the pipeline has a report that is not read yet. */
export async function hasUnreadTests(db: Db | Tx, pipelineId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from ci_job_artifacts artifact join ci_jobs job on job.id = artifact.job_id
    where job.pipeline_id = ${pipelineId} and not job.is_retried and artifact.type = 'junit'
      and not exists (select from ci_test_reports report where report.job_id = job.id)) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Pipelines that are looked at. */
const MAX_PIPELINES = 200;

export type FailureCount = { suite: string; classname: string; name: string; count: number };

/** How often tests failed in the pipelines of a branch since then. */
export async function countFailures(
  db: Db | Tx,
  of: { projectId: number; ref: string; since: Date },
): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select job.name as suite, test->>'classname' as classname, test->>'name' as name, count(*)::int as count
    from (select id from ci_pipelines where project_id = ${of.projectId} and ref = ${of.ref} and not is_tag
      and created_at >= ${of.since} order by id desc limit ${MAX_PIPELINES}) pipeline
    join ci_jobs job on job.pipeline_id = pipeline.id
    join ci_test_reports report on report.job_id = job.id and report.failed_count + report.error_count > 0
    cross join lateral jsonb_array_elements(report.cases) test
    where test->>'status' in ('failed', 'error')
    group by 1, 2, 3`.execute(db);
  return rows;
}

export async function listTestCases(db: Db | Tx, jobIds: readonly number[]): Promise<Map<number, TestCase[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ci_test_reports')
    .select(['job_id', 'cases'])
    .where('job_id', 'in', [...jobIds])
    .execute();
  return new Map(rows.map(({ job_id: id, cases }) => [id, cases]));
}
