import { commitIdInput } from '@tributary/contract/discussions/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../faces/graphql/builder.ts';
import { parseGlobalId, parseNumericId } from '../../../faces/graphql/global-id.ts';
import { answerMutation } from '../../../faces/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import type { Noteable } from '../../noteable.ts';
import { writeNote, type WrittenNote } from '../../operations/write-note.ts';
import type { NoteView } from '../../reads/note-views.ts';
import { convertNoteToThread } from '../../operations/convert-to-thread.ts';
import { deleteNote } from '../../operations/delete-note.ts';
import { resolveDiscussion } from '../../operations/resolve-discussion.ts';
import { rewriteNote } from '../../operations/rewrite-note.ts';
import { discussionById, noteById } from '../../reads/discussion-page.ts';
import { findNoteableOfDiscussion, findNoteableOfNote } from '../../reads/noteable-by-ids.ts';
import { noteableOfId } from './noteable-of-id.ts';
import { toPosition } from './position.ts';
import { rewritten } from './rewritten.ts';
import type { CommandsStatus, NotePayload } from './note-objects.ts';

const NOTE_MODELS = ['Note', 'DiscussionNote', 'DiffNote'] as const;

const LOOKED_AT = 'The one commit of a merge request that was looked at; a thread that begins keeps it.';

type Looked = { commitId?: string | null | undefined };

function lookedAt({ commitId }: Looked): { commitId?: string | undefined } {
  const parsed = commitIdInput.safeParse(commitId);
  if (!parsed.success) throw new AppError('bad_parameter', { name: 'commitId' });
  return { commitId: parsed.data };
}

export function addCreateMutations(builder: GraphqlBuilder): void {
  const createNoteInput = builder.inputType('CreateNoteInput', {
    fields: (t) => ({
      noteableId: t.id({ required: true }),
      body: t.string({ required: true }),
      discussionId: t.id(),
      internal: t.boolean(),
      mergeRequestDiffHeadSha: t.string({ description: 'The head that was looked at: commands act on that one.' }),
      commitId: t.string({ description: LOOKED_AT }),
      clientMutationId: t.string(),
    }),
  });
  const createDiscussionInput = builder.inputType('CreateDiscussionInput', {
    fields: (t) => ({
      noteableId: t.id({ required: true }),
      body: t.string({ required: true }),
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
      noteableId: t.id({ required: true }),
      body: t.string({ required: true }),
      position: t.field({ type: diffPosition, required: true }),
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
      noteableId: t.id({ required: true }),
      body: t.string({ required: true }),
      position: t.field({ type: diffImagePosition, required: true }),
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
  type Placed = Looked & { noteableId: string; body: string; position: Parameters<typeof toPosition>[0] };
  /** A thread on a line or on a picture, as its position says. */
  const madeAtPlace = (ctx: Context, { noteableId, body, position, commitId }: Placed) =>
    made(async () => {
      const noteable = await noteableOfId(ctx, noteableId);
      return {
        noteable,
        written: await writeNote(ctx, {
          noteable,
          body,
          kind: 'thread',
          position: toPosition(position),
          ...lookedAt({ commitId }),
        }),
      };
    }, ctx);
  builder.mutationFields((t) => ({
    createNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createNoteInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        made(async () => {
          const noteable = await noteableOfId(ctx, input.noteableId);
          const replyTo = input.discussionId ? parseGlobalId(input.discussionId, 'Discussion') : undefined;
          const written = await writeNote(ctx, {
            noteable,
            body: input.body,
            kind: 'comment',
            ...(replyTo !== undefined && { replyTo }),
            ...(input.internal != null && { isInternal: input.internal }),
            ...lookedAt(input),
            ...(input.mergeRequestDiffHeadSha && { seenHeadSha: input.mergeRequestDiffHeadSha }),
          });
          return { noteable, written };
        }, ctx),
    }),
    createDiscussion: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createDiscussionInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        made(async () => {
          const noteable = await noteableOfId(ctx, input.noteableId);
          const written = await writeNote(ctx, {
            noteable,
            body: input.body,
            kind: 'thread',
            ...lookedAt(input),
          });
          return { noteable, written };
        }, ctx),
    }),
    createDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createDiffNoteInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => madeAtPlace(ctx, input),
    }),
    createImageDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: createImageDiffNoteInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => madeAtPlace(ctx, input),
    }),
  }));
}

export function addChangeMutations(builder: GraphqlBuilder): void {
  const updateNoteInput = builder.inputType('UpdateNoteInput', {
    fields: (t) => ({ id: t.id({ required: true }), body: t.string({ required: true }), clientMutationId: t.string() }),
  });
  const destroyNoteInput = builder.inputType('DestroyNoteInput', {
    fields: (t) => ({ id: t.id({ required: true }), clientMutationId: t.string() }),
  });
  const convertInput = builder.inputType('NoteConvertToThreadInput', {
    fields: (t) => ({ id: t.id({ required: true }), clientMutationId: t.string() }),
  });
  const toggleInput = builder.inputType('DiscussionToggleResolveInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      resolve: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationFields((t) => ({
    updateNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: updateNoteInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        rewritten(async (told) => {
          const noteId = parseNumericId(input.id, ...NOTE_MODELS);
          const noteable = await findNoteableOfNote(ctx, noteId);
          Object.assign(told, await rewriteNote(ctx, { noteable, noteId, body: input.body }));
          return { note: await noteById(ctx, noteable, noteId) };
        }),
    }),
    destroyNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: destroyNoteInput, required: true }) },
      resolve: async (_root, { input }, { ctx }): Promise<NotePayload> => {
        const answer = await answerMutation({ done: null }, async () => {
          const noteId = parseNumericId(input.id, ...NOTE_MODELS);
          await deleteNote(ctx, { noteable: await findNoteableOfNote(ctx, noteId), noteId });
          return { done: true };
        });
        return { note: null, errors: answer.errors };
      },
    }),
    noteConvertToThread: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: convertInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ note: null }, async () => {
          const noteId = parseNumericId(input.id, ...NOTE_MODELS);
          const noteable = await findNoteableOfNote(ctx, noteId);
          await convertNoteToThread(ctx, { noteable, noteId });
          return { note: await noteById(ctx, noteable, noteId) };
        }),
    }),
    discussionToggleResolve: t.field({
      type: 'DiscussionPayload',
      nullable: true,
      args: { input: t.arg({ type: toggleInput, required: true }) },
      resolve: (_root, { input }, { ctx }) =>
        answerMutation({ discussion: null }, async () => {
          const discussionId = parseGlobalId(input.id, 'Discussion');
          const noteable = await findNoteableOfDiscussion(ctx, discussionId);
          await resolveDiscussion(ctx, { noteable, discussionId, isResolved: input.resolve });
          return { discussion: await discussionById(ctx, noteable, discussionId) };
        }),
    }),
  }));
}
