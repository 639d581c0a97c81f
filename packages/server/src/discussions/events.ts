/** Ids only; who acted is the event's own actor. */
type NoteEvent = {
  noteId: number;
  discussionId: string;
  noteableType: string;
  noteableId: number;
  projectId: number | null;
};

declare module '../platform/events.ts' {
  interface EventMap {
    'note.created': NoteEvent;
    'note.updated': NoteEvent;
    'note.deleted': NoteEvent;
    'discussion.resolved': {
      discussionId: string;
      noteableType: string;
      noteableId: number;
      projectId: number | null;
      isResolved: boolean;
    };
  }
}

export type { NoteEvent };
