import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import { NOTE_MODELS } from '../../../endpoints/graphql/id-scalars.ts';
import { orNull } from '../../../endpoints/graphql/or-null.ts';
import { addAwards } from '../../awards/endpoints/graphql.ts';
import { addCommitDiscussionFields } from '../../commits/endpoints/graphql.ts';
import { addCustomEmoji } from '../../custom-emoji/endpoints/graphql.ts';
import { addSavedReplies } from '../../saved-replies/endpoints/graphql.ts';
import { noteById } from '../../reads/discussion-page.ts';
import { findNoteableOfNote } from '../../reads/noteable-by-ids.ts';
import { addDiffFields } from './diff-fields.ts';
import { addImageMutations } from './image-mutations.ts';
import { addChangeMutations } from './change-mutations.ts';
import { addCreateMutations } from './create-mutations.ts';
import { addNotePayloads, addNoteTypes } from './note-objects.ts';
import { addNoteableSubscriptions } from './noteable-subscriptions.ts';
import { addNoteableType } from './noteable-type.ts';

/** Notes and threads, and what can be done with them. */
export function extendWithDiscussions(builder: GraphqlBuilder): void {
  addNoteTypes(builder);
  addNotePayloads(builder);
  addDiffFields(builder);
  addNoteableType(builder);
  addCommitDiscussionFields(builder);
  addAwards(builder);
  addCustomEmoji(builder);
  addSavedReplies(builder);
  addCreateMutations(builder);
  addChangeMutations(builder);
  addImageMutations(builder);
  addNoteableSubscriptions(builder);
  builder.queryField('note', (t) =>
    t.field({
      type: 'Note',
      nullable: true,
      args: { id: t.arg({ type: 'NoteID', required: true }) },
      resolve: (_root, { id }, asked) =>
        orNull(asked, async () => {
          const noteId = parseNumericId(id, ...NOTE_MODELS);
          return noteById(asked.ctx, await findNoteableOfNote(asked.ctx, noteId), noteId);
        }),
    }),
  );
}
