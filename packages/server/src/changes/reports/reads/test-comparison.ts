import type { ComparedTest, TestComparison } from '@tributary/contract/merge-requests/report-widgets.ts';
import type { RestTestSuite } from '@tributary/contract/ci/test-reports.ts';
import { areTestsUnread, recentFailures, testSuites, toRestTestReport } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import { compareTests } from '../rules/compare-tests.ts';
import { comparedPipelines, type ReportPipeline } from './compared-pipelines.ts';
import type { ReportAnswer } from './coverage-report.ts';

const RECENT_DAYS = 14;

async function suitesOf(ctx: Context, { row, access }: ReportPipeline): Promise<RestTestSuite[]> {
  return toRestTestReport(`/${access.project.full_path}`, await testSuites(ctx, { pipelineId: row.id, access }))
    .test_suites;
}

/** Says of tests that fail how often they failed on the default branch. */
async function addRecentFailures(ctx: Context, { access }: MergeRequestAccess, { suites }: TestComparison) {
  const branch = access.project.default_branch;
  const failing = suites.flatMap(({ name, ...suite }) =>
    [suite.new_failures, suite.existing_failures, suite.new_errors, suite.existing_errors]
      .flat()
      .map((test): [string, ComparedTest] => [`${name}\0${test.classname}\0${test.name}`, test]),
  );
  if (failing.length === 0 || branch === null) return;
  const counts = await recentFailures(ctx, { projectId: access.project.id, ref: branch, days: RECENT_DAYS });
  const byTest = new Map(counts.map(({ suite, classname, name, count }) => [`${suite}\0${classname}\0${name}`, count]));
  for (const [key, test] of failing) {
    const count = byTest.get(key) ?? 0;
    if (count > 0) test.recent_failures = { count, base_branch: branch };
  }
}

/** The tests of the newest pipeline beside those of the target branch. */
export async function testComparison(ctx: Context, found: MergeRequestAccess): Promise<ReportAnswer<TestComparison>> {
  const { head, base } = await comparedPipelines(ctx, found);
  if (!head) return { kind: 'none' };
  if (await areTestsUnread(ctx, head.row.id)) return { kind: 'pending' };
  const suites = await suitesOf(ctx, head);
  if (suites.length === 0) return { kind: 'none' };
  const data = compareTests(suites, base && base.row.id !== head.row.id ? await suitesOf(ctx, base) : []);
  await addRecentFailures(ctx, found, data);
  return { kind: 'ready', data };
}
