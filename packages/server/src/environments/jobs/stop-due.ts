import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { defineJob, registerJob, scheduleJob } from '../../platform/jobs.ts';
import { deleteEnvironment } from '../operations/change-environment.ts';
import { followJob } from '../operations/follow-job.ts';
import { findStopJob, isRefusal, stopEnvironment } from '../operations/stop-environment.ts';
import { environmentsOfBranch, newestDeployments } from '../store/deployment-store.ts';
import { type EnvironmentRow, listDeleteDue, listStopDue, updateEnvironmentRow } from '../store/environment-store.ts';

const BATCH = 100;

/** True when it is stopped or on its way. */
async function stopQuietly(ctx: Context, { id, project_id: projectId }: { id: number; project_id: number }) {
  try {
    await stopEnvironment(ctx, { projectId, environmentId: id });
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.info({ environmentId: id, reason: error.message }, 'an environment could not be stopped by itself');
    return false;
  }
}

/** The job that stops it runs as the user who deployed, with the rights of this moment; without them it is stopped without it. */
async function stopDue(ctx: Context, environment: EnvironmentRow): Promise<void> {
  const { id, project_id: projectId } = environment;
  const stopJob = await findStopJob(ctx, environment);
  if (!stopJob && environment.auto_stop_setting === 'with_action') {
    await updateEnvironmentRow(ctx.db, id, { auto_stop_at: null });
    return;
  }
  const deployment = (await newestDeployments(ctx.db, [id], 'success')).get(id);
  const userId = stopJob ? (deployment?.user_id ?? null) : null;
  const actor = userId === null ? undefined : await findActingUser(ctx, userId);
  if (actor && (await stopQuietly({ ...ctx, actor }, environment))) return;
  await stopEnvironment(ctx, { projectId, environmentId: id, force: true });
}

/** Stops environments whose time has come, and removes those that were scheduled for it. */
export const stopDueEnvironments = defineJob<Record<string, never>>({
  name: 'environments-stop-due',
  run: async (ctx) => {
    const now = ctx.clock.now();
    for (const environment of await listStopDue(ctx.db, now, BATCH)) {
      try {
        await stopDue(ctx, environment);
      } catch (error) {
        // One that fails does not hold up the others; it is tried again in a minute.
        ctx.log.warn({ err: error, environmentId: environment.id }, 'an environment could not be stopped');
      }
    }
    for (const { id, project_id: projectId } of await listDeleteDue(ctx.db, now, BATCH)) {
      await deleteEnvironment(ctx, { projectId, environmentId: id });
    }
  },
});

export const environmentsStopDue: Extensions = [
  onEvent('job.changed', 'environments', (ctx, { data }) => followJob(ctx, data)),
  /** Review apps go with their branch: the job that stops them runs as the user who deleted it. */
  onEvent('push.received', 'environments', async (ctx, { data }) => {
    if (data.action !== 'deleted' || data.refKind !== 'branch' || data.actorId === null) return;
    const ids = await environmentsOfBranch(ctx.db, data.projectId, data.name);
    const actor = ids.length > 0 ? await findActingUser(ctx, data.actorId) : undefined;
    if (actor) for (const id of ids) await stopQuietly({ ...ctx, actor }, { id, project_id: data.projectId });
  }),
  registerJob(stopDueEnvironments),
  scheduleJob('* * * * *', stopDueEnvironments),
];
