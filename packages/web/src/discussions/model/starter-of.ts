import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';

/** The note that began the thread: its first that someone wrote. Undefined where only the system speaks. */
export function starterOf<Note extends { system: boolean }>({ notes }: { notes: readonly Note[] }): Note | undefined {
  return notes.find((note) => !note.system);
}

/** What users answered; what happened to the lines is no answer. */
export function repliesOf(discussion: PageDiscussion): PageDiscussion['notes'] {
  const starter = starterOf(discussion);
  return discussion.notes.filter((note) => !note.system && note !== starter);
}
