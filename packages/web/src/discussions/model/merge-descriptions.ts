import type { PageNote } from '@tributary/contract/discussions/page.ts';

/** Changes of a description at most this far apart are one change. */
const WINDOW_MINUTES = 10;
const MINUTE_MS = 60_000;

/** What it takes of a note and its thread. */
export type DescriptionNote = Pick<
  PageNote,
  | 'created_at'
  | 'description_version_id'
  | 'start_description_version_id'
  | 'description_version_deleted'
  | 'description_run'
  | 'has_description_before'
> & { author: { id: number } | null };
type Entry = { notes: DescriptionNote[] };

function minutesBetween(earlier: DescriptionNote, later: DescriptionNote): number {
  return Math.ceil((Date.parse(later.created_at) - Date.parse(earlier.created_at)) / MINUTE_MS);
}

type Run = { first: DescriptionNote; last: DescriptionNote; count: number };

function continues({ last }: Run, note: DescriptionNote): boolean {
  return (
    last.author?.id === note.author?.id &&
    last.description_version_deleted !== true &&
    note.description_version_deleted !== true &&
    minutesBetween(last, note) <= WINDOW_MINUTES
  );
}

/**
 * Changes of the description that one user made in quick succession stand as one: the last of them, which compares with
 * what was there before the first. Other entries in between do not matter; a deleted text ends the run.
 */
export function mergeDescriptions<T extends Entry>(all: readonly T[]): T[] {
  const shown: (T | null)[] = all.toSorted(byCreation);
  let run: Run | null = null;
  for (const [at, discussion] of shown.entries()) {
    const note = discussion?.notes[0];
    if (!discussion || !note || note.description_version_id === undefined) continue;
    if (run === null || !continues(run, note)) {
      run = { first: note, last: note, count: 1 };
      continue;
    }
    const { first }: Run = run;
    run = { first, last: note, count: run.count + 1 };
    const start = first.description_version_id;
    const merged = {
      ...note,
      ...(start !== undefined && { start_description_version_id: start }),
      ...(first.has_description_before !== undefined && { has_description_before: first.has_description_before }),
      description_run: { count: run.count, minutes: Math.max(1, minutesBetween(first, note)) },
    };
    const before = shown.findLastIndex(
      (each, index) => index < at && each?.notes[0]?.description_version_id !== undefined,
    );
    shown[before] = null;
    shown[at] = { ...discussion, notes: [merged, ...discussion.notes.slice(1)] };
  }
  return shown.filter((each) => each !== null);
}

function createdAt(discussion: Entry): string {
  return discussion.notes[0]?.created_at ?? '';
}

/** Times are all written the same way: no language has a say in their order, and thousands are compared at once. */
export function byCreation(a: Entry, b: Entry): number {
  const [first, second] = [createdAt(a), createdAt(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
