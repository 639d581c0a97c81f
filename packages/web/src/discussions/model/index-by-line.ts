import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { lineKey } from './line-key.ts';
import { locationsOf, type Placed, type Refs, seenIn } from './seen-in.ts';

type Row = { lineCode: string | null; oldLine: number | null; newLine: number | null; html?: string };

/** Threads, or pending comments, of one file as one comparison shows it: one rule for both. */
export type IndexedLines<T> = {
  /** Threads on a line. */
  on: (row: Row) => readonly T[];
  /**
   * Threads on lines that may be unchanged here, for only such lines are hidden: by the number on the newer side, those that
   * were removed by the number on the older one, below 0.
   */
  onUnchanged: ReadonlyMap<number, readonly T[]>;
  /** Threads on the file as a whole. */
  file: T[];
  /** Threads on points of an image of it, not of each the one that is shown. */
  pins: T[];
  /**
   * Those that can be resolved and are shown here. One whose line belongs to neither end of the comparison is shown where
   * it waits to be placed again: in the newest changes.
   */
  counts: (isNewest: boolean) => { open: number; resolved: number };
  count: number;
  all: readonly T[];
};

/** Threads of one file in a comparison between two commits: the same answer for the same comparison. */
export type OnFile<T> = (refs: Refs) => IndexedLines<T>;

type Lines<T> = Map<string, T[]>;

const NO_THREADS: readonly never[] = [];

/** One after the other: a thread that has two reasons to stand at a place stands there once. */
function push<K, T>(map: Map<K, T[]>, key: K, discussion: T): void {
  const list = map.get(key);
  if (!list) map.set(key, [discussion]);
  else if (list.at(-1) !== discussion) list.push(discussion);
}

function isOnFile({ active, placement }: Placed): boolean {
  return !active && placement?.on === 'file';
}

/** The line belongs to one end of the comparison. */
function isOnEnd(position: DiffPosition | null, refs: Refs): boolean {
  if (!position) return false;
  return position.new_line ? position.head_sha === refs.head_sha : position.base_sha === refs.base_sha;
}

function keysOf(position: DiffPosition | null): string[] {
  if (position?.position_type !== 'text') return [];
  const { old_line: oldLine = null, new_line: newLine = null } = position;
  return oldLine || newLine ? [lineKey({ oldLine, newLine }, position)] : [];
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '');

/** What is known of the line that it was begun on does not speak against the row. */
function isTextOf({ truncated_diff_lines: lines }: Placed, { html }: Row): boolean {
  const begun = lines?.at(-1)?.rich_text;
  return begun === undefined || html === undefined || textOf(begun) === textOf(html);
}

/** On a diff, and without a place in the newest version: its file is no part of it any more. */
export function isUnplaced({ diff_discussion: isOnDiff, active, placement }: Placed): boolean {
  return isOnDiff !== false && !active && placement?.on !== 'file';
}

export function listUnplaced<T extends Placed>(discussions: readonly T[]): T[] {
  return discussions.filter(isUnplaced);
}

/** The file that the newest version shows it on. */
export function fileInLatestVersion(discussion: Placed): string | undefined {
  return discussion.active || isOnFile(discussion) ? discussion.diff_file?.file_hash : undefined;
}

