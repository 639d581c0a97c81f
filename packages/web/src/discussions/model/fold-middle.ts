import type { PageNote } from '@tributary/contract/discussions/page.ts';

/** A thread with more answers is folded in its middle, so that the page stays quick and its end is near. */
const MOST = 60;
const FIRST = 10;
const LAST = 20;
/** As many come with one press. */
export const AT_ONCE = 200;
/** On either side of one that is gone to. */
const AROUND = 20;

/** Ids of the notes that are not shown. What comes later is none of them, so nothing that was seen goes away. */
type Folded = ReadonlySet<string>;

/** What is shown of a thread, in order: notes, and where some of them are folded away. */
type ThreadPart = PageNote | { folded: readonly PageNote[] };

const NONE: Folded = new Set();

/** Some of them are shown, wherever they stand. */
export const without = (folded: Folded, shown: readonly PageNote[]): Folded =>
  new Set([...folded].filter((id) => !shown.some((note) => note.id === id)));

export function foldMiddle(notes: readonly PageNote[]): Folded {
  return notes.length > MOST ? new Set(notes.slice(FIRST, -LAST).map(({ id }) => id)) : NONE;
}

/** The next that follow on what is shown above them. */
export function unfoldNext(folded: Folded, part: readonly PageNote[]): Folded {
  return without(folded, part.slice(0, AT_ONCE));
}

/** Those around the one that someone goes to. */
export function unfoldAround(folded: Folded, notes: readonly PageNote[], id: string): Folded {
  if (!folded.has(id)) return folded;
  const at = notes.findIndex((note) => note.id === id);
  return without(folded, notes.slice(Math.max(0, at - AROUND), at + AROUND + 1));
}

export function partsOf(notes: readonly PageNote[], folded: Folded): ThreadPart[] {
  const parts: ThreadPart[] = [];
  let gap: PageNote[] = [];
  for (const note of notes) {
    if (!folded.has(note.id)) {
      gap = [];
      parts.push(note);
    } else {
      if (gap.length === 0) parts.push({ folded: gap });
      gap.push(note);
    }
  }
  return parts;
}
