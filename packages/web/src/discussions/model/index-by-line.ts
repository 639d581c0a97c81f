import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';

export type FileThreads = {
  /** Threads by line code. */
  lines: ReadonlyMap<string, PageDiscussion[]>;
  /** Threads on the file as a whole, images included. */
  file: PageDiscussion[];
  openCount: number;
  count: number;
};

const NONE: FileThreads = { lines: new Map(), file: [], openCount: 0, count: 0 };

/** Diff threads by file, then by line: made once, so that a line asks for its own threads only. */
export function indexByLine(discussions: readonly PageDiscussion[]): (fileHash: string) => FileThreads {
  const files = new Map<
    string,
    { lines: Map<string, PageDiscussion[]>; file: PageDiscussion[]; openCount: number; count: number }
  >();
  for (const discussion of discussions) {
    const hash = discussion.diff_file?.file_hash;
    const isOnFile = !discussion.active && discussion.placement?.on === 'file';
    if (!discussion.diff_discussion || !hash || (!discussion.active && !isOnFile)) continue;
    const entry = files.get(hash) ?? { lines: new Map<string, PageDiscussion[]>(), file: [], openCount: 0, count: 0 };
    files.set(hash, entry);
    entry.count++;
    if (discussion.resolvable && !discussion.resolved) entry.openCount++;
    const isOnLine = discussion.line_code !== null && discussion.position?.position_type === 'text' && !isOnFile;
    if (!isOnLine || discussion.line_code === null) entry.file.push(discussion);
    else entry.lines.set(discussion.line_code, [...(entry.lines.get(discussion.line_code) ?? []), discussion]);
  }
  return (fileHash) => files.get(fileHash) ?? NONE;
}