/** Threads of one file by line: made once for a comparison, so that a line asks for its own threads only. */
function threadsIn<T extends Placed>(refs: Refs, hash: string, discussions: readonly T[]): IndexedLines<T> {
  const byCode: Lines<T> = new Map();
  /** By the side and commit that a line belongs to: the same line in every comparison that ends there; `-3`: what was line 3. */
  const byLine: Lines<T> = new Map();
  const onUnchanged = new Map<number, T[]>();
  const file: T[] = [];
  const pins: T[] = [];
  const onNoEnd = new Set<T>();
  const here = discussions.filter((discussion) => {
    const { active, line_code: code, position, original_position: original } = discussion;
    const seen = seenIn(discussion, refs);
    if (seen?.fileHash !== undefined) {
      if (seen.fileHash !== hash) return false;
      const { old_line: oldLine, new_line: newLine } = seen.position;
      for (const key of keysOf(seen.position)) push(byLine, key, discussion);
      // Without white space it may have become a line that did not change.
      if (oldLine && !newLine) {
        push(byLine, `-${oldLine}`, discussion);
        push(onUnchanged, -oldLine, discussion);
      }
      // Or one that was added.
      if (newLine) push(onUnchanged, newLine, discussion);
      if (seen.position.position_type === 'file') file.push(discussion);
      if (seen.position.position_type === 'image') pins.push(discussion);
    } else if (fileInLatestVersion(discussion) !== hash) return false;
    else if (active && code !== null && position?.position_type === 'text') {
      push(byCode, code, discussion);
      for (const key of [...keysOf(position), ...keysOf(original)]) push(byLine, key, discussion);
      if (!isOnEnd(position, refs) && !isOnEnd(original, refs)) onNoEnd.add(discussion);
      // In other changes that end here its line may be hidden. What is settled is not opened for.
      for (const each of discussion.resolved ? [] : [original, position]) {
        if (each?.new_line && each.head_sha === refs.head_sha) push(onUnchanged, each.new_line, discussion);
      }
    } else (position?.position_type === 'image' ? pins : file).push(discussion);
    return true;
  });
  const on = (row: Row) => {
    const { lineCode, oldLine, newLine } = row;
    if (lineCode === null) return NO_THREADS;
    const was = (newLine && oldLine && byLine.get(`-${oldLine}`)) || NO_THREADS;
    const placed = [...(byLine.get(lineKey(row, refs)) ?? NO_THREADS), ...was];
    // Of threads that were never placed in this comparison only the code and the text of the line are known.
    const guessed = (byCode.get(lineCode) ?? []).filter(
      (each) => !placed.includes(each) && each.position?.head_sha !== refs.head_sha && isTextOf(each, row),
    );
    return guessed.length === 0 ? placed : [...placed, ...guessed];
  };
  return {
    on,
    onUnchanged,
    file,
    pins,
    counts: (isNewest) => {
      const shown = here.filter((each) => each.resolvable && (isNewest || !onNoEnd.has(each)));
      const { length: resolved } = shown.filter((each) => each.resolved);
      return { open: shown.length - resolved, resolved };
    },
    count: here.length,
    all: here,
  };
}

function threadsOf<T extends Placed>(hash: string, discussions: readonly T[]): OnFile<T> {
  const known = new Map<string, IndexedLines<T>>();
  return (refs) => {
    const key = `${refs.base_sha} ${refs.head_sha}`;
    const shown = known.get(key) ?? threadsIn(refs, hash, discussions);
    known.set(key, shown);
    return shown;
  };
}

export const NO_FILE_THREADS: OnFile<never> = threadsOf<never>('', []);

/** By the hash of their file, with what they were made of. */
export type ByFile<T> = ReadonlyMap<string, { of: readonly T[]; threads: OnFile<T> }>;

/** What stands on changes by file. Of files whose threads are what they were `before`, the answer is the same object. */
export function indexByFile<T extends Placed>(discussions: readonly T[], before: ByFile<T> = new Map()): ByFile<T> {
  const lists: Lines<T> = new Map();
  for (const discussion of discussions) {
    if (discussion.diff_discussion === false) continue;
    for (const hash of [fileInLatestVersion(discussion), ...locationsOf(discussion).map(({ fileHash }) => fileHash)]) {
      if (hash) push(lists, hash, discussion);
    }
  }
  return new Map(
    [...lists].map(([hash, of]) => {
      const known = before.get(hash);
      const isSame = known?.of.length === of.length && known.of.every((each, at) => each === of[at]);
      return [hash, isSame ? known : { of, threads: threadsOf(hash, of) }];
    }),
  );
}
