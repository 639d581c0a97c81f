import {
  type RestTestReport,
  type RestTestReportSummary,
  type RestTestSuite,
  TEST_STATUSES,
  type TestSuiteItem,
} from '@tributary/contract/ci/test-reports.ts';
import { artifactPaths } from '../../artifacts/rules/artifact-paths.ts';
import { jobPath } from '../../render/to-rest-pipeline.ts';
import type { TestSuite } from '../reads/test-report.ts';
import type { TestCountsRow } from '../store/test-report-store.ts';

type Counts = Omit<TestCountsRow, 'job_id' | 'failure' | 'name' | 'options'>;

const toCounts = ({ total_seconds: time, ...counts }: Counts) => {
  const { success_count, failed_count, skipped_count, error_count } = counts;
  const total = success_count + failed_count + skipped_count + error_count;
  return { total_time: time, total_count: total, success_count, failed_count, skipped_count, error_count };
};

function sumOf(rows: readonly TestCountsRow[]) {
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0);
  return toCounts({
    total_seconds: sum('total_seconds'),
    success_count: sum('success_count'),
    failed_count: sum('failed_count'),
    skipped_count: sum('skipped_count'),
    error_count: sum('error_count'),
  });
}

/** `base`: the address of the project, at the server or on it. */
export function toRestSuite(base: string, { row, cases }: TestSuite): RestTestSuite {
  return {
    name: row.name,
    ...toCounts(row),
    suite_error: row.failure,
    // What went wrong comes first.
    test_cases: cases
      .toSorted((a, b) => TEST_STATUSES.indexOf(a.status) - TEST_STATUSES.indexOf(b.status))
      .map(({ name, classname, file, seconds, status, output, attachment }) => ({
        status,
        name,
        classname,
        file,
        execution_time: seconds,
        system_output: output,
        stack_trace: null,
        recent_failures: null,
        ...(attachment !== null && { attachment_url: base + artifactPaths('', row.job_id).file(attachment).slice(1) }),
      })),
  };
}

export function toRestTestReport(base: string, suites: readonly TestSuite[]): RestTestReport {
  return { ...sumOf(suites.map(({ row }) => row)), test_suites: suites.map((suite) => toRestSuite(base, suite)) };
}

export function toRestTestSummary(rows: readonly TestCountsRow[]): RestTestReportSummary {
  const { total_time, total_count, success_count, failed_count, skipped_count, error_count } = sumOf(rows);
  return {
    total: {
      time: total_time,
      count: total_count,
      success: success_count,
      failed: failed_count,
      skipped: skipped_count,
      error: error_count,
      suite_error: rows.find(({ failure }) => failure !== null)?.failure ?? null,
    },
    test_suites: rows.map((row) => ({
      name: row.name,
      ...toCounts(row),
      build_ids: [row.job_id],
      suite_error: row.failure,
    })),
  };
}

export const toTestSuiteItem = (fullPath: string, row: TestCountsRow): TestSuiteItem => ({
  ...toCounts(row),
  jobId: row.job_id,
  name: row.name,
  jobHref: jobPath(fullPath, row.job_id),
  error: row.failure,
});
