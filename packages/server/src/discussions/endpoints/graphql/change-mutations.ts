import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseGlobalId, parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { NOTE_MODELS } from '../../../endpoints/graphql/id-scalars.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import { convertNoteToThread } from '../../operations/convert-to-thread.ts';
import { deleteNote } from '../../operations/delete-note.ts';
import { resolveDiscussion } from '../../operations/resolve-discussion.ts';
import { rewriteNote } from '../../operations/rewrite-note.ts';
import { discussionById, noteById } from '../../reads/discussion-page.ts';
import { findNoteableOfDiscussion, findNoteableOfNote } from '../../reads/noteable-by-ids.ts';
import type { NotePayload } from './note-objects.ts';
import { rewritten } from './rewritten.ts';

export function addChangeMutations(builder: GraphqlBuilder): void {
  const updateNoteInput = builder.inputType('UpdateNoteInput', {
    fields: (t) => ({
      id: t.field({ type: 'NoteID', required: true }),
      body: t.string({ description: 'Not changed if omitted.' }),
      lastKnownUpdatedAt: t.field({
        type: 'Time',
        description: '`updatedAt` of the edited version. The update fails if the text has changed since.',
      }),
      clientMutationId: t.string(),
    }),
  });
  const destroyNoteInput = builder.inputType('DestroyNoteInput', {
    fields: (t) => ({ id: t.field({ type: 'NoteID', required: true }), clientMutationId: t.string() }),
  });
  const convertInput = builder.inputType('NoteConvertToThreadInput', {
    fields: (t) => ({ id: t.field({ type: 'NoteID', required: true }), clientMutationId: t.string() }),
  });
  const toggleInput = builder.inputType('DiscussionToggleResolveInput', {
    fields: (t) => ({
      id: t.field({ type: 'DiscussionID', required: true }),
      resolve: t.boolean({ required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationFields((t) => ({
    updateNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: updateNoteInput, required: true }) },
      resolve: (_root, { input }, { ctx, idempotencyKey }, { path }) =>
        rewritten(async (told) => {
          const noteId = parseNumericId(input.id, ...NOTE_MODELS);
          const noteable = await findNoteableOfNote(ctx, noteId);
          const seen = input.lastKnownUpdatedAt && { lastKnownUpdatedAt: input.lastKnownUpdatedAt };
          const body = input.body ?? (await noteById(ctx, noteable, noteId)).row.body;
          const wish = { noteable, noteId, body, ...seen, ...keyOfField(idempotencyKey, path.key) };
          Object.assign(told, await rewriteNote(ctx, wish));
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
