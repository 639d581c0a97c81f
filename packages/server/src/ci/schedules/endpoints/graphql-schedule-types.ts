import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import type { Connection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import type { MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import type { InputType } from '../../endpoints/graphql/run-mutations.ts';
import type { VariableType } from '../../variables/endpoints/graphql-variables.ts';
import type { ScheduleVariable, ScheduleView } from '../reads/schedule-views.ts';
import { mayReadVariables, schedulePolicy } from '../schedule-access.ts';

export type GraphqlSchedule = ScheduleView & { access: ProjectAccess };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    PipelineSchedule: GraphqlSchedule;
    PipelineScheduleConnection: Connection<GraphqlSchedule>;
    PipelineScheduleVariable: ScheduleVariable;
    PipelineScheduleVariableConnection: { nodes: ScheduleVariable[] };
    PipelineScheduleChangePayload: MutationAnswer<{ pipelineSchedule: GraphqlSchedule }>;
    PipelineScheduleDeletePayload: { errors: string[] };
  }
}

function addVariableTypes(builder: GraphqlBuilder, variableType: VariableType): void {
  builder.objectType('PipelineScheduleVariable', {
    fields: (t) => ({
      key: t.exposeString('key', { nullable: true }),
      value: t.exposeString('value', { nullable: true }),
      variableType: t.field({
        type: variableType,
        nullable: true,
        resolve: ({ kind }) => (kind === 'file' ? ('FILE' as const) : ('ENV_VAR' as const)),
      }),
    }),
  });
  builder.objectType('PipelineScheduleVariableConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['PipelineScheduleVariable'], resolve: ({ nodes }) => nodes }) }),
  });
}

export function addScheduleTypes(builder: GraphqlBuilder, { variableType }: Shared): void {
  addVariableTypes(builder, variableType);
  builder.objectType('PipelineSchedule', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Ci::PipelineSchedule', row.id) }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
      owner: t.field({ type: 'User', nullable: true, resolve: ({ owner }) => owner }),
      active: t.boolean({ nullable: false, resolve: ({ row }) => row.is_active }),
      nextRunAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.next_run_at }),
      cron: t.string({ nullable: false, resolve: ({ row }) => row.cron }),
      cronTimezone: t.string({ nullable: false, resolve: ({ row }) => row.cron_timezone }),
      ref: t.string({ nullable: true, resolve: ({ row }) => row.ref }),
      refForDisplay: t.string({ nullable: true, resolve: ({ row }) => row.ref }),
      variables: t.field({
        type: 'PipelineScheduleVariableConnection',
        nullable: true,
        description: 'For those who may change the schedule.',
        resolve: ({ row, access, variables }, _args, { ctx }) =>
          mayReadVariables(ctx, { policy: schedulePolicy(ctx, access, row) }) ? { nodes: variables } : null,
      }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.updated_at }),
    }),
  });
  builder.objectType('PipelineScheduleConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['PipelineSchedule'], resolve: ({ nodes }) => nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: ({ pageInfo }) => pageInfo }),
    }),
  });
  builder.objectType('PipelineScheduleChangePayload', {
    fields: (t) => ({
      pipelineSchedule: t.field({
        type: 'PipelineSchedule',
        nullable: true,
        resolve: ({ pipelineSchedule }) => pipelineSchedule,
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('PipelineScheduleDeletePayload', {
    fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
  });
}

export type Shared = { variableType: VariableType; input: InputType };

export function addScheduleInputs(builder: GraphqlBuilder, { variableType, input }: Shared) {
  const variable = builder.inputType('PipelineScheduleVariableInput', {
    fields: (t) => ({
      id: t.id(),
      key: t.string({ required: true }),
      value: t.string({ required: true }),
      variableType: t.field({ type: variableType, required: true }),
      destroy: t.boolean(),
    }),
  });
  return {
    create: builder.inputType('PipelineScheduleCreateInput', {
      fields: (t) => ({
        projectPath: t.id({ required: true }),
        description: t.string({ required: true }),
        cron: t.string({ required: true }),
        cronTimezone: t.string(),
        ref: t.string({ required: true }),
        active: t.boolean(),
        variables: t.field({ type: [variable] }),
        inputs: t.field({ type: [input] }),
        clientMutationId: t.string(),
      }),
    }),
    update: builder.inputType('PipelineScheduleUpdateInput', {
      fields: (t) => ({
        id: t.field({ type: 'CiPipelineScheduleID', required: true }),
        description: t.string(),
        cron: t.string(),
        cronTimezone: t.string(),
        ref: t.string(),
        active: t.boolean(),
        variables: t.field({ type: [variable] }),
        inputs: t.field({ type: [input] }),
        clientMutationId: t.string(),
      }),
    }),
    one: (name: string) =>
      builder.inputType(name, {
        fields: (t) => ({
          id: t.field({ type: 'CiPipelineScheduleID', required: true }),
          clientMutationId: t.string(),
        }),
      }),
  };
}
