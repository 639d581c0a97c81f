import type { Generated, JSONColumnType } from 'kysely';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';

export type TestReportTable = {
  job_id: number;
  failure: string | null;
  total_seconds: number;
  success_count: number;
  failed_count: number;
  skipped_count: number;
  error_count: number;
  cases: JSONColumnType<TestCase[]>;
  created_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_test_reports: TestReportTable;
  }
}
