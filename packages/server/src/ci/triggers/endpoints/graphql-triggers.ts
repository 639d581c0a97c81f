import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { listTriggers, locateTrigger, type TriggerView, viewTriggers } from '../list-triggers.ts';
import { createTrigger, deleteTrigger, updateTrigger } from '../operations/change-trigger.ts';
import type { TriggerRow } from '../trigger-store.ts';

/** `token` is known once, when it was created. */
type Trigger = TriggerView & { token?: string };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    PipelineTrigger: Trigger;
    PipelineTriggerConnection: Connection<Trigger>;
    PipelineTriggerChangePayload: MutationAnswer<{ pipelineTrigger: Trigger }>;
    PipelineTriggerDeletePayload: { errors: string[] };
  }
}

async function view(ctx: Context, row: TriggerRow, token?: string): Promise<Trigger> {
  const [found] = await viewTriggers(ctx, [row]);
  if (!found) throw new AppError('not_found', { resource: 'Trigger' });
  return { ...found, ...(token !== undefined && { token }) };
}

const locate = (ctx: Context, id: string) => locateTrigger(ctx, parseNumericId(id, 'Ci::Trigger'));

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('PipelineTrigger', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Ci::Trigger', row.id) }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
      owner: t.field({ type: 'User', nullable: true, resolve: ({ owner }) => owner }),
      lastUsed: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.last_used_at }),
      expiresAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.expires_at }),
      hasTokenExposed: t.boolean({ nullable: false, resolve: ({ token }) => token !== undefined }),
      token: t.string({
        nullable: false,
        description: 'The beginning of the token; all of it in the answer that created it.',
        resolve: ({ row, token }) => token ?? row.token_hint,
      }),
    }),
  });
  builder.objectType('PipelineTriggerConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['PipelineTrigger'], resolve: ({ nodes }) => nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: ({ pageInfo }) => pageInfo }),
    }),
  });
  builder.objectType('PipelineTriggerChangePayload', {
    fields: (t) => ({
      pipelineTrigger: t.field({
        type: 'PipelineTrigger',
        nullable: true,
        resolve: ({ pipelineTrigger }) => pipelineTrigger,
      }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('PipelineTriggerDeletePayload', {
    fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
  });
}

/** Trigger tokens of projects, and the mutations that change them. */
export function addTriggers(builder: GraphqlBuilder): void {
  addTypes(builder);
  builder.objectField('Project', 'pipelineTriggers', (t) =>
    t.field({
      type: 'PipelineTriggerConnection',
      nullable: true,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, args, { ctx }) => {
        const { policy } = await getProjectAccess(ctx, project.id);
        if (can(ctx.actor, 'read_pipeline_triggers', policy)) return null;
        return pagedConnection(args, (request) => listTriggers(ctx, project.id, request));
      },
    }),
  );
  const create = builder.inputType('PipelineTriggerCreateInput', {
    fields: (t) => ({
      projectPath: t.id({ required: true }),
      description: t.string({ required: true }),
      expiresAt: t.field({ type: 'Time' }),
      clientMutationId: t.string(),
    }),
  });
  const update = builder.inputType('PipelineTriggerUpdateInput', {
    fields: (t) => ({
      id: t.field({ type: 'CiTriggerID', required: true }),
      description: t.string({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  const remove = builder.inputType('PipelineTriggerDeleteInput', {
    fields: (t) => ({ id: t.field({ type: 'CiTriggerID', required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    pipelineTriggerCreate: t.field({
      type: 'PipelineTriggerChangePayload',
      nullable: true,
      args: { input: t.arg({ type: create, required: true }) },
      resolve: (_root, { input: { projectPath, description, expiresAt } }, { ctx }) =>
        answerMutation({ pipelineTrigger: null }, async () => {
          const { project } = await getProjectAccess(ctx, projectPath);
          const { row, token } = await createTrigger(ctx, { projectId: project.id, description, expiresAt });
          return { pipelineTrigger: await view(ctx, row, token) };
        }),
    }),
    pipelineTriggerUpdate: t.field({
      type: 'PipelineTriggerChangePayload',
      nullable: true,
      args: { input: t.arg({ type: update, required: true }) },
      resolve: (_root, { input: { id, description } }, { ctx }) =>
        answerMutation({ pipelineTrigger: null }, async () => {
          const which = await locate(ctx, id);
          return { pipelineTrigger: await view(ctx, await updateTrigger(ctx, { ...which, description })) };
        }),
    }),
    pipelineTriggerDelete: t.field({
      type: 'PipelineTriggerDeletePayload',
      nullable: true,
      args: { input: t.arg({ type: remove, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) =>
        answerMutation({}, async () => {
          await deleteTrigger(ctx, await locate(ctx, id));
          return {};
        }),
    }),
  }));
}
