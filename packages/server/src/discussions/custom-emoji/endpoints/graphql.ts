import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import { getNamespaceAccess } from '../../../projects/index.ts';
import { createCustomEmoji, destroyCustomEmoji } from '../operations/change-custom-emoji.ts';
import { groupEmoji, emojiImageUrl } from '../reads/group-emoji.ts';

type Emoji = Awaited<ReturnType<typeof groupEmoji>>[number];

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CustomEmoji: Emoji;
    CustomEmojiConnection: { nodes: Emoji[] };
    CustomEmojiPayload: MutationAnswer<{ customEmoji: Emoji }>;
  }
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('CustomEmoji', {
    description: 'A custom emoji of a group.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (row) => toGlobalId('CustomEmoji', row.id) }),
      name: t.exposeString('name', { nullable: false }),
      url: t.string({ nullable: false, resolve: (row, _args, { ctx }) => emojiImageUrl(ctx, row) }),
      external: t.boolean({
        nullable: false,
        description: 'Always false. Images are stored on this instance.',
        resolve: () => false,
      }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: (row) => row.created_at }),
    }),
  });
  builder.objectType('CustomEmojiConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CustomEmoji'], resolve: ({ nodes }) => nodes }),
      count: t.int({ nullable: false, resolve: ({ nodes }) => nodes.length }),
    }),
  });
  builder.objectType('CustomEmojiPayload', {
    fields: (t) => ({
      customEmoji: t.field({ type: 'CustomEmoji', nullable: true, resolve: (payload) => payload.customEmoji }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectField('Group', 'customEmoji', (t) =>
    t.field({
      type: 'CustomEmojiConnection',
      nullable: true,
      args: { includeAncestorGroups: t.arg.boolean({ defaultValue: false }) },
      resolve: async (group, args, { ctx }) => ({
        nodes: await groupEmoji(ctx, group.id, args.includeAncestorGroups === true),
      }),
    }),
  );
}

/** `group.customEmoji`, `createCustomEmoji` and `destroyCustomEmoji`. */
export function addCustomEmoji(builder: GraphqlBuilder): void {
  addTypes(builder);
  const createInput = builder.inputType('CreateCustomEmojiInput', {
    fields: (t) => ({
      groupPath: t.id({ required: true }),
      name: t.string({ required: true }),
      url: t.string({
        required: true,
        description: 'URL of an image, which is fetched once, or the image as a data: URL.',
      }),
      clientMutationId: t.string(),
    }),
  });
  const destroyInput = builder.inputType('DestroyCustomEmojiInput', {
    fields: (t) => ({ id: t.field({ type: 'CustomEmojiID', required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    createCustomEmoji: t.field({
      type: 'CustomEmojiPayload',
      nullable: true,
      args: { input: t.arg({ type: createInput, required: true }) },
      resolve: (_root, { input: { groupPath, name, url } }, { ctx }) =>
        answerMutation({ customEmoji: null }, async () => {
          const { namespace } = await getNamespaceAccess(ctx, groupPath);
          return { customEmoji: await createCustomEmoji(ctx, { groupId: namespace.id, name, url }) };
        }),
    }),
    destroyCustomEmoji: t.field({
      type: 'CustomEmojiPayload',
      nullable: true,
      args: { input: t.arg({ type: destroyInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ customEmoji: null }, async () => ({
          customEmoji: await destroyCustomEmoji(ctx, { id: parseNumericId(input.id, 'CustomEmoji') }),
        })),
    }),
  }));
}
