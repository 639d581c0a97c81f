import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';

type Refs = { base_sha: string; head_sha: string };
type Row = { lineCode: string | null; oldLine: number | null; newLine: number | null };

export type FileThreads = {
  /** Threads on a line of a comparison between these two commits. */
  on: (refs: Refs, row: Row) => readonly PageDiscussion[];
  /** Threads on the file as a whole. */
  file: PageDiscussion[];
  openCount: number;
  count: number;
};

type Entry = Omit<FileThreads, 'on'> & {
  byCode: Map<string, PageDiscussion[]>;
  /** By the side and commit that a line belongs to: the same line in every comparison that ends there. */
  byLine: Map<string, PageDiscussion[]>;
};

const NO_THREADS: readonly PageDiscussion[] = [];
const NONE: FileThreads = { on: () => NO_THREADS, file: [], openCount: 0, count: 0 };

function push<K>(map: Map<K, PageDiscussion[]>, key: K, discussion: PageDiscussion): void {
  const list = map.get(key) ?? [];
  if (!list.includes(discussion)) map.set(key, [...list, discussion]);
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

/** Diff threads by file, then by line: made once, so that a line asks for its own threads only. */
export function indexByLine(discussions: readonly PageDiscussion[]): (fileHash: string) => FileThreads {
  const files = new Map<string, Entry & FileThreads>();
  const entryOf = (hash: string) => {
    const known = files.get(hash);
    if (known) return known;
    const entry: Entry = { byCode: new Map(), byLine: new Map(), file: [], openCount: 0, count: 0 };
    const made = Object.assign(entry, { on: (refs: Refs, row: Row) => onRow(entry, refs, row) });
    files.set(hash, made);
    return made;
  };
  for (const discussion of discussions) {
    const hash = discussion.diff_file?.file_hash;
    const isOnFile = !discussion.active && discussion.placement?.on === 'file';
    if (!discussion.diff_discussion || !hash || (!discussion.active && !isOnFile)) continue;
    const entry = entryOf(hash);
    entry.count++;
    if (discussion.resolvable && !discussion.resolved) entry.openCount++;
    const isOnLine = discussion.line_code !== null && discussion.position?.position_type === 'text' && !isOnFile;
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
  return (fileHash) => files.get(fileHash) ?? NONE;
}
