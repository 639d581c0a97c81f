import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';
import type { TestReportTable } from '../tables.ts';

const COUNTS = ['total_seconds', 'success_count', 'failed_count', 'skipped_count', 'error_count'] as const;

/** Of the jobs of a pipeline that count, without the cases. */
export type TestCountsRow = Pick<Selectable<TestReportTable>, 'job_id' | 'failure' | (typeof COUNTS)[number]> & {
  name: string;
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
    .select(['report.job_id', 'report.failure', 'job.name', ...COUNTS])
    .where('job.pipeline_id', '=', pipelineId)
    .where('job.is_retried', '=', false)
    .orderBy('job.name')
    .orderBy('job.id')
    .execute();
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
