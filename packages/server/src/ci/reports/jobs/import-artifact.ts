import type { Extensions } from '../../../platform/extensions.ts';
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { MAX_REPORT_BYTES, MAX_REPORTS_OF_COMMIT, type ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../../platform/jobs.ts';
import { readReportFile, ReportTooLarge } from '../../artifacts/reads/report-file.ts';
import { defineUploaded } from '../../artifacts/uploaded.ts';
import { jobOptions } from '../../rules/job-options.ts';
import { findJob } from '../../store/job-store.ts';
import { findPipeline } from '../../store/pipeline-store.ts';
import { finishReport, insertReport, lockReports, removeReport } from '../store/report-store.ts';
import { parseReportJob } from './parse-report.ts';

const pack = promisify(gzip);
/** Kinds of files that say something of the commit, by what they say. */
const KINDS: Readonly<Record<string, ReportKind>> = {
  codequality: 'codequality',
  cobertura: 'coverage',
  jacoco: 'coverage',
};

async function fileOf(ctx: Context, jobId: number, type: string): Promise<Buffer | string | undefined> {
  try {
    return await readReportFile(ctx, jobId, type, MAX_REPORT_BYTES);
  } catch (error) {
    if (error instanceof ReportTooLarge) return `The report is larger than ${MAX_REPORT_BYTES / 1_048_576} MiB.`;
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      return 'The file of the report is damaged.';
    }
    throw error;
  }
}

/** Takes the report of a job as one of its commit; the newest job of a name counts. */
export const importArtifactJob = defineJob<{ jobId: number; type: string }>({
  name: 'ci-import-report',
  run: async (ctx, { jobId, type }) => {
    const kind = KINDS[type];
    const file = kind && (await fileOf(ctx, jobId, type));
    if (!kind || file === undefined) return;
    const content = typeof file === 'string' ? Buffer.alloc(0) : file;
    const source = await pack(content);
    await transact(ctx, async (inner) => {
      const job = await findJob(inner.db, jobId);
      const pipeline = job && (await findPipeline(inner.db, job.pipeline_id));
      if (!job || !pipeline || job.is_retried) return;
      const key = { projectId: job.project_id, sha: pipeline.source_sha ?? pipeline.sha, kind };
      await lockReports(inner.db, key);
      if ((await removeReport(inner.db, key, job.name)) >= MAX_REPORTS_OF_COMMIT) return;
      const row = await insertReport(inner.db, key, {
        name: job.name,
        source,
        sizeBytes: content.length,
        authorId: job.user_id,
        jobAccess: jobOptions(job).artifacts?.access ?? 'all',
      });
      if (typeof file === 'string') await finishReport(inner.db, row.id, { state: 'failed', failure: file });
      else await addJob(inner, parseReportJob, { reportId: row.id });
    });
  },
});

export const reportsImportArtifact: Extensions = [
  registerJob(importArtifactJob),
  () => {
    for (const type of Object.keys(KINDS)) {
      defineUploaded(type, (ctx, { id }) => addJob(ctx, importArtifactJob, { jobId: id, type }))();
    }
  },
];
