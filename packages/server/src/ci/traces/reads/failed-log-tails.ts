import type { StageAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { mayReadTrace } from './read-trace.ts';
import { lastLines } from './read-trace-text.ts';
import { jobFilesOf } from '../../job-files-access.ts';

const MAX_JOBS = 50;
const TAIL = { lines: 30, maxBytes: 8 * 1024 };

/** The end of the logs of the jobs that failed, by their ids; none for who may not read logs. */
export async function failedLogTails(
  ctx: Context,
  access: ProjectAccess,
  stages: readonly StageAnswer[],
): Promise<Record<number, string>> {
  if (!isAllowed(ctx.actor, 'read_job_log', jobFilesOf(access))) return {};
  const failed = stages.flatMap((stage) => stage.latest_statuses).filter((job) => job.state === 'failed');
  const tails: Record<number, string> = {};
  for (const { id } of failed.slice(0, MAX_JOBS)) {
    if (!(await mayReadTrace(ctx, access, id))) continue;
    const text = await lastLines(ctx, id, TAIL);
    if (text !== '') tails[id] = text;
  }
  return tails;
}
