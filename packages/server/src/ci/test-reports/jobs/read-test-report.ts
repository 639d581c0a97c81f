import type { Extensions } from '../../../platform/extensions.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../../platform/jobs.ts';
import { readReportFile, ReportTooLarge } from '../../artifacts/reads/report-file.ts';
import { defineUploaded } from '../../artifacts/uploaded.ts';
import { pipelineChanged } from '../../operations/refresh-pipeline.ts';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';
import { readTests } from '../../reports/reading/read-in-worker.ts';
import { ReportRefused } from '../../reports/reading/report-refused.ts';
import { findJob } from '../../store/job-store.ts';
import { findPipeline } from '../../store/pipeline-store.ts';
import { saveTestReport } from '../store/test-report-store.ts';

const MAX_BYTES = 30 * 1024 * 1024;

async function readCases(ctx: Context, jobId: number): Promise<TestCase[] | ReportRefused> {
  try {
    const bytes = await readReportFile(ctx, jobId, 'junit', MAX_BYTES);
    return bytes ? await readTests(bytes) : new ReportRefused('The report was removed before it was read.');
  } catch (error) {
    if (error instanceof ReportRefused) return error;
    if (error instanceof ReportTooLarge) return new ReportRefused('The report is larger than 30 MiB.');
    if (isDamaged(error)) return new ReportRefused('The file of the report is damaged.');
    throw error;
  }
}

const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/** Reads the tests of a job. A report that cannot be read says so of itself and stops nothing else. */
export const readTestReportJob = defineJob<{ jobId: number }>({
  name: 'ci-read-test-report',
  run: async (ctx, { jobId }) => {
    const read = await readCases(ctx, jobId);
    const cases = read instanceof ReportRefused ? [] : read;
    const count = (status: TestCase['status']) => cases.filter((each) => each.status === status).length;
    await transact(ctx, async (inner) => {
      const job = await findJob(inner.db, jobId);
      if (!job) return;
      await saveTestReport(inner.db, {
        job_id: jobId,
        failure: read instanceof ReportRefused ? read.message : null,
        total_seconds: cases.reduce((sum, { seconds }) => sum + seconds, 0),
        success_count: count('success'),
        failed_count: count('failed'),
        skipped_count: count('skipped'),
        error_count: count('error'),
        cases: JSON.stringify(cases),
      });
      const pipeline = await findPipeline(inner.db, job.pipeline_id);
      // Open pages read it.
      if (pipeline) await pipelineChanged(inner, pipeline, pipeline.status);
    });
  },
});

export const testReportsReadTestReport: Extensions = [
  registerJob(readTestReportJob),
  defineUploaded('junit', (ctx, { id }) => addJob(ctx, readTestReportJob, { jobId: id })),
];
