import type { ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { ReportStatusInput } from '@tributary/contract/ci/commit-statuses.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { contextOf, type TestUser } from '../accounts/testing.ts';
import { transact } from '../platform/context.ts';
import type { ProjectRow } from '../projects/index.ts';
import { refreshPipeline } from './operations/refresh-pipeline.ts';
import { reportStatus, type ReportedStatus } from './operations/report-status.ts';
import { uploadReport } from './reports/operations/upload-report.ts';
import type { JobRow } from './store/job-store.ts';
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
