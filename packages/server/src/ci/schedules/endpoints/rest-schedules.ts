import { restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import { restVariable } from '@tributary/contract/ci/run-pipeline.ts';
import {
  createScheduleInput,
  createScheduleVariableInput,
  listSchedulesInput,
  restSchedule,
  restScheduleDetails,
  scheduleParams,
  scheduleVariableParams,
  updateScheduleInput,
  updateScheduleVariableInput,
} from '@tributary/contract/ci/schedules.ts';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inRepository } from '../../../projects/index.ts';
import { homeOf } from '../../endpoints/answer-jobs.ts';
import { listPipelines } from '../../reads/pipelines.ts';
import { toRestPipelineBasic } from '../../render/to-rest-pipeline.ts';
import { listSchedules, openVariable, viewSchedules } from '../reads/schedule-views.ts';
import { toRestSchedule, toRestScheduleDetails, toRestScheduleVariable } from '../render/to-rest-schedule.ts';
import { createSchedule, deleteSchedule, takeSchedule, updateSchedule } from '../operations/save-schedule.ts';
import {
  createScheduleVariable,
  deleteScheduleVariable,
  updateScheduleVariable,
} from '../operations/save-schedule-variable.ts';
import { playSchedule } from '../run-schedules.ts';
import { inSchedule } from '../schedule-subjects.ts';
import { getScheduleAccess, mayReadVariables, type ScheduleAccess } from '../schedule-access.ts';

const tag = 'Pipeline schedules';
const path = '/projects/:id/pipeline_schedules';

const which = ({ schedule, access }: ScheduleAccess) => ({ projectId: access.project.id, scheduleId: schedule.id });

async function answer(ctx: Context, { access, schedule }: Pick<ScheduleAccess, 'access' | 'schedule'>) {
  const found = await getScheduleAccess(ctx, access.project.id, schedule.id);
  const [view] = await viewSchedules(ctx, [found.schedule]);
  if (!view) throw new AppError('not_found', { resource: 'Pipeline Schedule' });
  return toRestScheduleDetails(homeOf(ctx, access), view, { withVariables: mayReadVariables(ctx, found) });
}

const schedules = [
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_pipeline_schedules',
    summary: 'List the pipeline schedules of a project',
    tag,
    input: listSchedulesInput,
    subject: inRepository,
    response: z.array(restSchedule),
    handle: async ({ ctx, subject, input: { page, per_page: perPage, scope } }) => {
      const isActive = scope === undefined ? undefined : scope === 'active';
      const found = await listSchedules(ctx, { projectId: subject.project.id, isActive }, { page, perPage });
      return paged(found, (view) => toRestSchedule(homeOf(ctx, subject), view));
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:pipeline_schedule_id`,
    ability: 'read_pipeline_schedules',
    summary: 'Get a pipeline schedule',
    tag,
    params: scheduleParams,
    subject: inSchedule,
    response: restScheduleDetails,
    handle: ({ ctx, subject }) => answer(ctx, subject),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:pipeline_schedule_id/pipelines`,
    ability: 'read_pipeline',
    summary: 'List the pipelines of the branch or tag of a schedule that schedules started',
    tag,
    params: scheduleParams,
    input: z.strictObject(pagingInput),
    subject: inSchedule,
    response: z.array(restPipelineBasic),
    handle: async ({ ctx, subject: { access, schedule }, input: { page, per_page: perPage } }) => {
      const filter = { projectIds: [access.project.id], source: 'schedule', ref: schedule.ref } as const;
      return paged(await listPipelines(ctx, filter, { page, perPage }), (row) =>
        toRestPipelineBasic(homeOf(ctx, access), row),
      );
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    ability: 'update_pipeline',
    summary: 'Create a pipeline schedule',
    tag,
    input: createScheduleInput,
    subject: inRepository,
    response: restScheduleDetails,
    handle: async ({ ctx, subject, input }) => {
      const schedule = await createSchedule(ctx, { ...input, projectId: subject.project.id });
      return answer(ctx, { access: subject, schedule });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:pipeline_schedule_id`,
    ability: 'update_pipeline_schedule',
    summary: 'Change a pipeline schedule',
    tag,
    params: scheduleParams,
    input: updateScheduleInput,
    subject: inSchedule,
    response: restScheduleDetails,
    handle: async ({ ctx, subject, input }) => {
      await updateSchedule(ctx, { ...input, ...which(subject) });
      return answer(ctx, subject);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:pipeline_schedule_id`,
    ability: 'update_pipeline_schedule',
    summary: 'Delete a pipeline schedule',
    tag,
    params: scheduleParams,
    subject: inSchedule,
    handle: ({ ctx, subject }) => deleteSchedule(ctx, which(subject)),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:pipeline_schedule_id/play`,
    ability: 'play_pipeline_schedule',
    summary: 'Run the pipeline of a schedule now',
    tag,
    params: scheduleParams,
    subject: inSchedule,
    response: z.object({ message: z.literal('201 Created') }),
    handle: async ({ ctx, subject }) => {
      await playSchedule(ctx, which(subject));
      return { message: '201 Created' };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:pipeline_schedule_id/take_ownership`,
    ability: 'take_pipeline_schedule',
    summary: 'Become the owner of a pipeline schedule',
    tag,
    params: scheduleParams,
    subject: inSchedule,
    response: restScheduleDetails,
    handle: async ({ ctx, subject }) => {
      await takeSchedule(ctx, which(subject));
      return answer(ctx, subject);
    },
  }),
];

const variables = [
  defineRoute({
    method: 'POST',
    path: `${path}/:pipeline_schedule_id/variables`,
    ability: 'update_pipeline_schedule',
    summary: 'Add a variable to a pipeline schedule',
    tag,
    params: scheduleParams,
    input: createScheduleVariableInput,
    subject: inSchedule,
    response: restVariable,
    handle: async ({ ctx, subject, input }) =>
      toRestScheduleVariable(openVariable(ctx, await createScheduleVariable(ctx, { ...which(subject), ...input }))),
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:pipeline_schedule_id/variables/:key`,
    ability: 'update_pipeline_schedule',
    summary: 'Change a variable of a pipeline schedule',
    tag,
    params: scheduleVariableParams,
    input: updateScheduleVariableInput,
    subject: inSchedule,
    response: restVariable,
    handle: async ({ ctx, subject, params: { key }, input }) => {
      const row = await updateScheduleVariable(ctx, { ...which(subject), ...input, key });
      return toRestScheduleVariable(openVariable(ctx, row));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/:pipeline_schedule_id/variables/:key`,
    ability: 'update_pipeline_schedule',
    summary: 'Delete a variable of a pipeline schedule',
    tag,
    params: scheduleVariableParams,
    subject: inSchedule,
    response: restVariable,
    status: 200,
    handle: async ({ ctx, subject, params: { key } }) =>
      toRestScheduleVariable(openVariable(ctx, await deleteScheduleVariable(ctx, { ...which(subject), key }))),
  }),
];

export const scheduleRoutes: Route[] = [...schedules, ...variables];
