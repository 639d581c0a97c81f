import type { RestTestSuite } from '@tributary/contract/ci/test-reports.ts';
import type {
  ComparedSuite,
  ComparedTest,
  TestComparison,
  TestSummary,
} from '@tributary/contract/merge-requests/report-widgets.ts';

type Case = RestTestSuite['test_cases'][number];

const keyOf = ({ classname, name, file }: Case) => `${classname}\0${name}\0${file ?? ''}`;
const compared = (test: Case): ComparedTest => ({ ...test, recent_failures: null });

/** Tests with this status now or before: new, gone on and passing again. */
function changesOf(head: readonly Case[], base: readonly Case[], status: 'failed' | 'error') {
  const before = new Set(base.filter((test) => test.status === status).map(keyOf));
  const now = head.filter((test) => test.status === status);
  return {
    added: now.filter((test) => !before.has(keyOf(test))).map(compared),
    existing: now.filter((test) => before.has(keyOf(test))).map(compared),
    resolved: head.filter((test) => test.status === 'success' && before.has(keyOf(test))).map(compared),
  };
}

function compareSuite(head: RestTestSuite, base: RestTestSuite | undefined): ComparedSuite {
  const failures = changesOf(head.test_cases, base?.test_cases ?? [], 'failed');
  const errors = changesOf(head.test_cases, base?.test_cases ?? [], 'error');
  const hasErrors = head.suite_error !== null || (base?.suite_error ?? null) !== null;
  return {
    name: head.name,
    status: head.suite_error !== null ? 'error' : head.failed_count + head.error_count > 0 ? 'failed' : 'success',
    summary: {
      total: head.total_count,
      resolved: failures.resolved.length + errors.resolved.length,
      errored: head.error_count,
      failed: head.failed_count,
    },
    new_failures: failures.added,
    resolved_failures: failures.resolved,
    existing_failures: failures.existing,
    new_errors: errors.added,
    resolved_errors: errors.resolved,
    existing_errors: errors.existing,
    suite_errors: hasErrors ? { head: head.suite_error, base: base?.suite_error ?? null } : null,
  };
}

/** The tests of two pipelines, suite by suite; a suite is a job, by its name. */
export function compareTests(head: readonly RestTestSuite[], base: readonly RestTestSuite[]): TestComparison {
  const before = new Map(base.map((suite) => [suite.name, suite]));
  const suites = head.map((suite) => compareSuite(suite, before.get(suite.name)));
  const sum = (name: keyof TestSummary) => suites.reduce((total, { summary }) => total + summary[name], 0);
  return {
    status: suites.every(({ status }) => status === 'success') ? 'success' : 'failed',
    summary: { total: sum('total'), resolved: sum('resolved'), errored: sum('errored'), failed: sum('failed') },
    suites,
  };
}
