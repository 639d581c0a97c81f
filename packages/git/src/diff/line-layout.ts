import type { Hunk, HunkLine } from './diff-file.ts';
import { fileHash } from './line-code.ts';
import { hunkHeading } from './parse-patch.ts';

export interface InlineLine {
  /** `null` for an unchanged line, `match` for the gap before, between or after hunks. */
  type: 'new' | 'old' | 'match' | null;
  /** Null for gaps. */
  lineCode: string | null;
  oldLine: number | null;
  newLine: number | null;
  /** The line, or the heading of the hunk for a gap (empty for the gap at the end). */
  text: string;
  noNewline?: true;
  /** For gaps: the numbers of the first lines after it. */
  metaData?: { oldPosition: number; newPosition: number };
}

export interface ParallelRow {
  left: InlineLine | null;
  right: InlineLine | null;
}

export interface LayoutOptions {
  /** Lines of the new file, when known: decides whether there is a gap at the end. */
  newLineCount?: number | undefined;
  /** Unchanged lines around each hunk; with as many at the end there may be more. Default 3. */
  contextLines?: number | undefined;
}

/** One column, with gaps. `path` is the path line codes are made from (the new one, or the old one of a removed file). */
export function toInlineLines(path: string, hunks: readonly Hunk[], options: LayoutOptions = {}): InlineLine[] {
  const hash = fileHash(path);
  const lines: InlineLine[] = [];
  let afterOld = 1;
  let afterNew = 1;
  for (const hunk of hunks) {
    // An empty side starts after the line its heading names. Never backwards: a change of type is a removal and an
    // addition that both start at the top, and each line needs a code of its own.
    let oldPosition = Math.max(afterOld, hunk.oldStart + (hunk.oldLines === 0 ? 1 : 0));
    let newPosition = Math.max(afterNew, hunk.newStart + (hunk.newLines === 0 ? 1 : 0));
    if (oldPosition > afterOld || newPosition > afterNew) lines.push(gap(hunkHeading(hunk), oldPosition, newPosition));
    for (const line of hunk.lines) {
      lines.push(inlineLine(line, `${hash}_${oldPosition}_${newPosition}`));
      if (line.type !== 'added') oldPosition += 1;
      if (line.type !== 'removed') newPosition += 1;
    }
    afterOld = oldPosition;
    afterNew = newPosition;
  }
  if (hasGapAtEnd(hunks.at(-1), afterNew, options)) lines.push(gap('', afterOld, afterNew));
  return lines;
}

/** Two columns: removed and added lines of one change side by side, in order. */
export function toParallelRows(path: string, hunks: readonly Hunk[], options: LayoutOptions = {}): ParallelRow[] {
  const rows: ParallelRow[] = [];
  let removed: InlineLine[] = [];
  let added: InlineLine[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ left: removed[index] ?? null, right: added[index] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of toInlineLines(path, hunks, options)) {
    if (line.type === 'old') {
      // A removed line after added ones begins the next change.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.type === 'new') {
      added.push(line);
    } else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/** Removed and added lines that stand for each other, for marking what changed inside them. Only where counts agree. */
export function pairChangedLines(hunk: Hunk): { removed: HunkLine; added: HunkLine }[] {
  const pairs: { removed: HunkLine; added: HunkLine }[] = [];
  let removed: HunkLine[] = [];
  let added: HunkLine[] = [];
  const flush = (): void => {
    if (removed.length === added.length) {
      removed.forEach((line, index) => {
        const other = added[index];
        if (other !== undefined) pairs.push({ removed: line, added: other });
      });
    }
    removed = [];
    added = [];
  };
  for (const line of hunk.lines) {
    if (line.type === 'context' || (line.type === 'removed' && added.length > 0)) flush();
    if (line.type === 'removed') removed.push(line);
    else if (line.type === 'added') added.push(line);
  }
  flush();
  return pairs;
}

function inlineLine(line: HunkLine, lineCode: string): InlineLine {
  const type = line.type === 'context' ? null : line.type === 'added' ? 'new' : 'old';
  const { oldLine, newLine, text } = line;
  return { type, lineCode, oldLine, newLine, text, ...(line.noNewline === true ? { noNewline: true } : {}) };
}

function gap(text: string, oldPosition: number, newPosition: number): InlineLine {
  return { type: 'match', lineCode: null, oldLine: null, newLine: null, text, metaData: { oldPosition, newPosition } };
}

function hasGapAtEnd(last: Hunk | undefined, afterNew: number, options: LayoutOptions): boolean {
  if (last === undefined) return false;
  if (options.newLineCount !== undefined) return afterNew <= options.newLineCount;
  // Fewer unchanged lines than asked for: the file ends there. So does an added or removed file.
  const wanted = options.contextLines ?? 3;
  const tail = last.lines.slice(-wanted);
  return (
    wanted > 0 && tail.length === wanted && tail.every((line) => line.type === 'context' && line.noNewline !== true)
  );
}
