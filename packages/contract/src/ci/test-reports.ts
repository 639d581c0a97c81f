import { z } from 'zod';

export const TEST_STATUSES = ['failed', 'error', 'skipped', 'success'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** A test as the report of a job has it. */
export type TestCase = {
  name: string;
  classname: string;
  file: string | null;
  seconds: number;
  status: TestStatus;
  output: string | null;
  /** A file of the archive of the job, such as an image of the screen. */
  attachment: string | null;
};

const counts = {
  total_time: z.number(),
  total_count: z.number(),
  success_count: z.number(),
  failed_count: z.number(),
  skipped_count: z.number(),
  error_count: z.number(),
};
const suiteError = z.string().nullable();

const restTestCase = z.strictObject({
  status: z.enum(TEST_STATUSES),
  name: z.string(),
  classname: z.string(),
  file: z.string().nullable(),
  execution_time: z.number(),
  system_output: z.string().nullable(),
  stack_trace: z.null(),
  recent_failures: z.null(),
  attachment_url: z.string().optional(),
});
const restTestSuite = z.strictObject({
  name: z.string(),
  ...counts,
  suite_error: suiteError,
  test_cases: z.array(restTestCase),
});
export type RestTestSuite = z.output<typeof restTestSuite>;

export const restTestReport = z.strictObject({ ...counts, test_suites: z.array(restTestSuite) });
export type RestTestReport = z.output<typeof restTestReport>;

const restSuiteSummary = z.strictObject({
  name: z.string(),
  ...counts,
  build_ids: z.array(z.number()),
  suite_error: suiteError,
});
export const restTestReportSummary = z.strictObject({
  total: z.strictObject({
    time: z.number(),
    count: z.number(),
    success: z.number(),
    failed: z.number(),
    skipped: z.number(),
    error: z.number(),
    suite_error: suiteError,
  }),
  test_suites: z.array(restSuiteSummary),
});
export type RestTestReportSummary = z.output<typeof restTestReportSummary>;

/** The tests of one job on the page of a pipeline. */
export type TestSuiteItem = Pick<
  RestTestSuite,
  'total_time' | 'total_count' | 'success_count' | 'failed_count' | 'skipped_count' | 'error_count'
> & { jobId: number; name: string; jobHref: string; error: string | null };

export type TestReportTab = {
  suites: TestSuiteItem[];
  /** Answers with the tests of one suite: `?job_id=`. */
  suitePath: string;
};
