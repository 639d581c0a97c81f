import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed, type PolicySubject } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { runRefusal } from '../operations/run-refusal.ts';
import { resolveRef } from '../reads/resolve-ref.ts';
import { findScheduleRow, type ScheduleRow } from './schedule-store.ts';

/** A schedule as one actor meets it: those who own it may change it, and maintainers. */
export type ScheduleAccess = { schedule: ScheduleRow; access: ProjectAccess; policy: PolicySubject };

export const schedulePolicy = (ctx: Context, access: ProjectAccess, schedule: ScheduleRow): PolicySubject => ({
  ...featureOf(access, 'repository'),
  resource: 'Pipeline Schedule',
  isOwn: schedule.owner_id !== null && schedule.owner_id === actorId(ctx.actor),
});

export async function getScheduleAccess(
  ctx: Context,
  projectIdOrPath: string | number,
  id: number,
): Promise<ScheduleAccess> {
  const access = await getProjectAccess(ctx, projectIdOrPath);
  const schedule = await findScheduleRow(ctx.db, id);
  if (!schedule || schedule.project_id !== access.project.id)
    throw new AppError('not_found', { resource: 'Pipeline Schedule' });
  return { schedule, access, policy: schedulePolicy(ctx, access, schedule) };
}

/** Which schedule this is, whoever asks: the operations on it check that. */
export async function locateSchedule(
  ctx: Context,
  scheduleId: number,
): Promise<{ projectId: number; scheduleId: number }> {
  const row = await findScheduleRow(ctx.db, scheduleId);
  if (!row) throw new AppError('not_found', { resource: 'Pipeline Schedule' });
  return { projectId: row.project_id, scheduleId };
}

/** Why the actor cannot run pipelines on the ref of the schedule, or null. */
export async function scheduleRunRefusal(
  ctx: Context,
  { access, schedule }: Pick<ScheduleAccess, 'access' | 'schedule'>,
): Promise<Refusal | null> {
  const at = (await resolveRef(ctx, access, schedule.ref)) ?? { ref: schedule.ref, isTag: false };
  return runRefusal(ctx, access, at);
}

/** Values of variables are for those who may change them. */
export const mayReadVariables = (ctx: Context, { policy }: Pick<ScheduleAccess, 'policy'>): boolean =>
  isAllowed(ctx.actor, 'update_pipeline_schedule', policy);
