import { commitIdInput } from '@tributary/contract/discussions/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { GraphqlBuilder, GraphqlContext } from '../../../endpoints/graphql/builder.ts';
import { parseGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import type { Noteable } from '../../noteable.ts';
import { writeNote, type WrittenNote } from '../../operations/write-note.ts';
import type { NoteView } from '../../reads/note-views.ts';
import { countNewNote } from '../note-input.ts';
import { noteById } from '../../reads/discussion-page.ts';
import { noteableOfId } from './noteable-of-id.ts';
import { toPosition } from './position.ts';
import type { CommandsStatus } from './note-objects.ts';

const LOOKED_AT = 'The commit of the merge request that was viewed. New threads store it.';

type Looked = { commitId?: string | null | undefined };

function lookedAt({ commitId }: Looked): { commitId?: string | undefined } {
  const parsed = commitIdInput.safeParse(commitId);
  if (!parsed.success) throw new AppError('bad_parameter', { name: 'commitId' });
  return { commitId: parsed.data };
}

export function addCreateMutations(builder: GraphqlBuilder): void {
  const createNoteInput = builder.inputType('CreateNoteInput', {
    fields: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      discussionId: t.field({ type: 'DiscussionID' }),
      internal: t.boolean(),
      mergeRequestDiffHeadSha: t.string({
        description: 'The head SHA that was viewed. Quick actions apply to this commit.',
      }),
      commitId: t.string({ description: LOOKED_AT }),
      clientMutationId: t.string(),
    }),
  });
  const createDiscussionInput = builder.inputType('CreateDiscussionInput', {
    fields: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
      commitId: t.string({ description: LOOKED_AT }),
      clientMutationId: t.string(),
    }),
  });
  const diffPaths = builder.inputType('DiffPathsInput', {
    fields: (t) => ({ oldPath: t.string(), newPath: t.string() }),
  });
  const diffPosition = builder.inputType('DiffPositionInput', {
    fields: (t) => ({
      baseSha: t.string(),
      startSha: t.string({ required: true }),
      headSha: t.string({ required: true }),
      paths: t.field({ type: diffPaths, required: true }),
      oldLine: t.int(),
      newLine: t.int(),
    }),
  });
  const createDiffNoteInput = builder.inputType('CreateDiffNoteInput', {
    fields: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      position: t.field({ type: diffPosition, required: true }),
      internal: t.boolean(),
      commitId: t.string({ description: LOOKED_AT }),
      clientMutationId: t.string(),
    }),
  });
  const diffImagePosition = builder.inputType('DiffImagePositionInput', {
    fields: (t) => ({
      baseSha: t.string(),
      startSha: t.string({ required: true }),
      headSha: t.string({ required: true }),
      paths: t.field({ type: diffPaths, required: true }),
      x: t.int({ required: true }),
      y: t.int({ required: true }),
      width: t.int({ required: true }),
      height: t.int({ required: true }),
    }),
  });
  const createImageDiffNoteInput = builder.inputType('CreateImageDiffNoteInput', {
    fields: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      position: t.field({ type: diffImagePosition, required: true }),
      internal: t.boolean(),
      commitId: t.string({ description: LOOKED_AT }),
      clientMutationId: t.string(),
    }),
  });
  const made = async (work: () => Promise<{ noteable: Noteable; written: WrittenNote }>, ctx: Context) => {
    let commands: CommandsStatus | undefined;
    const answer = await answerMutation<{ note: NoteView | null }>({ note: null }, async () => {
      const { noteable, written } = await work();
      commands = written.outcome && { ...written.outcome, isOnly: !written.made };
      return { note: written.made ? await noteById(ctx, noteable, written.made.note.id) : null };
    });
    return { ...answer, errors: [...answer.errors, ...(commands?.errors ?? [])], commands };
  };
  type New = Looked & { noteableId: string; body: string; internal?: boolean | null | undefined };
  /** What all new notes have, and the thing they belong to. */
  const inputOf = async ({ ctx, idempotencyKey }: GraphqlContext, input: New, { path }: GraphQLResolveInfo) => {
    await countNewNote(ctx);
    const wish = {
      noteable: await noteableOfId(ctx, input.noteableId),
      body: input.body,
      ...(input.internal != null && { isInternal: input.internal }),
      ...lookedAt(input),
      ...keyOfField(idempotencyKey, path.key),
    };
    return wish;
  };
  type Placed = New & { position: Parameters<typeof toPosition>[0] };
  /** A thread on a line or on an image, as its position says. */
  const madeAtPlace = (input: Placed, context: GraphqlContext, info: GraphQLResolveInfo) =>
    made(async () => {
      const wish = await inputOf(context, input, info);
      const position = toPosition(input.position);
      return { noteable: wish.noteable, written: await writeNote(context.ctx, { ...wish, kind: 'thread', position }) };
    }, context.ctx);
  builder.mutationFields((t) => ({
    createNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createNoteInput, required: true }) },
      resolve: (_root, { input }, context, info) =>
        made(async () => {
          const wish = await inputOf(context, input, info);
          const replyTo = input.discussionId ? parseGlobalId(input.discussionId, 'Discussion') : undefined;
          const written = await writeNote(context.ctx, {
            ...wish,
            kind: 'comment',
            ...(replyTo !== undefined && { replyTo }),
            ...(input.mergeRequestDiffHeadSha && { seenHeadSha: input.mergeRequestDiffHeadSha }),
          });
          return { noteable: wish.noteable, written };
        }, context.ctx),
    }),
    createDiscussion: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createDiscussionInput, required: true }) },
      resolve: (_root, { input }, context, info) =>
        made(async () => {
          const wish = await inputOf(context, input, info);
          return { noteable: wish.noteable, written: await writeNote(context.ctx, { ...wish, kind: 'thread' }) };
        }, context.ctx),
    }),
    createDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createDiffNoteInput, required: true }) },
      resolve: (_root, { input }, context, info) => madeAtPlace(input, context, info),
    }),
    createImageDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createImageDiffNoteInput, required: true }) },
      resolve: (_root, { input }, context, info) => madeAtPlace(input, context, info),
    }),
  }));
}
