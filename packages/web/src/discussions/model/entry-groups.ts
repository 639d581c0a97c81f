import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { foldMiddle } from './fold-middle.ts';

/** Consecutive entries of the activity, which are drawn and laid out together. */
export type EntryGroup = {
  key: number;
  entries: readonly PageDiscussion[];
  /** Drawn in the frame that brings it: the first, and news. Others wait until there is time or they come near. */
  comesAtOnce: boolean;
};

export type EntryGroups = {
  /** What was put into groups. */
  of: readonly PageDiscussion[];
  groups: readonly EntryGroup[];
  nextKey: number;
};

export const NO_GROUPS: EntryGroups = { of: [], groups: [], nextKey: 0 };

/** As many notes as a group has, unless one thread alone has more: what comes near is laid out in one frame. */
const MOST_NOTES = 10;
/** As many notes as are drawn in one frame. */
const MOST_AT_ONCE = 20;

type Draft = { key: number | null; entries: PageDiscussion[]; notes: number };

const notesOf = (entries: readonly PageDiscussion[]) => entries.reduce((sum, { notes }) => sum + notes.length, 0);

function add(draft: Draft, entries: readonly PageDiscussion[]): void {
  draft.entries.push(...entries);
  draft.notes += notesOf(entries);
}

/** Fills the last group, then groups of their own. Few enough are `next`'s, where that has room for them. */
function settle(drafts: Draft[], strangers: readonly PageDiscussion[], next: Draft | null, room: number): void {
  for (const [at, entry] of strangers.entries()) {
    const last = drafts.at(-1);
    if (last && last.notes + entry.notes.length <= MOST_NOTES) add(last, [entry]);
    else if (next && notesOf(strangers.slice(at)) <= room) return add(next, strangers.slice(at));
    else drafts.push({ key: null, entries: [entry], notes: entry.notes.length });
  }
  return undefined;
}

function draftsOf(before: readonly EntryGroup[], shown: readonly PageDiscussion[]): Draft[] {
  const keys = new Map(before.flatMap(({ key, entries }) => entries.map(({ id }) => [id, key] as const)));
  const rooms = new Map(before.map(({ key, entries }) => [key, MOST_NOTES - notesOf(entries)]));
  const drafts: Draft[] = [];
  const begun = new Set<number>();
  let strangers: PageDiscussion[] = [];
  for (const entry of shown) {
    const key = keys.get(entry.id);
    const last = drafts.at(-1);
    if (key !== undefined && last?.key === key) {
      // What came between two of a group is of it, too.
      add(last, [...strangers, entry]);
      strangers = [];
    } else if (key === undefined || begun.has(key)) {
      strangers.push(entry);
    } else {
      const draft: Draft = { key, entries: [], notes: 0 };
      settle(drafts, strangers, draft, rooms.get(key) ?? 0);
      strangers = [];
      add(draft, [entry]);
      drafts.push(draft);
      begun.add(key);
    }
  }
  settle(drafts, strangers, null, 0);
  return drafts;
}

const isSame = (a: readonly PageDiscussion[], b: readonly PageDiscussion[]) =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/**
 * Puts entries into groups so that whatever comes, goes or changes, each stays in the group where it was: in another one
 * it would be drawn again, without the focus and the forms in it.
 */
export function groupEntries({ groups: before, nextKey }: EntryGroups, shown: readonly PageDiscussion[]): EntryGroups {
  const known = new Map(before.map((group) => [group.key, group]));
  let key = nextKey;
  const drafts = draftsOf(before, shown);
  const isFew = drafts.reduce((sum, draft) => sum + (draft.key === null ? draft.notes : 0), 0) <= MOST_AT_ONCE;
  let atOnce = 0;
  const groups = drafts.map((draft): EntryGroup => {
    const same = draft.key === null ? undefined : known.get(draft.key);
    if (same) return isSame(same.entries, draft.entries) ? same : { ...same, entries: draft.entries };
    atOnce += draft.notes;
    const comesAtOnce = isFew || (before.length === 0 && (atOnce <= MOST_AT_ONCE || atOnce === draft.notes));
    return { key: key++, entries: draft.entries, comesAtOnce };
  });
  return { of: shown, groups, nextKey: key };
}

const LINE_PX = 22;
const CHARS_PER_LINE = 100;
const CODE_PX = 20;
/** What stands around the lines of a note. */
const NOTE_PX = 56;
/** What happened. */
const EVENT_PX = 36;
/** What stands around the notes of a thread, and around one alone. */
const THREAD_PX = 66;
const ALONE_PX = 16;

/** About how high an entry will be: what is far away is not laid out. */
function estimateEntry({ notes, individual_note: isAlone, expanded, diff_file: file }: PageDiscussion): number {
  const said = notes.filter((note) => !note.system);
  if (said.length === 0) return EVENT_PX;
  const folded = foldMiddle(said);
  const shown = expanded ? said.filter(({ id }) => !folded.has(id)) : said.slice(0, 1);
  const lines = shown
    .flatMap(({ note }) => note.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)), 0);
  const code = file ? 10 * CODE_PX : 0;
  return (isAlone ? ALONE_PX : THREAD_PX) + code + shown.length * NOTE_PX + lines * LINE_PX;
}

export function estimateHeight(entries: readonly PageDiscussion[]): number {
  return entries.reduce((sum, entry) => sum + estimateEntry(entry), 0);
}
