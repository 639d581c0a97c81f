import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { jobChanged } from '../operations/refresh-pipeline.ts';
import { configuredTimeout } from '../rules/job-options.ts';
import { insertReplacement, resetSkipped } from '../store/dag-store.ts';
import type { JobRow } from '../store/job-store.ts';
import { jobHolds } from './job-gates.ts';
import { QUEUE_TOPIC } from './queue-topic.ts';

/**
 * Puts a new job in the place of a finished one, with the pipeline locked. It has the configuration of the old one, starts at
 * once (or waits for its resource group), and later jobs that were skipped wait for it again. The caller processes the pipeline.
 */
export async function replaceJob(ctx: Context, job: JobRow, userId: number | null): Promise<JobRow> {
  const now = ctx.clock.now();
  const isHeld = (await jobHolds(ctx, [{ ...job, user_id: userId, id: NEW }])).get(NEW)?.kind === 'wait';
  const added = await insertReplacement(ctx.db, job, {
    project_id: job.project_id,
    pipeline_id: job.pipeline_id,
    stage_id: job.stage_id,
    kind: job.kind,
    name: job.name,
    status: isHeld ? 'manual' : job.resource_group === null ? 'pending' : 'waiting_for_resource',
    // Exit codes decide anew.
    allow_failure: hasExitCodes(job) ? false : job.allow_failure,
    run_when: job.run_when,
    scheduling: job.scheduling,
    is_protected: job.is_protected,
    is_interruptible: job.is_interruptible,
    user_id: userId,
    coverage_regex: job.coverage_regex,
    tags: job.tags,
    environment: job.environment,
    resource_group: job.resource_group,
    timeout_seconds: configuredTimeout(job),
    options: JSON.stringify(job.options),
    queued_at: now,
    created_at: now,
  });
  await jobChanged(ctx, added, null);
  await resetSkipped(ctx.db, added);
  await publish(ctx, QUEUE_TOPIC, 'queued', { projectId: job.project_id });
  return added;
}

/** Stands for a job that has no number yet, and so nothing that was decided about it. */
const NEW = 0;

function hasExitCodes({ options }: JobRow): boolean {
  return Array.isArray(options['allowedExitCodes']);
}
