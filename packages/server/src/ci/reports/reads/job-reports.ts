import type { Context } from '../../../platform/context.ts';
import { readReportFile, ReportTooLarge } from '../../artifacts/reads/report-file.ts';
import { listReportJobs } from '../../artifacts/store/artifact-store.ts';
import { jobPath } from '../../rules/job-paths.ts';
import { readJson, readMetrics } from '../reading/read-in-worker.ts';
import { ReportRefused } from '../reading/report-refused.ts';

const MAX_BYTES = 5 * 1_048_576;
/** Jobs of a pipeline whose reports of one kind are read. */
const MAX_JOBS = 20;

/** The report of a job, as it is read, or why it could not be. */
export type JobReport = { jobName: string; jobPath: string; type: string } & ({ value: unknown } | { failure: string });

async function read(ctx: Context, jobId: number, type: string): Promise<{ value: unknown } | { failure: string }> {
  try {
    const bytes = await readReportFile(ctx, jobId, type, MAX_BYTES);
    if (!bytes) return { failure: 'The report was removed.' };
    return { value: await (type === 'metrics' ? readMetrics(bytes) : readJson(bytes)) };
  } catch (error) {
    if (error instanceof ReportRefused) return { failure: error.message };
    if (error instanceof ReportTooLarge) return { failure: `The report is larger than ${MAX_BYTES / 1_048_576} MiB.` };
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      return { failure: 'The file of the report is damaged.' };
    }
    throw error;
  }
}

/** Reports of these kinds of the jobs of a pipeline, for those who may read it. */
export async function jobReports(
  ctx: Context,
  pipeline: { id: number; fullPath: string },
  types: readonly string[],
): Promise<JobReport[]> {
  const jobs = await listReportJobs(ctx.db, pipeline.id, types, MAX_JOBS);
  const reports: JobReport[] = [];
  for (const { id, name, type } of jobs) {
    reports.push({ jobName: name, jobPath: jobPath(pipeline.fullPath, id), type, ...(await read(ctx, id, type)) });
  }
  return reports;
}
