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

/** Numbers of the next line of each side. */
export interface LineNumbers {
  old: number;
  new: number;
}

export interface LayoutOptions {
  /** Of a part of a patch: where it begins; default 1 and 1. */
  start?: LineNumbers | undefined;
  /** More of the patch follows: nothing is hidden at the end of this. */
  goesOn?: boolean | undefined;
  /** Lines of the new file, when known: decides whether there is a gap at the end. */
  newLineCount?: number | undefined;
  /** Unchanged lines around each hunk; with as many at the end there may be more. Default 3. */
  contextLines?: number | undefined;
}

/** One column, with gaps. `path` is the path line codes are made from (the new one, or the old one of a removed file). */
export function toInlineLines(path: string, hunks: readonly Hunk[], options: LayoutOptions = {}): InlineLine[] {
  const hash = fileHash(path);
  const lines: InlineLine[] = [];
  const walk = new LineWalk(options.start);
  for (const hunk of hunks) {
    if (walk.enter(hunk)) lines.push(gap(hunkHeading(hunk), walk.old, walk.new));
    for (const line of hunk.lines) {
      lines.push(inlineLine(line, `${hash}_${walk.old}_${walk.new}`));
      walk.pass(line.type !== 'added', line.type !== 'removed');
    }
  }
  const last = hunks.at(-1);
  if (last !== undefined && mayGoOn(walk, (wanted) => endsWithContext(last, wanted), options))
    lines.push(gap('', walk.old, walk.new));
  return lines;
}

/** Goes down the lines of a file, hunk by hunk: the numbers of the codes of its lines, and where lines are hidden. */
export class LineWalk {
  old: number;
  new: number;

  constructor(start: LineNumbers = { old: 1, new: 1 }) {
    this.old = start.old;
    this.new = start.new;
  }

  /** Goes to the first line of a hunk; true when lines before it are not shown. */
  enter(hunk: Pick<Hunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines'>): boolean {
    const [before, after] = [this.old, this.new];
    // An empty side starts after the line its heading names. Never backwards: a change of type is a removal and an
    // addition that both start at the top, and each line needs a code of its own.
    this.old = Math.max(before, hunk.oldStart + (hunk.oldLines === 0 ? 1 : 0));
    this.new = Math.max(after, hunk.newStart + (hunk.newLines === 0 ? 1 : 0));
    return this.old > before || this.new > after;
  }

  /** Goes past a line, which is on the old side, the new one, or both. */
  pass(isOld: boolean, isNew: boolean): void {
    if (isOld) this.old += 1;
    if (isNew) this.new += 1;
  }
}

/** Removed and added lines that stand for each other, for marking what changed inside them. Only where counts agree. */
export function pairChangedLines(hunk: Hunk): { removed: HunkLine; added: HunkLine }[] {
  const { lines } = hunk;
  return pairIndexes(0, lines.length, (at) => sideOf(lines[at]?.type)).flatMap((pair) => {
    const [removed, added] = [lines[pair.removed], lines[pair.added]];
    return removed && added ? { removed, added } : [];
  });
}

function sideOf(type: HunkLine['type'] | undefined): 'old' | 'new' | null {
  return type === 'removed' ? 'old' : type === 'added' ? 'new' : null;
}

/** The same for the lines of one hunk from `start` until `end`, by index. */
export function pairIndexes(
  start: number,
  end: number,
  sideAt: (at: number) => InlineLine['type'],
): { removed: number; added: number }[] {
  const pairs: { removed: number; added: number }[] = [];
  let [removed, added] = [0, 0];
  for (let at = start; at <= end; at += 1) {
    const side = at < end ? sideAt(at) : null;
    if (side === 'new') {
      added += 1;
      continue;
    }
    // Whatever is no added line ends the change, unless it is one more removed line at its beginning.
    if (side === null || side === 'match' || added > 0) {
      if (removed === added)
        for (let step = 0; step < added; step += 1)
          pairs.push({ removed: at - 2 * added + step, added: at - added + step });
      [removed, added] = [0, 0];
    }
    if (side === 'old') removed += 1;
  }
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

/** Are there, or may there be, lines after the last hunk? `endsOpen`: do so many unchanged lines stand at its end? */
export function mayGoOn(walk: LineWalk, endsOpen: (wanted: number) => boolean, options: LayoutOptions): boolean {
  if (options.goesOn === true) return false;
  if (options.newLineCount !== undefined) return walk.new <= options.newLineCount;
  // Fewer unchanged lines than asked for: the file ends there. So does an added or removed file.
  const wanted = options.contextLines ?? 3;
  return wanted > 0 && endsOpen(wanted);
}

function endsWithContext(hunk: Hunk, wanted: number): boolean {
  const tail = hunk.lines.slice(-wanted);
  return tail.length === wanted && tail.every((line) => line.type === 'context' && line.noNewline !== true);
}
