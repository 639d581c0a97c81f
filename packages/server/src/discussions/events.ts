/** Ids only; who acted is the event's own actor. */
type NoteEvent = {
  noteId: number;
  discussionId: string;
  noteableType: string;
  noteableId: number;
  projectId: number | null;
  /** Set when it is part of a review: who tells people by mail waits for `merge_request.review_published`. */
  reviewId?: number;
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
