import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { mayReadFiles } from '../../artifacts/reads/job-artifacts.ts';
import { jobFilesOf } from '../../job-files-access.ts';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';
import {
  countFailures,
  type FailureCount,
  hasUnreadTests,
  listTestCases,
  listTestCounts,
  type TestCountsRow,
} from '../store/test-report-store.ts';

export type TestSuite = { row: TestCountsRow; cases: TestCase[] };

type Of = { pipelineId: number; access: ProjectAccess };

/** The tests of a pipeline, by the jobs that reported them, as far as the actor may read files of jobs. */
export async function testCounts(ctx: Context, { pipelineId, access }: Of): Promise<TestCountsRow[]> {
  if (!isAllowed(ctx.actor, 'read_artifacts', jobFilesOf(access))) return [];
  return (await listTestCounts(ctx.db, pipelineId)).filter((row) => mayReadFiles(ctx, access, row));
}

/** Whether tests of the pipeline are still to be read. */
export const areTestsUnread = (ctx: Context, pipelineId: number): Promise<boolean> =>
  hasUnreadTests(ctx.db, pipelineId);

const DAY_MS = 86_400_000;

/** Failures on a branch in the last days. */
export const recentFailures = (
  ctx: Context,
  of: { projectId: number; ref: string; days: number },
): Promise<FailureCount[]> =>
  countFailures(ctx.db, { ...of, since: new Date(ctx.clock.now().getTime() - of.days * DAY_MS) });

/** The same with their cases; only of these jobs where they are named. */
export async function testSuites(ctx: Context, of: Of, jobIds?: readonly number[]): Promise<TestSuite[]> {
  const rows = await testCounts(ctx, of);
  const some = jobIds === undefined ? rows : rows.filter((row) => jobIds.includes(row.job_id));
  const cases = await listTestCases(
    ctx.db,
    some.map((row) => row.job_id),
  );
  return some.map((row) => ({ row, cases: cases.get(row.job_id) ?? [] }));
}
