import type { RestTestSuite } from '../ci/test-reports.ts';

/** Reports that the merge widget summarizes, in its order. */
export const REPORT_WIDGETS = [
  'test',
  'codequality',
  'accessibility',
  'browser_performance',
  'load_performance',
  'metrics',
  'terraform',
  'license',
  'security',
] as const;
export type ReportWidgetKind = (typeof REPORT_WIDGETS)[number];

/**
 * Where the widget gets a report of this request. Every path answers 204 with `Poll-Interval` while the report is read, and 400
 * where it cannot be had.
 */
export type ReportWidgetLink = {
  kind: ReportWidgetKind;
  path: string;
  /** Where its row is had without the details. */
  collapsed_path?: string;
};

/** How often a test failed on the default branch in the last days. */
type RecentFailures = { count: number; base_branch: string };
export type ComparedTest = Omit<RestTestSuite['test_cases'][number], 'recent_failures'> & {
  recent_failures: RecentFailures | null;
};

export type TestSummary = { total: number; resolved: number; errored: number; failed: number };
export type ComparedSuite = {
  name: string;
  status: 'success' | 'failed' | 'error';
  summary: TestSummary;
  new_failures: ComparedTest[];
  resolved_failures: ComparedTest[];
  existing_failures: ComparedTest[];
  new_errors: ComparedTest[];
  resolved_errors: ComparedTest[];
  existing_errors: ComparedTest[];
  suite_errors: { head: string | null; base: string | null } | null;
};

/** GET `test_reports.json`: the tests of the newest pipeline compared with those of the target branch. */
export type TestComparison = { status: 'success' | 'failed'; summary: TestSummary; suites: ComparedSuite[] };
