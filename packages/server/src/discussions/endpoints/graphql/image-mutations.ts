import { imagePinInput } from '@tributary/contract/discussions/image-pin.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import type { Context } from '../../../platform/context.ts';
import { moveImagePin } from '../../operations/move-image-pin.ts';
import { rewriteNote } from '../../operations/rewrite-note.ts';
import { noteById } from '../../reads/discussion-page.ts';
import { findNoteableOfNote } from '../../reads/noteable-by-ids.ts';
import { rewritten } from './rewritten.ts';

type Change = {
  id: string;
  body?: string | null | undefined;
  position?: object | null | undefined;
  lastKnownUpdatedAt?: Date | null | undefined;
};

/** Text and point of a note on an image, as far as they are given. */
function changeImageNote(ctx: Context, { id, body, position, lastKnownUpdatedAt }: Change, key = {}) {
  return rewritten(async (told) => {
    const noteId = parseNumericId(id, 'Note', 'DiffNote');
    const noteable = await findNoteableOfNote(ctx, noteId);
    const pin = position ? imagePinInput.safeParse(position) : undefined;
    if (pin?.success === false) throw new AppError('bad_parameter', { name: 'position' });
    const wish = { noteable, noteId, ...(lastKnownUpdatedAt && { lastKnownUpdatedAt }) };
    const move = pin ? (inner: Context) => moveImagePin(inner, { ...wish, pin: pin.data }) : undefined;
    if (typeof body === 'string') Object.assign(told, await rewriteNote(ctx, { ...wish, body, ...key }, move));
    else await move?.(ctx);
    return { note: await noteById(ctx, noteable, noteId) };
  });
}

/** `updateImageDiffNote` and `repositionImageDiffNote`. */
export function addImageMutations(builder: GraphqlBuilder): void {
  const position = builder.inputType('UpdateDiffImagePositionInput', {
    fields: (t) => ({
      x: t.int({ required: true }),
      y: t.int({ required: true }),
      width: t.int({ required: true }),
      height: t.int({ required: true }),
    }),
  });
  const updateInput = builder.inputType('UpdateImageDiffNoteInput', {
    fields: (t) => ({
      id: t.field({ type: 'DiffNoteID', required: true }),
      body: t.string(),
      position: t.field({ type: position }),
      lastKnownUpdatedAt: t.field({
        type: 'Time',
        description: '`updatedAt` of the edited version. The update fails if the text has changed since.',
      }),
      clientMutationId: t.string(),
    }),
  });
  const repositionInput = builder.inputType('RepositionImageDiffNoteInput', {
    fields: (t) => ({
      id: t.field({ type: 'DiffNoteID', required: true }),
      position: t.field({ type: position, required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationFields((t) => ({
    updateImageDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      args: { input: t.arg({ type: updateInput, required: true }) },
      resolve: (_root, { input }, { ctx, idempotencyKey }, { path }) =>
        changeImageNote(ctx, input, keyOfField(idempotencyKey, path.key)),
    }),
    repositionImageDiffNote: t.field({
      type: 'NotePayload',
      nullable: true,
      description: 'Moves the position of a thread on an image.',
      args: { input: t.arg({ type: repositionInput, required: true }) },
      resolve: (_root, { input }, { ctx }) => changeImageNote(ctx, input),
    }),
  }));
}
