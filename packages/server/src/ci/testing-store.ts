import type { CiStatus, PipelineSource } from '@tributary/contract/ci/status.ts';
import type { Db } from '../platform/db/database.ts';
import { insertJob, type JobRow } from './store/job-store.ts';
import { ensureStage, insertPipeline, type NewPipeline, type PipelineRow } from './store/pipeline-store.ts';
import type { JobKind } from './tables.ts';

export type PipelineSpec = Partial<NewPipeline> & { project_id: number; sha: string };
/** Jobs by stage: the name, and how it stands. */
export type StageSpec = Record<string, JobSpec[]>;
type JobSpec = {
  name: string;
  status: CiStatus;
  kind?: JobKind;
  allowFailure?: boolean;
  runWhen?: JobRow['run_when'];
  scheduledAt?: Date;
};

/** A pipeline with jobs as the engine would have made it. */
export async function addPipelineRows(
  db: Db,
  { source = 'push', ref = 'main', ...values }: PipelineSpec & { source?: PipelineSource },
  stages: StageSpec,
): Promise<{ pipeline: PipelineRow; jobs: JobRow[] }> {
  const pipeline = await insertPipeline(db, { ...values, source, ref });
  const jobs: JobRow[] = [];
  for (const [position, [name, specs]] of Object.entries(stages).entries()) {
    const stage = await ensureStage(db, { pipelineId: pipeline.id, name, position });
    for (const { name: jobName, status, kind = 'build', allowFailure = false, runWhen, scheduledAt } of specs) {
      const owner = { project_id: pipeline.project_id, pipeline_id: pipeline.id, stage_id: stage.id };
      const times = { ...(runWhen && { run_when: runWhen }), ...(scheduledAt && { scheduled_at: scheduledAt }) };
      jobs.push(await insertJob(db, { ...owner, ...times, kind, name: jobName, status, allow_failure: allowFailure }));
    }
  }
  return { pipeline, jobs };
}
