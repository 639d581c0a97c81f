import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { onFields, topicEvents } from '../../../endpoints/graphql/topic-events.ts';
import type { Context } from '../../../platform/context.ts';
import type { RealtimeMessage } from '../../../platform/realtime/hub.ts';
import { internalTopic } from '../../internal-topic.ts';
import { findNoteNow, isThreadThere } from '../../reads/note-now.ts';
import type { NoteView } from '../../reads/note-views.ts';
import { isIssuable, loadNoteable, noteableUnion } from './noteable-type.ts';
import { noteableOfId } from './noteable-of-id.ts';

type DeletedNote = { noteId: number; discussionId: string; isLast: boolean };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DeletedNote: DeletedNote;
  }
}

/** By the names that changes of issues and merge requests have for their fields. */
const FIELDS = {
  issuableTitleUpdated: ['title'],
  issuableDescriptionUpdated: ['description'],
  issuableLabelsUpdated: ['labels'],
  issuableAssigneesUpdated: ['assignees'],
  issuableMilestoneUpdated: ['milestone_id'],
} as const;

function addFieldSubscriptions(builder: GraphqlBuilder): void {
  const issuable = noteableUnion(builder, 'Issuable', 'An item with a title, assignees and labels.', isIssuable);
  for (const [name, fields] of Object.entries(FIELDS)) {
    builder.subscriptionField(name, (t) =>
      t.field({
        type: issuable,
        nullable: true,
        args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
        subscribe: async (_root, { issuableId }, { ctx }) => {
          const { topic, type } = await noteableOfId(ctx, issuableId, 'Issuable');
          if (!isIssuable(type)) throw new AppError('not_found', { resource: 'Issuable' });
          return topicEvents(ctx, topic, onFields(...fields));
        },
        resolve: async (_message, { issuableId }, { ctx }) =>
          loadNoteable(ctx, await noteableOfId(ctx, issuableId, 'Issuable')),
      }),
    );
  }
}

type NoteMessage = { noteId: number; discussionId: string };

function noteOf({ data }: RealtimeMessage): NoteMessage | undefined {
  const { noteId, discussionId } = data;
  if (typeof noteId !== 'number') return undefined;
  return { noteId, discussionId: typeof discussionId === 'string' ? discussionId : '' };
}

/** Only of notes that their reader may see in that moment: nothing tells of the others. */
async function notesOf(ctx: Context, noteableId: string, event: string): Promise<AsyncIterableIterator<NoteView>> {
  const noteable = await noteableOfId(ctx, noteableId);
  const pick = async (message: RealtimeMessage) => {
    const note = message.event === event ? noteOf(message) : undefined;
    return note && findNoteNow(ctx, note.noteId);
  };
  return topicEvents(ctx, noteable.topic, pick, internalTopic(noteable));
}

async function deletedOf(ctx: Context, noteableId: string): Promise<AsyncIterableIterator<DeletedNote>> {
  const noteable = await noteableOfId(ctx, noteableId);
  const pick = async (message: RealtimeMessage) => {
    const note = message.event === 'note.deleted' ? noteOf(message) : undefined;
    return note && { ...note, isLast: !(await isThreadThere(ctx, noteable, note.discussionId)) };
  };
  return topicEvents(ctx, noteable.topic, pick, internalTopic(noteable));
}

function addNoteSubscriptions(builder: GraphqlBuilder): void {
  builder.objectType('DeletedNote', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ noteId }) => toGlobalId('Note', noteId) }),
      discussionId: t.id({
        nullable: true,
        resolve: ({ discussionId }) => (discussionId === '' ? null : toGlobalId('Discussion', discussionId)),
      }),
      lastDiscussionNote: t.boolean({
        nullable: true,
        description: 'Whether the last note of its thread was deleted.',
        resolve: ({ isLast }) => isLast,
      }),
    }),
  });
  for (const [name, event] of [
    ['workItemNoteCreated', 'note.created'],
    ['workItemNoteUpdated', 'note.updated'],
  ] as const) {
    builder.subscriptionField(name, (t) =>
      t.field({
        type: 'Note',
        nullable: true,
        description: 'For any item that can be commented on.',
        args: { noteableId: t.arg({ type: 'NoteableID', required: true }) },
        subscribe: (_root, { noteableId }, { ctx }) => notesOf(ctx, noteableId, event),
        resolve: (view) => view,
      }),
    );
  }
  builder.subscriptionField('workItemNoteDeleted', (t) =>
    t.field({
      type: 'DeletedNote',
      nullable: true,
      description: 'For any item that can be commented on.',
      args: { noteableId: t.arg({ type: 'NoteableID', required: true }) },
      subscribe: (_root, { noteableId }, { ctx }) => deletedOf(ctx, noteableId),
      resolve: (note) => note,
    }),
  );
}

/** What changes about things that can be talked about, and about what is said, as it happens. */
export function addNoteableSubscriptions(builder: GraphqlBuilder): void {
  addFieldSubscriptions(builder);
  addNoteSubscriptions(builder);
}
