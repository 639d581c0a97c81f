import {
  createFreezePeriodInput,
  listFreezePeriodsInput,
  restFreezePeriod,
  updateFreezePeriodInput,
} from '@tributary/contract/environments/freeze-periods.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../../projects/index.ts';
import {
  createFreezePeriod,
  deleteFreezePeriod,
  getFreezePeriod,
  updateFreezePeriod,
} from '../operations/save-freeze-period.ts';
import { freezeStates } from '../reads/freeze-state.ts';
import { toRestFreezePeriod } from '../render/to-rest.ts';

const tag = 'Freeze periods';
const all = '/projects/:id/freeze_periods';
const one = `${all}/:freeze_period_id`;
const params = z.object({ freeze_period_id: idInput });

const list = defineRoute({
  method: 'GET',
  path: all,
  ability: 'read_freeze_periods',
  summary: 'List the freeze periods of a project',
  tag,
  input: listFreezePeriodsInput,
  subject: inProject,
  response: z.array(restFreezePeriod),
  handle: async ({ ctx, subject, input: { page, per_page: perPage } }) => {
    const states = await freezeStates(ctx, subject.project.id);
    return paged(slicePage(states, { page, perPage }), ({ row }) => toRestFreezePeriod(row));
  },
});

const show = defineRoute({
  method: 'GET',
  path: one,
  ability: 'read_freeze_periods',
  summary: 'Get a freeze period',
  tag,
  params,
  subject: inProject,
  response: restFreezePeriod,
  handle: async ({ ctx, subject, params: { freeze_period_id: freezePeriodId } }) =>
    toRestFreezePeriod(await getFreezePeriod(ctx, { projectId: subject.project.id, freezePeriodId })),
});

const create = defineRoute({
  method: 'POST',
  path: all,
  ability: 'admin_freeze_periods',
  summary: 'Create a freeze period',
  tag,
  input: createFreezePeriodInput,
  subject: inProject,
  response: restFreezePeriod,
  handle: async ({ ctx, subject, input: { cron_timezone: timezone = 'UTC', ...times } }) =>
    toRestFreezePeriod(
      await createFreezePeriod(ctx, { ...times, cron_timezone: timezone, projectId: subject.project.id }),
    ),
});

const update = defineRoute({
  method: 'PUT',
  path: one,
  ability: 'admin_freeze_periods',
  summary: 'Update a freeze period',
  tag,
  params,
  input: updateFreezePeriodInput,
  subject: inProject,
  response: restFreezePeriod,
  handle: async ({ ctx, subject, params: { freeze_period_id: freezePeriodId }, input }) =>
    toRestFreezePeriod(await updateFreezePeriod(ctx, { ...input, projectId: subject.project.id, freezePeriodId })),
});

const remove = defineRoute({
  method: 'DELETE',
  path: one,
  ability: 'admin_freeze_periods',
  summary: 'Delete a freeze period',
  tag,
  params,
  subject: inProject,
  handle: ({ ctx, subject, params: { freeze_period_id: freezePeriodId } }) =>
    deleteFreezePeriod(ctx, { projectId: subject.project.id, freezePeriodId }),
});

export const freezePeriodRoutes: readonly Route[] = [list, show, create, update, remove];
