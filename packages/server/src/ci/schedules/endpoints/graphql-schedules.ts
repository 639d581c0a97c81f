import { createScheduleInput, saveScheduleInput, updateScheduleInput } from '@tributary/contract/ci/schedules.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { z } from 'zod';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { can } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess } from '../../../projects/index.ts';
import {
  createSchedule,
  deleteSchedule,
  takeSchedule,
  updateSchedule,
  type WhichSchedule,
} from '../operations/save-schedule.ts';
import { listSchedules, type ScheduleVariable, viewSchedules } from '../reads/schedule-views.ts';
import { playSchedule } from '../run-schedules.ts';
import { getScheduleAccess, locateSchedule } from '../schedule-access.ts';
import { addScheduleInputs, addScheduleTypes, type GraphqlSchedule, type Shared } from './graphql-schedule-types.ts';

const locate = (ctx: Context, id: string) => locateSchedule(ctx, parseNumericId(id, 'Ci::PipelineSchedule'));

async function view(ctx: Context, { projectId, scheduleId }: WhichSchedule): Promise<GraphqlSchedule> {
  const { schedule, access } = await getScheduleAccess(ctx, projectId, scheduleId);
  const [found] = await viewSchedules(ctx, [schedule]);
  if (!found) throw new AppError('not_found', { resource: 'Pipeline Schedule' });
  return { ...found, access };
}

/** By the rules of the REST endpoints for the same. */
function checked<T>(schema: z.ZodType<T>, given: object): T {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)));
  if (parsed.success) return parsed.data;
  throw new AppError('bad_parameter', { name: parsed.error.issues[0]?.path.join('.') ?? 'input' });
}

type GivenVariable = {
  id?: string | null | undefined;
  key: string;
  value: string;
  variableType?: 'ENV_VAR' | 'FILE' | null | undefined;
  destroy?: boolean | null | undefined;
};

/** All variables of a schedule after these were added, changed and removed by their keys. */
function variablesAfter(present: readonly ScheduleVariable[], given: readonly GivenVariable[] | null | undefined) {
  if (!given) return {};
  const named = new Set(given.map(({ key }) => key));
  const variables = [
    ...present
      .filter(({ key }) => !named.has(key))
      .map(({ key, value, kind }) => ({ key, value, variable_type: kind })),
    ...given
      .filter(({ destroy }) => destroy !== true)
      .map(({ key, value, variableType }) => ({
        key,
        value,
        variable_type: variableType === 'FILE' ? ('file' as const) : ('env_var' as const),
      })),
  ];
  return checked(saveScheduleInput.pick({ variables: true }), { variables });
}

/** Pipeline schedules of projects, and the mutations that change them. */
export function addSchedules(builder: GraphqlBuilder, shared: Shared): void {
  addScheduleTypes(builder, shared);
  const inputs = addScheduleInputs(builder, shared);
  const status = builder.enumType('PipelineScheduleStatus', { values: ['ACTIVE', 'INACTIVE'] as const });
  builder.objectField('Project', 'pipelineSchedules', (t) =>
    t.field({
      type: 'PipelineScheduleConnection',
      nullable: true,
      args: { status: t.arg({ type: status }), first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, { status: asked, ...args }, { ctx }) => {
        const access = await getProjectAccess(ctx, project.id);
        if (can(ctx.actor, 'read_pipeline_schedules', featureOf(access, 'repository'))) return null;
        const isActive = asked == null ? undefined : asked === 'ACTIVE';
        return pagedConnection(args, async (request) => {
          const page = await listSchedules(ctx, { projectId: project.id, isActive }, request);
          return { ...page, items: page.items.map((each) => ({ ...each, access })) };
        });
      },
    }),
  );
  builder.mutationFields((t) => {
    const change = (name: string, work: (ctx: Context, which: WhichSchedule) => Promise<unknown>) =>
      t.field({
        type: 'PipelineScheduleChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.one(name), required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({ pipelineSchedule: null }, async () => {
            const which = await locate(ctx, id);
            await work(ctx, which);
            return { pipelineSchedule: await view(ctx, which) };
          }),
      });
    return {
      pipelineScheduleCreate: t.field({
        type: 'PipelineScheduleChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.create, required: true }) },
        resolve: (
          _root,
          { input: { projectPath, variables, cronTimezone, clientMutationId: _id, ...given } },
          { ctx },
        ) =>
          answerMutation({ pipelineSchedule: null }, async () => {
            const { project } = await getProjectAccess(ctx, projectPath);
            const fields = checked(createScheduleInput, { ...given, cron_timezone: cronTimezone });
            const projectId = project.id;
            const row = await createSchedule(ctx, { ...fields, projectId, ...variablesAfter([], variables) });
            return { pipelineSchedule: await view(ctx, { projectId, scheduleId: row.id }) };
          }),
      }),
      pipelineScheduleUpdate: t.field({
        type: 'PipelineScheduleChangePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.update, required: true }) },
        resolve: (_root, { input: { id, variables, cronTimezone, clientMutationId: _id, ...given } }, { ctx }) =>
          answerMutation({ pipelineSchedule: null }, async () => {
            const which = await locate(ctx, id);
            const fields = checked(updateScheduleInput, { ...given, cron_timezone: cronTimezone });
            const { variables: present } = await view(ctx, which);
            await updateSchedule(ctx, { ...fields, ...which, ...variablesAfter(present, variables) });
            return { pipelineSchedule: await view(ctx, which) };
          }),
      }),
      pipelineSchedulePlay: change('PipelineSchedulePlayInput', playSchedule),
      pipelineScheduleTakeOwnership: change('PipelineScheduleTakeOwnershipInput', takeSchedule),
      pipelineScheduleDelete: t.field({
        type: 'PipelineScheduleDeletePayload',
        nullable: true,
        args: { input: t.arg({ type: inputs.one('PipelineScheduleDeleteInput'), required: true }) },
        resolve: (_root, { input: { id } }, { ctx }) =>
          answerMutation({}, async () => {
            await deleteSchedule(ctx, await locate(ctx, id));
            return {};
          }),
      }),
    };
  });
}
