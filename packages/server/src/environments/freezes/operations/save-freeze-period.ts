import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { nextRun } from '../../../ci/index.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import {
  deleteFreezePeriodRow,
  findFreezePeriod,
  type FreezePeriodRow,
  insertFreezePeriod,
  updateFreezePeriodRow,
} from '../store/freeze-store.ts';

type Times = Pick<FreezePeriodRow, 'freeze_start' | 'freeze_end' | 'cron_timezone'>;
type Which = { projectId: number; freezePeriodId: number };
type TimeChanges = { [K in keyof Times]?: Times[K] | undefined };
type Found = ProjectAccess & { period: FreezePeriodRow };

const MESSAGES = { cron: 'is invalid syntax', cron_timezone: 'is invalid syntax' };

/** Fails with a sentence by field unless both expressions name times in the time zone. */
async function checkTimes(ctx: Context, times: Times): Promise<void> {
  for (const field of ['freeze_start', 'freeze_end'] as const) {
    const { problem } = await nextRun(times[field], times.cron_timezone, ctx.clock.now());
    if (problem) failFields({ [problem === 'cron' ? field : problem]: [MESSAGES[problem]] });
  }
}

export async function getFreezePeriod(ctx: Context, { projectId, freezePeriodId }: Which): Promise<FreezePeriodRow> {
  const found = await findFreezePeriod(ctx.db, projectId, freezePeriodId);
  if (!found) throw new AppError('not_found', { resource: 'Freeze Period' });
  return found;
}

const mayAdmin = (ctx: Context, { policy }: ProjectAccess) => can(ctx.actor, 'admin_freeze_periods', policy);

async function record(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  { id: _id, project_id: projectId, ...row }: FreezePeriodRow,
) {
  const { freeze_start: start, freeze_end: end, cron_timezone: timezone } = row;
  await audit(ctx, `freeze_period.${action}`, { type: 'project', id: projectId }, { start, end, timezone });
}

export const createFreezePeriod = defineOperation<Times & { projectId: number }, ProjectAccess, FreezePeriodRow>({
  name: 'freeze_period.create',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: mayAdmin,
  run: async (ctx, _access, { projectId, ...times }) => {
    await checkTimes(ctx, times);
    const row = await insertFreezePeriod(ctx.db, { project_id: projectId, ...times });
    await record(ctx, 'created', row);
    return row;
  },
});

const load = async (ctx: Context, which: Which): Promise<Found> => {
  const access = await getProjectAccess(ctx, which.projectId);
  return { ...access, period: await getFreezePeriod(ctx, which) };
};

export const updateFreezePeriod = defineOperation<Which & TimeChanges, Found, FreezePeriodRow>({
  name: 'freeze_period.update',
  load,
  check: mayAdmin,
  run: async (ctx, { period }, { freeze_start: start, freeze_end: end, cron_timezone: timezone }) => {
    const times = {
      freeze_start: start ?? period.freeze_start,
      freeze_end: end ?? period.freeze_end,
      cron_timezone: timezone ?? period.cron_timezone,
    };
    await checkTimes(ctx, times);
    const row = await updateFreezePeriodRow(ctx.db, period.id, times);
    await record(ctx, 'updated', row);
    return row;
  },
});

export const deleteFreezePeriod = defineOperation<Which, Found, void>({
  name: 'freeze_period.delete',
  load,
  check: mayAdmin,
  run: async (ctx, { period }) => {
    await deleteFreezePeriodRow(ctx.db, period.id);
    await record(ctx, 'deleted', period);
  },
});
