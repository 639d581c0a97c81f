import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { VARIABLE_PURPOSE } from '../../variables/pipeline-variables.ts';
import { getScheduleAccess, type ScheduleAccess, scheduleRunRefusal } from '../schedule-access.ts';
import {
  deleteScheduleVariable as deleteRow,
  insertScheduleVariable,
  listScheduleVariables,
  type ScheduleVariableRow,
  updateScheduleVariable as updateRow,
} from '../schedule-store.ts';
import type { WhichSchedule } from './save-schedule.ts';

const MAX_VARIABLES = 100;

type Which = WhichSchedule & { key: string };
type Values = { value: string; variable_type?: 'env_var' | 'file' | undefined };

const load = (ctx: Context, { projectId, scheduleId }: Which) => getScheduleAccess(ctx, projectId, scheduleId);
/** Whoever changes what runs on a ref needs the right to run it. */
const check = (ctx: Context, loaded: ScheduleAccess) =>
  can(ctx.actor, 'update_pipeline_schedule', loaded.policy) ?? scheduleRunRefusal(ctx, loaded);

async function present(ctx: Context, { schedule }: ScheduleAccess, key: string): Promise<ScheduleVariableRow> {
  const found = (await listScheduleVariables(ctx.db, [schedule.id])).find((row) => row.key === key);
  if (!found) throw new AppError('not_found', { resource: 'Variable' });
  return found;
}

export const createScheduleVariable = defineOperation<Which & Values, ScheduleAccess, ScheduleVariableRow>({
  name: 'ci_schedule.create_variable',
  load,
  check,
  run: async (ctx, { schedule }, { key, value, variable_type: kind = 'env_var' }) => {
    if ((await listScheduleVariables(ctx.db, [schedule.id])).length >= MAX_VARIABLES)
      failFields({ base: [`Maximum number of variables of a schedule (${MAX_VARIABLES}) exceeded`] });
    const row = { schedule_id: schedule.id, key, kind, sealed_value: ctx.secrets.encrypt(VARIABLE_PURPOSE, value) };
    if (!(await insertScheduleVariable(ctx.db, row))) failFields({ key: ['has already been taken'] });
    return row;
  },
});

export const updateScheduleVariable = defineOperation<Which & Values, ScheduleAccess, ScheduleVariableRow>({
  name: 'ci_schedule.update_variable',
  load,
  check,
  run: async (ctx, access, { key, value, variable_type: kind }) => {
    const found = await present(ctx, access, key);
    const sealed = ctx.secrets.encrypt(VARIABLE_PURPOSE, value);
    const row = { ...found, sealed_value: sealed, kind: kind ?? found.kind };
    await updateRow(ctx.db, row);
    return row;
  },
});

export const deleteScheduleVariable = defineOperation<Which, ScheduleAccess, ScheduleVariableRow>({
  name: 'ci_schedule.delete_variable',
  load,
  check,
  run: async (ctx, access, { key }) => {
    const found = await present(ctx, access, key);
    await deleteRow(ctx.db, access.schedule.id, key);
    return found;
  },
});
