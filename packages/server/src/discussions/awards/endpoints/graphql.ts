import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { NOTE_MODELS } from '../../../endpoints/graphql/id-scalars.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { findEmoji } from '../../../platform/markup/index.ts';
import { noteableOfId } from '../../endpoints/graphql/noteable-of-id.ts';
import { findNoteableOfNote } from '../../reads/noteable-by-ids.ts';
import { type AwardInput, type AwardSubject, changeAward } from '../award-operations.ts';
import { awardUrl, type AwardView, viewAwards } from '../award-views.ts';

type AwardPayload = MutationAnswer<{ awardEmoji: AwardView }>;
type AwardTogglePayload = MutationAnswer<{ awardEmoji: AwardView }> & { toggledOn: boolean };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    AwardEmoji: AwardView;
    AwardEmojiConnection: { nodes: AwardView[] };
    AwardEmojiPayload: AwardPayload;
    AwardEmojiTogglePayload: AwardTogglePayload;
  }
}

async function subjectOf(ctx: Context, globalId: string): Promise<AwardSubject> {
  const model = /^gid:\/\/gitlab\/(\w+)\//.exec(globalId)?.[1] ?? '';
  if (NOTE_MODELS.includes(model)) {
    const noteId = parseNumericId(globalId, ...NOTE_MODELS);
    return { noteable: await findNoteableOfNote(ctx, noteId), noteId };
  }
  return { noteable: await noteableOfId(ctx, globalId, 'Awardable'), noteId: null };
}

async function change(
  ctx: Context,
  input: { awardableId: string; name: string },
  act: AwardInput['act'],
): Promise<{ awardEmoji: AwardView | null; isOn: boolean }> {
  const subject = await subjectOf(ctx, input.awardableId);
  const { award, isOn } = await changeAward(ctx, { ...subject, name: input.name, act });
  const [view] = await viewAwards(ctx, [award]);
  return { awardEmoji: isOn ? (view ?? null) : null, isOn };
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('AwardEmoji', {
    fields: (t) => ({
      name: t.string({ nullable: false, resolve: ({ row }) => row.name }),
      description: t.string({ nullable: false, resolve: ({ row }) => findEmoji(row.name)?.description ?? row.name }),
      unicode: t.string({ nullable: false, resolve: ({ row }) => codePoints(row.name) }),
      emoji: t.string({
        nullable: true,
        description: 'The Unicode character. Null for custom emoji, which have an image.',
        resolve: ({ row }) => findEmoji(row.name)?.unicode ?? null,
      }),
      url: t.string({
        nullable: true,
        description: 'Image URL of a custom emoji.',
        resolve: (award, _args, { ctx }) => awardUrl(ctx, award),
      }),
      user: t.field({ type: 'User', nullable: false, resolve: ({ user }) => user }),
    }),
  });
  builder.objectType('AwardEmojiConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['AwardEmoji'], resolve: ({ nodes }) => nodes }) }),
  });
  builder.objectType('AwardEmojiPayload', {
    fields: (t) => ({
      awardEmoji: t.field({ type: 'AwardEmoji', nullable: true, resolve: (payload) => payload.awardEmoji }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('AwardEmojiTogglePayload', {
    fields: (t) => ({
      awardEmoji: t.field({ type: 'AwardEmoji', nullable: true, resolve: (payload) => payload.awardEmoji }),
      toggledOn: t.exposeBoolean('toggledOn', { nullable: false }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

function codePoints(name: string): string {
  return [...(findEmoji(name)?.unicode ?? '')].map((char) => char.codePointAt(0)?.toString(16)).join('-');
}

/** Reactions of notes, and the mutations that change them. */
export function addAwards(builder: GraphqlBuilder): void {
  addTypes(builder);
  const inputOf = (name: string) =>
    builder.inputType(name, {
      fields: (t) => ({
        awardableId: t.field({ type: 'AwardableID', required: true }),
        name: t.string({ required: true }),
        clientMutationId: t.string(),
      }),
    });
  const inputs = {
    add: inputOf('AwardEmojiAddInput'),
    remove: inputOf('AwardEmojiRemoveInput'),
    toggle: inputOf('AwardEmojiToggleInput'),
  };
  builder.mutationFields((t) => ({
    awardEmojiAdd: t.field({
      type: 'AwardEmojiPayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.add, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ awardEmoji: null }, async () => ({
          awardEmoji: (await change(ctx, input, 'add')).awardEmoji,
        })),
    }),
    awardEmojiRemove: t.field({
      type: 'AwardEmojiPayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.remove, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ awardEmoji: null }, async () => ({
          awardEmoji: (await change(ctx, input, 'remove')).awardEmoji,
        })),
    }),
    awardEmojiToggle: t.field({
      type: 'AwardEmojiTogglePayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.toggle, required: true }) },
      resolve: async (_root, { input }, { ctx }) => {
        let toggledOn = false;
        const answer = await answerMutation({ awardEmoji: null }, async () => {
          const changed = await change(ctx, input, 'toggle');
          toggledOn = changed.isOn;
          return { awardEmoji: changed.awardEmoji };
        });
        return { ...answer, toggledOn };
      },
    }),
  }));
  builder.objectFields('Note', (t) => ({
    awardEmoji: t.field({ type: 'AwardEmojiConnection', nullable: true, resolve: (view) => ({ nodes: view.awards }) }),
  }));
}
