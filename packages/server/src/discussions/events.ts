import type { EventBatch } from '../platform/events.ts';

/** Ids only; who acted is the event's own actor. */
type NoteEvent = {
  noteId: number;
  discussionId: string;
  noteableType: string;
  noteableId: number;
  projectId: number | null;
  /** Names that its new text calls and the one before did not, lower case; of an edit. */
  named?: string[];
  /** Set when it was published together with others, such as those of a review: told together, not before this time. */
  batch?: EventBatch;
};

declare module '../platform/events.ts' {
  interface EventMap {
    'note.created': NoteEvent;
    'note.updated': NoteEvent;
    'note.deleted': NoteEvent;
    /** A reaction was given (`isOn`) or taken back, on the thing itself or on a note of it. */
    'award_emoji.changed': {
      awardId: number;
      userId: number;
      name: string;
      createdAt: string;
      isOn: boolean;
      noteableType: string;
      noteableId: number;
      noteId: number | null;
      projectId: number | null;
    };
    'discussion.resolved': {
      discussionId: string;
      noteableType: string;
      noteableId: number;
      projectId: number | null;
      isResolved: boolean;
    };
  }
}

export type { EventBatch, NoteEvent };
