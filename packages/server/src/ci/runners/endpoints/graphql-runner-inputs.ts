import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import type { MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { GraphqlRunner, RunnerEnums } from './graphql-runners.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    RunnerChangePayload: MutationAnswer<{ runner: GraphqlRunner }>;
    RunnerErrorsPayload: { errors: string[] };
    RunnerBulkPausePayload: MutationAnswer<{ updatedRunners: GraphqlRunner[] }>;
    BulkRunnerDeletePayload: MutationAnswer<{ deletedIds: string[] }>;
    RunnersRegistrationTokenResetPayload: MutationAnswer<{ token: string }>;
  }
}

export function addRunnerPayloads(builder: GraphqlBuilder): void {
  builder.objectType('RunnerChangePayload', {
    fields: (t) => ({
      runner: t.field({ type: 'CiRunner', nullable: true, resolve: ({ runner }) => runner }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('RunnerErrorsPayload', {
    fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
  });
  builder.objectType('RunnerBulkPausePayload', {
    fields: (t) => ({
      updatedCount: t.int({ nullable: true, resolve: ({ updatedRunners }) => updatedRunners?.length ?? 0 }),
      updatedRunners: t.field({ type: ['CiRunner'], resolve: ({ updatedRunners }) => updatedRunners }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('BulkRunnerDeletePayload', {
    fields: (t) => ({
      deletedCount: t.int({ nullable: true, resolve: ({ deletedIds }) => deletedIds?.length ?? 0 }),
      deletedIds: t.field({ type: ['CiRunnerID'], resolve: ({ deletedIds }) => deletedIds }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('RunnersRegistrationTokenResetPayload', {
    fields: (t) => ({
      token: t.string({ nullable: true, resolve: ({ token }) => token }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

export function addRunnerInputs(builder: GraphqlBuilder, enums: RunnerEnums) {
  return {
    create: builder.inputType('RunnerCreateInput', {
      fields: (t) => ({
        runnerType: t.field({ type: enums.type, required: true }),
        groupId: t.field({ type: 'GroupID' }),
        projectId: t.field({ type: 'ProjectID' }),
        description: t.string(),
        maintenanceNote: t.string(),
        maximumTimeout: t.int(),
        accessLevel: t.field({ type: enums.accessLevel }),
        paused: t.boolean(),
        locked: t.boolean(),
        runUntagged: t.boolean(),
        tagList: t.stringList(),
        clientMutationId: t.string(),
      }),
    }),
    update: builder.inputType('RunnerUpdateInput', {
      fields: (t) => ({
        id: t.field({ type: 'CiRunnerID', required: true }),
        description: t.string(),
        maintenanceNote: t.string(),
        maximumTimeout: t.int(),
        accessLevel: t.field({ type: enums.accessLevel }),
        paused: t.boolean(),
        locked: t.boolean(),
        runUntagged: t.boolean(),
        tagList: t.stringList(),
        clientMutationId: t.string(),
      }),
    }),
    remove: builder.inputType('RunnerDeleteInput', {
      fields: (t) => ({ id: t.field({ type: 'CiRunnerID', required: true }), clientMutationId: t.string() }),
    }),
    pause: builder.inputType('RunnerBulkPauseInput', {
      fields: (t) => ({
        ids: t.field({ type: ['CiRunnerID'], required: true }),
        paused: t.boolean({ required: true }),
        clientMutationId: t.string(),
      }),
    }),
    removeAll: builder.inputType('BulkRunnerDeleteInput', {
      fields: (t) => ({ ids: t.field({ type: ['CiRunnerID'] }), clientMutationId: t.string() }),
    }),
    reset: builder.inputType('RunnersRegistrationTokenResetInput', {
      fields: (t) => ({
        type: t.field({ type: enums.type, required: true }),
        id: t.id(),
        clientMutationId: t.string(),
      }),
    }),
    assign: (name: string) =>
      builder.inputType(name, {
        fields: (t) => ({
          runnerId: t.field({ type: 'CiRunnerID', required: true }),
          projectPath: t.id({ required: true }),
          clientMutationId: t.string(),
        }),
      }),
    clear: builder.inputType('RunnerCacheClearInput', {
      fields: (t) => ({ projectId: t.field({ type: 'ProjectID', required: true }), clientMutationId: t.string() }),
    }),
  };
}
