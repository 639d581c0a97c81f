import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { starterOf } from './starter-of.ts';
import { byCreation } from './merge-descriptions.ts';

/** 0 shows all activity, 1 comments only, 2 history only. */
export type ActivityFilter = 0 | 1 | 2;
export type ActivityOrder = 'asc' | 'desc';

function isHistory(discussion: PageDiscussion): boolean {
  return discussion.notes.every((note) => note.system);
}

/** Threads taken apart: each note stands where it was written. */
export function toTimeline(all: readonly PageDiscussion[]): PageDiscussion[] {
  return all.flatMap((discussion) =>
    discussion.notes.map((note) => ({
      ...discussion,
      id: `${discussion.id}-${note.id}`,
      // Pending answers stand below the last of its notes.
      reply_id: note === discussion.notes.at(-1) ? discussion.reply_id : '',
      notes: [note],
      individual_note: true,
      resolvable: false,
      resolved: false,
      expanded: true,
      // The lines stand above what was said about them first.
      diff_discussion: discussion.diff_discussion && note === starterOf(discussion),
    })),
  );
}

/** What the activity shows, in the chosen order; equal times keep the order they came in. */
export function sortAndFilter(
  all: readonly PageDiscussion[],
  filter: ActivityFilter,
  order: ActivityOrder,
): PageDiscussion[] {
  const shown = all.filter((each) => filter === 0 || isHistory(each) === (filter === 2));
  const ascending = shown.toSorted(byCreation);
  return order === 'asc' ? ascending : ascending.toReversed();
}
