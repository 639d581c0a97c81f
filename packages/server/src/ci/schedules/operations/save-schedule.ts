import type { saveScheduleInput, ScheduleSettings } from '@tributary/contract/ci/schedules.ts';
import { failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import type { z } from 'zod';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation, guard } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { runRefusal } from '../../operations/run-refusal.ts';
import { resolveRef } from '../../reads/resolve-ref.ts';
import { VARIABLE_PURPOSE } from '../../variables/pipeline-variables.ts';
import { nextRun } from '../next-run.ts';
import { getScheduleAccess, type ScheduleAccess } from '../schedule-access.ts';
import {
  countSchedules,
  deleteScheduleRow,
  insertSchedule,
  replaceScheduleVariables,
  type ScheduleRow,
  updateSchedule as updateRow,
} from '../schedule-store.ts';

const MAX_SCHEDULES = 100;

type Timed = { cron: string; cron_timezone: string; is_active: boolean };

/** When it runs next; refuses an expression or time zone that cannot be read. */
async function nextRunAt(ctx: Context, { cron, cron_timezone: timezone, is_active: isActive }: Timed) {
  const { at, problem } = await nextRun(cron, timezone, ctx.clock.now());
  if (problem !== undefined) failFields({ [problem]: ['is invalid syntax'] });
  return isActive ? at : null;
}

/** The ref has to be there, and the actor has to have the right to run pipelines on it. */
async function checkRef(ctx: Context, access: ProjectAccess, ref: string): Promise<string> {
  const at = await resolveRef(ctx, access, ref);
  if (!at) return failFields({ ref: ['is not a branch or tag of the project'] });
  guard(await runRefusal(ctx, access, at));
  return at.ref;
}

type Given = ScheduleSettings['inputs'];

function inputsAfter(given: Given, present: ScheduleRow['inputs']): ScheduleRow['inputs'] {
  const inputs = { ...present };
  for (const { name, value, destroy } of given ?? []) {
    if (destroy) Reflect.deleteProperty(inputs, name);
    else if (value !== undefined) inputs[name] = value;
  }
  return inputs;
}

type Variables = { variables?: z.output<typeof saveScheduleInput>['variables'] };

/** The schedule has these variables and no others. */
async function saveVariables(ctx: Context, scheduleId: number, { variables }: Variables): Promise<void> {
  if (!variables) return;
  if (new Set(variables.map(({ key }) => key)).size < variables.length)
    failFields({ variables: ['have the same key more than once'] });
  const rows = variables.map(({ key, value, variable_type: kind }) => ({
    schedule_id: scheduleId,
    key,
    kind,
    sealed_value: ctx.secrets.encrypt(VARIABLE_PURPOSE, value),
  }));
  await replaceScheduleVariables(ctx.db, scheduleId, rows);
}

type NewSchedule = ScheduleSettings & Variables & { projectId: number; description: string; ref: string; cron: string };

export const createSchedule = defineOperation<NewSchedule, ProjectAccess, ScheduleRow>({
  name: 'ci_schedule.create',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, access) =>
    can(ctx.actor, 'update_pipeline', featureOf(access, 'repository')) ??
    (actorId(ctx.actor) === undefined ? refuse('forbidden') : null),
  run: async (ctx, access, input) => {
    const projectId = access.project.id;
    if ((await countSchedules(ctx.db, { projectId })) >= MAX_SCHEDULES)
      failFields({ base: [`Maximum number of pipeline schedules (${MAX_SCHEDULES}) exceeded`] });
    const timed = {
      cron: input.cron.trim(),
      cron_timezone: input.cron_timezone ?? 'UTC',
      is_active: input.active ?? true,
    };
    const schedule = await insertSchedule(ctx.db, {
      ...timed,
      project_id: projectId,
      owner_id: actorId(ctx.actor) ?? null,
      description: input.description.trim(),
      ref: await checkRef(ctx, access, input.ref),
      inputs: JSON.stringify(inputsAfter(input.inputs, {})),
      next_run_at: await nextRunAt(ctx, timed),
    });
    await saveVariables(ctx, schedule.id, input);
    return schedule;
  },
});

export type WhichSchedule = { projectId: number; scheduleId: number };
const load = (ctx: Context, { projectId, scheduleId }: WhichSchedule) => getScheduleAccess(ctx, projectId, scheduleId);

export const updateSchedule = defineOperation<
  WhichSchedule & ScheduleSettings & Variables,
  ScheduleAccess,
  ScheduleRow
>({
  name: 'ci_schedule.update',
  load,
  check: (ctx, { policy }) => can(ctx.actor, 'update_pipeline_schedule', policy),
  run: async (ctx, { schedule, access }, input) => {
    const timed = {
      cron: input.cron?.trim() ?? schedule.cron,
      cron_timezone: input.cron_timezone ?? schedule.cron_timezone,
      is_active: input.active ?? schedule.is_active,
    };
    // Also of a ref that stays: whoever changes what runs there needs the right to run it.
    const ref = await checkRef(ctx, access, input.ref ?? schedule.ref);
    await saveVariables(ctx, schedule.id, input);
    return updateRow(ctx.db, schedule.id, {
      ...timed,
      description: input.description?.trim() ?? schedule.description,
      ref,
      inputs: JSON.stringify(inputsAfter(input.inputs, schedule.inputs)),
      next_run_at: await nextRunAt(ctx, timed),
      ...(timed.is_active && { note: null }),
    });
  },
});

export const deleteSchedule = defineOperation<WhichSchedule, ScheduleAccess, void>({
  name: 'ci_schedule.delete',
  load,
  check: (ctx, { policy }) => can(ctx.actor, 'update_pipeline_schedule', policy),
  run: (ctx, { schedule }) => deleteScheduleRow(ctx.db, schedule.id),
});

/** Its pipelines run as the actor from now on. */
export const takeSchedule = defineOperation<WhichSchedule, ScheduleAccess, ScheduleRow>({
  name: 'ci_schedule.take_ownership',
  load,
  check: (ctx, { policy }) => can(ctx.actor, 'take_pipeline_schedule', policy),
  run: async (ctx, { schedule, access }) => {
    await checkRef(ctx, access, schedule.ref);
    return updateRow(ctx.db, schedule.id, { owner_id: actorId(ctx.actor) ?? null, note: null });
  },
});
