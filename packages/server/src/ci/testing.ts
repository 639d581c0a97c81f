import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { ReportStatusInput } from '@tributary/contract/ci/commit-statuses.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { contextOf, type TestUser } from '../accounts/testing.ts';
import { transact } from '../platform/context.ts';
import { getProjectAccess, type ProjectRow } from '../projects/index.ts';
import type { BuiltProject } from '../projects/testing.ts';
import { uploadArtifact } from './artifacts/operations/upload-artifact.ts';
import { ARTIFACT_KINDS } from './artifacts/rules/artifact-kinds.ts';
import { createPipeline as createConfiguredPipeline } from './creation/create-pipeline.ts';
import { refreshPipeline } from './operations/refresh-pipeline.ts';
import { reportStatus, type ReportedStatus } from './operations/report-status.ts';
import { uploadReport } from './reports/operations/upload-report.ts';
import { finishJob, type JobResult } from './processing/finish-job.ts';
import { listCurrentJobs } from './store/dag-store.ts';
import { findJob, type JobRow, updateJob } from './store/job-store.ts';
import type { PipelineRow } from './store/pipeline-store.ts';
import { addPipelineRows, type PipelineSpec, type StageSpec } from './testing-store.ts';

/** What another system measured on a commit; it is read by a job. */
export async function reportOnCommit(
  app: TestApp,
  report: { project: ProjectRow; commit: string; kind: ReportKind; text: string; by: TestUser },
): Promise<void> {
  const { project, text, by, ...rest } = report;
  const content = Buffer.from(text);
  await uploadReport(contextOf(app, by), { ...rest, projectId: project.id, name: 'default', content });
}

/** Reports a status of a commit: the job and the pipeline it belongs to. */
export function reportCommitStatus(
  app: TestApp,
  report: ReportStatusInput & { project: Pick<ProjectRow, 'id'>; commit: string; by: TestUser },
): Promise<ReportedStatus> {
  const { project, by, pipeline_id: pipelineId, ...rest } = report;
  return reportStatus(contextOf(app, by), { ...rest, projectId: project.id, pipelineId });
}

/** A pipeline with jobs, as if something had run them; its status is that of its jobs. */
export async function createPipeline(
  app: TestApp,
  spec: PipelineSpec & { stages: StageSpec },
): Promise<{ pipeline: PipelineRow; jobs: JobRow[] }> {
  const { stages, ...values } = spec;
  return transact(app.system, async (ctx) => {
    const { pipeline, jobs } = await addPipelineRows(ctx.db, values, stages);
    return { pipeline: await refreshPipeline(ctx, pipeline), jobs };
  });
}

/** A runner uploads a file of a job that it runs. */
export async function uploadJobFile(app: TestApp, jobId: number, type: string, content: string): Promise<void> {
  const job = await findJob(app.system.db, jobId);
  if (!job) throw new Error(`no job ${jobId}`);
  const format = ARTIFACT_KINDS[type]?.format ?? 'raw';
  const bytes = format === 'gzip' ? gzipSync(content) : Buffer.from(content);
  await uploadArtifact(app.system, job, {
    type,
    format,
    expireIn: undefined,
    fileName: type,
    content: Readable.from([bytes]),
    isTruncated: () => false,
    maxBytes: content.length + 1_000,
  });
}

/** A runner takes the job and ends it. */
export async function endJob(app: TestApp, jobId: number, result: JobResult = { status: 'success' }): Promise<void> {
  const job = await findJob(app.system.db, jobId);
  if (!job) throw new Error(`no job ${jobId}`);
  await updateJob(app.system.db, job, { status: 'running', started_at: new Date() });
  await finishJob(app.system, job.id, result);
}

/** Runs a pipeline of the configuration on main, as this user; its jobs by name, as they are now. */
export async function runTestPipeline(
  app: TestApp,
  { project, by }: { project: BuiltProject; by: TestUser },
): Promise<{ pipelineId: number; job: (name: string) => Promise<JobRow> }> {
  const ctx = contextOf(app, by);
  const sha = (await project.repository.git('rev-parse', 'main')).trim();
  const outcome = await createConfiguredPipeline(ctx, {
    access: await getProjectAccess(ctx, project.id),
    ref: 'main',
    isTag: false,
    sha,
    source: 'api',
    savesErrors: true,
    heedsSkip: true,
  });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  const pipelineId = outcome.pipeline.id;
  return {
    pipelineId,
    job: async (name) => {
      const found = (await listCurrentJobs(app.system.db, pipelineId)).find((job) => job.name === name);
      if (!found) throw new Error(`no job ${name}`);
      return found;
    },
  };
}
