import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';

type Refs = { base_sha: string; head_sha: string };
type Row = { lineCode: string | null; oldLine: number | null; newLine: number | null };

export type FileThreads = {
  /** Threads on a line of a comparison between these two commits. */
  on: (refs: Refs, row: Row) => readonly PageDiscussion[];
  /** Threads on the file as a whole. */
  file: PageDiscussion[];
  openCount: number;
  resolvedCount: number;
  count: number;
};

type Entry = Omit<FileThreads, 'on'> & {
  byCode: Map<string, PageDiscussion[]>;
  /** By the side and commit that a line belongs to: the same line in every comparison that ends there. */
  byLine: Map<string, PageDiscussion[]>;
};

const NO_THREADS: readonly PageDiscussion[] = [];
export const NO_FILE_THREADS: FileThreads = {
  on: () => NO_THREADS,
  file: [],
  openCount: 0,
  resolvedCount: 0,
  count: 0,
};

function push<K>(map: Map<K, PageDiscussion[]>, key: K, discussion: PageDiscussion): void {
  const list = map.get(key) ?? [];
  if (!list.includes(discussion)) map.set(key, [...list, discussion]);
}

function isOnFile({ active, placement }: PageDiscussion): boolean {
  return !active && placement?.on === 'file';
}

function keysOf(position: DiffPosition | null | undefined): string[] {
  if (position?.position_type !== 'text') return [];
  if (position.new_line) return [`new ${position.head_sha} ${position.new_line}`];
  return position.old_line ? [`old ${position.base_sha} ${position.old_line}`] : [];
}

function knows({ position, original_position: original }: PageDiscussion, refs: Refs): boolean {
  return [position, original].some((each) => each?.head_sha === refs.head_sha && each.base_sha === refs.base_sha);
}

function onRow({ byLine, byCode }: Entry, refs: Refs, row: Row): readonly PageDiscussion[] {
  if (row.lineCode === null) return NO_THREADS;
  const key = row.newLine === null ? `old ${refs.base_sha} ${row.oldLine}` : `new ${refs.head_sha} ${row.newLine}`;
  const placed = byLine.get(key) ?? NO_THREADS;
  // Of threads that were never placed in this comparison only the code of the line is known.
  const guessed = (byCode.get(row.lineCode) ?? []).filter(
    (each) => !placed.includes(each) && !knows(each, refs) && each.position?.head_sha !== refs.head_sha,
  );
  return guessed.length === 0 ? placed : [...placed, ...guessed];
}

/** Threads on a diff that have no place in the newest version: their file is no part of it any more. */
export function listUnplaced(discussions: readonly PageDiscussion[]): PageDiscussion[] {
  return discussions.filter((each) => each.diff_discussion && !each.active && each.placement?.on !== 'file');
}

/** Threads of one file by line: made once, so that a line asks for its own threads only. */
function threadsOf(discussions: readonly PageDiscussion[]): FileThreads {
  const isOpen = (each: PageDiscussion) => each.resolvable && !each.resolved;
  const entry: Entry = {
    byCode: new Map(),
    byLine: new Map(),
    file: [],
    openCount: discussions.filter(isOpen).length,
    resolvedCount: discussions.filter((each) => each.resolvable && each.resolved).length,
    count: discussions.length,
  };
  for (const discussion of discussions) {
    const isOnLine =
      discussion.line_code !== null && discussion.position?.position_type === 'text' && !isOnFile(discussion);
    if (!isOnLine || discussion.line_code === null) {
      // Pins stand on their picture.
      if (!discussion.active || discussion.position?.position_type !== 'image') entry.file.push(discussion);
      continue;
    }
    push(entry.byCode, discussion.line_code, discussion);
    for (const key of [...keysOf(discussion.position), ...keysOf(discussion.original_position)]) {
      push(entry.byLine, key, discussion);
    }
  }
  return Object.assign(entry, { on: (refs: Refs, row: Row) => onRow(entry, refs, row) });
}

/** Threads by the hash of their file, with what they were made of. */
export type ThreadsByFile = ReadonlyMap<string, { of: readonly PageDiscussion[]; threads: FileThreads }>;

/** Diff threads by file. Of files whose threads are what they were `before`, the answer is the same object. */
export function indexByFile(discussions: readonly PageDiscussion[], before: ThreadsByFile = new Map()): ThreadsByFile {
  const lists = new Map<string, PageDiscussion[]>();
  for (const discussion of discussions) {
    const hash = discussion.diff_file?.file_hash;
    if (!discussion.diff_discussion || !hash || (!discussion.active && !isOnFile(discussion))) continue;
    const list = lists.get(hash);
    if (list) list.push(discussion);
    else lists.set(hash, [discussion]);
  }
  return new Map(
    [...lists].map(([hash, of]) => {
      const known = before.get(hash);
      const isSame = known?.of.length === of.length && known.of.every((each, at) => each === of[at]);
      return [hash, isSame ? known : { of, threads: threadsOf(of) }];
    }),
  );
}
