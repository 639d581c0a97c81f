import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { placesOf, type Refs, seenIn } from './seen-in.ts';

type Row = { lineCode: string | null; oldLine: number | null; newLine: number | null };

/** Threads of one file as one comparison shows it. */
export type ShownThreads = {
  /** Threads on a line. */
  on: (row: Row) => readonly PageDiscussion[];
  /** Threads on lines that did not change, by the number on the newer side: only such lines are hidden. */
  onUnchanged: ReadonlyMap<number, readonly PageDiscussion[]>;
  /** Threads on the file as a whole. */
  file: PageDiscussion[];
  /** Threads on points of a picture of it, not of each the one that is shown. */
  pins: PageDiscussion[];
  openCount: number;
  resolvedCount: number;
  count: number;
  all: readonly PageDiscussion[];
};

/** Threads of one file in a comparison between two commits: the same answer for the same comparison. */
export type FileThreads = (refs: Refs) => ShownThreads;

type Lines = Map<string, PageDiscussion[]>;

const NO_THREADS: readonly PageDiscussion[] = [];

/** One after the other: a thread that has two reasons to stand at a place stands there once. */
function push<K>(map: Map<K, PageDiscussion[]>, key: K, discussion: PageDiscussion): void {
  const list = map.get(key);
  if (!list) map.set(key, [discussion]);
  else if (list.at(-1) !== discussion) list.push(discussion);
}

function isOnFile({ active, placement }: PageDiscussion): boolean {
  return !active && placement?.on === 'file';
}

function keysOf(position: DiffPosition | null): string[] {
  if (position?.position_type !== 'text') return [];
  if (position.new_line) return [`new ${position.head_sha} ${position.new_line}`];
  return position.old_line ? [`old ${position.base_sha} ${position.old_line}`] : [];
}

/** Threads on a diff that have no place in the newest version: their file is no part of it any more. */
export function listUnplaced(discussions: readonly PageDiscussion[]): PageDiscussion[] {
  return discussions.filter((each) => each.diff_discussion && !each.active && each.placement?.on !== 'file');
}

/** The file that the newest version shows it on. */
export function ownFile(discussion: PageDiscussion): string | undefined {
  return discussion.active || isOnFile(discussion) ? discussion.diff_file?.file_hash : undefined;
}

/** Threads of one file by line: made once for a comparison, so that a line asks for its own threads only. */
function threadsIn(refs: Refs, hash: string, discussions: readonly PageDiscussion[]): ShownThreads {
  const byCode: Lines = new Map();
  /** By the side and commit that a line belongs to: the same line in every comparison that ends there. */
  const byLine: Lines = new Map();
  const onUnchanged = new Map<number, PageDiscussion[]>();
  const file: PageDiscussion[] = [];
  const pins: PageDiscussion[] = [];
  const here = discussions.filter((discussion) => {
    const { active, line_code: code, position, original_position: original } = discussion;
    const seen = seenIn(discussion, refs);
    if (seen?.fileHash !== undefined) {
      if (seen.fileHash !== hash) return false;
      const { old_line: oldLine, new_line: newLine } = seen.position;
      for (const key of keysOf(seen.position)) push(byLine, key, discussion);
      if (oldLine && newLine) push(onUnchanged, newLine, discussion);
      if (seen.position.position_type === 'file') file.push(discussion);
      if (seen.position.position_type === 'image') pins.push(discussion);
    } else if (ownFile(discussion) !== hash) return false;
    else if (active && code !== null && position?.position_type === 'text') {
      push(byCode, code, discussion);
      for (const key of [...keysOf(position), ...keysOf(original)]) push(byLine, key, discussion);
    } else (position?.position_type === 'image' ? pins : file).push(discussion);
    return true;
  });
  const on = ({ lineCode, oldLine, newLine }: Row) => {
    if (lineCode === null) return NO_THREADS;
    const key = newLine === null ? `old ${refs.base_sha} ${oldLine}` : `new ${refs.head_sha} ${newLine}`;
    const placed = byLine.get(key) ?? NO_THREADS;
    // Of threads that were never placed in this comparison only the code of the line is known.
    const guessed = (byCode.get(lineCode) ?? []).filter(
      (each) => !placed.includes(each) && each.position?.head_sha !== refs.head_sha,
    );
    return guessed.length === 0 ? placed : [...placed, ...guessed];
  };
  return {
    on,
    onUnchanged,
    file,
    pins,
    openCount: here.filter((each) => each.resolvable && !each.resolved).length,
    resolvedCount: here.filter((each) => each.resolvable && each.resolved).length,
    count: here.length,
    all: here,
  };
}

function threadsOf(hash: string, discussions: readonly PageDiscussion[]): FileThreads {
  const known = new Map<string, ShownThreads>();
  return (refs) => {
    const key = `${refs.base_sha} ${refs.head_sha}`;
    const shown = known.get(key) ?? threadsIn(refs, hash, discussions);
    known.set(key, shown);
    return shown;
  };
}

export const NO_FILE_THREADS: FileThreads = threadsOf('', []);

/** Threads by the hash of their file, with what they were made of. */
export type ThreadsByFile = ReadonlyMap<string, { of: readonly PageDiscussion[]; threads: FileThreads }>;

/** Diff threads by file. Of files whose threads are what they were `before`, the answer is the same object. */
export function indexByFile(discussions: readonly PageDiscussion[], before: ThreadsByFile = new Map()): ThreadsByFile {
  const lists: Lines = new Map();
  for (const discussion of discussions) {
    if (!discussion.diff_discussion) continue;
    for (const hash of [ownFile(discussion), ...placesOf(discussion).map(({ fileHash }) => fileHash)]) {
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
