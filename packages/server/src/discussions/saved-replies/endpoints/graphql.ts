import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import { actorId } from '../../../platform/actor.ts';
import { changeSavedReply, createSavedReply, ownSavedReplies, removeSavedReply } from '../change-saved-replies.ts';
import type { SavedReplyRow } from '../store.ts';

const MODEL = 'Users::SavedReply';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    SavedReply: SavedReplyRow;
    SavedReplyConnection: Connection<SavedReplyRow>;
    SavedReplyPayload: MutationAnswer<{ savedReply: SavedReplyRow }>;
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('SavedReply', {
    description: 'A comment template.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId(MODEL, id) }),
      name: t.exposeString('name', { nullable: false }),
      content: t.exposeString('content', { nullable: false }),
    }),
  });
  builder.objectType('SavedReplyConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['SavedReply'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('SavedReplyPayload', {
    fields: (t) => ({
      savedReply: t.field({ type: 'SavedReply', nullable: true, resolve: (payload) => payload.savedReply }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

/** `currentUser.savedReplies` and what changes them. */
export function addSavedReplies(builder: GraphqlBuilder): void {
  addTypes(builder);
  builder.interfaceField('User', 'savedReplies', (t) =>
    t.field({
      type: 'SavedReplyConnection',
      nullable: true,
      description: 'Visible only to the user.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: (user, args, { ctx }) =>
        actorId(ctx.actor) === user.id ? pagedConnection(args, (request) => ownSavedReplies(ctx, request)) : null,
    }),
  );
  const createInput = builder.inputType('SavedReplyCreateInput', {
    fields: (t) => ({
      name: t.string({ required: true }),
      content: t.string({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  const updateInput = builder.inputType('SavedReplyUpdateInput', {
    fields: (t) => ({
      id: t.field({ type: 'UsersSavedReplyID', required: true }),
      name: t.string({ required: true }),
      content: t.string({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  const destroyInput = builder.inputType('SavedReplyDestroyInput', {
    fields: (t) => ({ id: t.field({ type: 'UsersSavedReplyID', required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    savedReplyCreate: t.field({
      type: 'SavedReplyPayload',
      nullable: true,
      args: { input: t.arg({ type: createInput, required: true }) },
      resolve: (_root, { input: { name, content } }, { ctx, idempotencyKey }, { path }) =>
        answerMutation({ savedReply: null }, async () => ({
          savedReply: await createSavedReply(ctx, { name, content, ...keyOfField(idempotencyKey, path.key) }),
        })),
    }),
    savedReplyUpdate: t.field({
      type: 'SavedReplyPayload',
      nullable: true,
      args: { input: t.arg({ type: updateInput, required: true }) },
      resolve: (_root, { input: { id, name, content } }, { ctx }) =>
        answerMutation({ savedReply: null }, async () => ({
          savedReply: await changeSavedReply(ctx, { id: parseNumericId(id, MODEL), name, content }),
        })),
    }),
    savedReplyDestroy: t.field({
      type: 'SavedReplyPayload',
      nullable: true,
      args: { input: t.arg({ type: destroyInput, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) =>
        answerMutation({ savedReply: null }, async () => ({
          savedReply: await removeSavedReply(ctx, { id: parseNumericId(id, MODEL) }),
        })),
    }),
  }));
}
