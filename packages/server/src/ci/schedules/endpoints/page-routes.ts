import { saveScheduleInput, scheduleParams } from '@tributary/contract/ci/schedules.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inRepository } from '../../../projects/index.ts';
import { onSchedulePage } from '../schedule-subjects.ts';
import { createSchedule, updateSchedule } from '../operations/save-schedule.ts';

const tag = 'Pipeline schedules';
const path = '/pipeline_schedules';
const response = z.object({ id: z.number() });

const routes = [
  defineRoute({
    method: 'POST',
    path,
    ability: 'update_pipeline',
    summary: 'Create a pipeline schedule with its variables from its page',
    tag,
    input: saveScheduleInput,
    subject: inRepository,
    response,
    handle: async ({ ctx, subject, input }) => {
      const { id } = await createSchedule(ctx, { ...input, projectId: subject.project.id });
      return { id };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${path}/:pipeline_schedule_id`,
    ability: 'update_pipeline_schedule',
    summary: 'Change a pipeline schedule and its variables from its page',
    tag,
    params: scheduleParams,
    input: saveScheduleInput,
    subject: onSchedulePage,
    response,
    handle: async ({ ctx, subject: { access }, input, params }) => {
      const which = { projectId: access.project.id, scheduleId: params.pipeline_schedule_id };
      const { id } = await updateSchedule(ctx, { ...input, ...which });
      return { id };
    },
  }),
];

export const schedulePageRoutes: readonly ScopedRoute[] = routes.map((route) => defineScopedRoute('project', route));
