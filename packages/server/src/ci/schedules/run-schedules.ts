import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findActingUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { createPipeline } from '../creation/create-pipeline.ts';
import { runRefusal } from '../operations/run-refusal.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { VARIABLE_PURPOSE } from '../variables/pipeline-variables.ts';
import type { WhichSchedule } from './operations/save-schedule.ts';
import { nextRun } from './next-run.ts';
import { getScheduleAccess, type ScheduleAccess, scheduleRunRefusal } from './schedule-access.ts';
import {
  claimRun,
  dueSchedules,
  listScheduleVariables,
  recordRun,
  type ScheduleRow,
  updateSchedule,
} from './schedule-store.ts';

/** Runs the pipeline of a schedule as the actor. Answers why it cannot run, or null. */
async function run(ctx: Context, schedule: ScheduleRow): Promise<string | null> {
  const access = await getProjectAccess(ctx, schedule.project_id);
  const at = await resolveRef(ctx, access, schedule.ref);
  if (!at) return `The branch or tag ${schedule.ref} does not exist.`;
  if (await runRefusal(ctx, access, at)) return `The owner may not run pipelines on ${schedule.ref}.`;
  const variables = (await listScheduleVariables(ctx.db, [schedule.id])).map(({ key, sealed_value: sealed, kind }) => ({
    key,
    value: ctx.secrets.decrypt(VARIABLE_PURPOSE, sealed),
    kind,
  }));
  const predefined = { CI_PIPELINE_SCHEDULE_DESCRIPTION: schedule.description };
  const asked = { access, ...at, variables, inputs: schedule.inputs, predefined };
  // A mistake in the configuration is a failed pipeline: nobody waits for this one.
  const outcome = await createPipeline(ctx, { ...asked, source: 'schedule', savesErrors: true, heedsSkip: false });
  if (outcome.kind === 'created') await recordRun(ctx.db, schedule.id, outcome.pipeline.id);
  return null;
}

async function runAsOwner(ctx: Context, schedule: ScheduleRow): Promise<string | null> {
  const actor = schedule.owner_id === null ? undefined : await findActingUser(ctx, schedule.owner_id);
  if (!actor) return 'The account of the owner is not active.';
  try {
    return await run({ ...ctx, actor }, schedule);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    return error.kind === 'not_found' ? 'The owner has no access to the project.' : error.message;
  }
}

const BATCH = 100;

/**
 * Runs what is due, as the owners and with their rights of this moment. A schedule that cannot run is switched off, with the
 * reason. One run is claimed by setting the next, so two processes never run it twice.
 */
export const runDueSchedules = defineJob<Record<string, never>>({
  name: 'ci-run-schedules',
  run: async (ctx) => {
    const now = ctx.clock.now();
    for (const schedule of await dueSchedules(ctx.db, now, BATCH)) {
      const { at } = await nextRun(schedule.cron, schedule.cron_timezone, now);
      if (!(await claimRun(ctx.db, schedule, at))) continue;
      const note = await runAsOwner(ctx, schedule).catch((error: unknown) => {
        ctx.log.error({ err: error, scheduleId: schedule.id }, 'a scheduled pipeline could not be created');
        return null;
      });
      if (note !== null) await updateSchedule(ctx.db, schedule.id, { is_active: false, next_run_at: null, note });
    }
  },
});

/** Runs it now, as the actor. */
export const playSchedule = defineOperation<WhichSchedule, ScheduleAccess, void>({
  name: 'ci_schedule.play',
  load: (ctx, { projectId, scheduleId }) => getScheduleAccess(ctx, projectId, scheduleId),
  check: (ctx, loaded) => can(ctx.actor, 'play_pipeline_schedule', loaded.policy) ?? scheduleRunRefusal(ctx, loaded),
  transaction: false,
  run: async (ctx, { schedule }) => {
    const problem = await run(ctx, schedule);
    if (problem !== null) throw new AppError('schedule_not_run', { reason: problem });
  },
});

export const schedulesRunSchedules: Extensions = [
  registerJob(runDueSchedules),
  scheduleJob('* * * * *', runDueSchedules),
];
