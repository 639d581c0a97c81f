import {
  fileHash,
  type IndexMove,
  type LineNumbers,
  markInlineChanges,
  PatchLines,
  pairIndexes,
  type TextRange,
} from '@tributary/git';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { richText, type SideColours, toPageLine } from './diff-lines.ts';
import type { JsonBytes } from './json-bytes.ts';
import { MovedLines } from './page-moves.ts';
import type { HunksPart, SideNumber } from './read-hunks.ts';

const ascii = (json: string) => Buffer.from(json, 'latin1');
const [UNDERSCORE, COMMA, RICH_TEXT] = [ascii('_'), ascii(','), ascii(',"rich_text":')];
const [NO_META_DATA, CLOSED] = [ascii(',"meta_data":null'), ascii('}')];
const [NEW_LINE, TEXT, NO_NEW] = [ascii(',"new_line":'), ascii(',"text":'), ascii('null,"text":')];
const PLAIN_END = ascii(',"meta_data":null}');

/** What stands between the code of a line and its numbers. */
function startOf(type: PageDiffLine['type']) {
  const start = `","type":${JSON.stringify(type)},"old_line":`;
  return { old: ascii(start), noOld: ascii(`${start}null,"new_line":`) };
}

const STARTS = {
  context: startOf(null),
  new: startOf('new'),
  old: startOf('old'),
  'new-nonewline': startOf('new-nonewline'),
  'old-nonewline': startOf('old-nonewline'),
};

export type FileLinesOptions = {
  colours?: SideColours | undefined;
  moves?: readonly IndexMove[];
  /** Lines of the new file, when known: decides whether there is a gap at the end. */
  newLineCount?: number | undefined;
  /** Its file is so large that nobody counts the lines after the last hunk. */
  isEndFar?: boolean;
  /** The patch is a part of one. */
  part?: HunksPart | undefined;
};

const UNCOUNTED = 1_000_000_000;
/** At the end of a line of which only the beginning is here. */
const CUT = '<span class="bidi-mark" title="The rest of this line is too long to show.">…</span>';

const NO_COLOURS: SideColours = { old: undefined, new: undefined };

/** The lines of one file's hunks as pages show them; without colours each is its escaped text. */
export class FileLines {
  readonly #lines: PatchLines;
  readonly #hash: string;
  readonly #colours: SideColours;
  readonly #moved: MovedLines;
  readonly #ranges = new Map<number, TextRange[]>();
  readonly #codeStart: Buffer;

  readonly #start: LineNumbers;
  readonly #cutAt: number;
  readonly #isEndFar: boolean;

  constructor(path: string, patch: Buffer, options: FileLinesOptions = {}) {
    const { colours = NO_COLOURS, moves = [], newLineCount, part } = options;
    this.#lines = new PatchLines(patch, { newLineCount, start: part?.start, goesOn: part?.goesOn });
    this.#start = part?.start ?? { old: 1, new: 1 };
    this.#isEndFar = options.isEndFar === true;
    this.#cutAt = part?.isCut ? this.#lines.count - 1 : -1;
    this.#hash = fileHash(path);
    this.#colours = colours;
    this.#moved = new MovedLines(moves);
    this.#codeStart = ascii(`{"line_code":"${this.#hash}_`);
    this.#markChanges(part);
  }

  get count(): number {
    return this.#lines.count;
  }

  typeOf(at: number): PageDiffLine['type'] {
    const type = this.#lines.typeOf(at);
    if (!this.#lines.isUnended(at) || type === null || type === 'match') return type;
    return type === 'new' ? 'new-nonewline' : 'old-nonewline';
  }

  /** Which side alone the line is on. */
  sideOf(at: number): 'old' | 'new' | null {
    const type = this.#lines.typeOf(at);
    return type === 'match' ? null : type;
  }

  /** Are lines hidden between these? */
  hasGap(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (this.#lines.typeOf(at) === 'match') return true;
    return false;
  }

  /** Does the line end with a carriage return? */
  hasReturn(at: number): boolean {
    const end = this.#lines.textEnd(at);
    return end > this.#lines.textStart(at) && this.#lines.bytes[end - 1] === 0x0d;
  }

  lineAt(at: number): PageDiffLine {
    const line = toPageLine(this.#lines.inlineLine(at, this.#hash), this.#colours, this.#ranges.get(at));
    const moved = this.#movedAt(at);
    return { ...this.#withEnd(line, at), ...(moved && { moved }) };
  }

  #withEnd(line: PageDiffLine, at: number): PageDiffLine {
    if (at === this.#cutAt) return { ...line, rich_text: line.rich_text + CUT };
    const isEnd = this.#isEndFar && at === this.count - 1 && line.meta_data !== null;
    return isEnd
      ? { ...line, meta_data: { ...line.meta_data, lines_left: UNCOUNTED } as PageDiffLine['meta_data'] }
      : line;
  }

  /** Numbers of the last lines of both sides before the one at this index; 0 where there are none. */
  numbersBefore(at: number): { old: number; new: number } {
    if (at <= 0) return { old: this.#start.old - 1, new: this.#start.new - 1 };
    const type = this.#lines.typeOf(at - 1);
    const [old, now] = [this.#lines.oldPosition(at - 1), this.#lines.newPosition(at - 1)];
    // The numbers of a gap are those of the first line after it.
    if (type === 'match') return { old: old - 1, new: now - 1 };
    return { old: type === 'new' ? old - 1 : old, new: type === 'old' ? now - 1 : now };
  }

  /** Index of the line with this number on one side, or with these two in its code; or of the one before the gap that hides it. */
  indexOfLine(wanted: SideNumber | LineNumbers): number {
    const of = { old: (at: number) => this.#lines.oldPosition(at), new: (at: number) => this.#lines.newPosition(at) };
    // Of the two in a code each line takes at least one on.
    const numberAt = 'side' in wanted ? of[wanted.side] : (at: number) => of.old(at) + of.new(at);
    const line = 'side' in wanted ? wanted.line : wanted.old + wanted.new;
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (numberAt(middle) <= line) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** The removed or added line with this number. */
  findLine(side: 'old' | 'new', number: number): PageDiffLine | undefined {
    const at = this.#lines.find(side, number);
    return at < 0 ? undefined : this.lineAt(at);
  }

  /** Index of the line with this code; -1 where it is not among them. */
  indexOfCode(code: string): number {
    for (let at = 0; at < this.count; at += 1) if (this.#lines.inlineLine(at, this.#hash).lineCode === code) return at;
    return -1;
  }

  slice(from: number, to: number): PageDiffLine[] {
    const end = Math.min(to, this.count);
    return Array.from({ length: Math.max(0, end - from) }, (_unused, step) => this.lineAt(from + step));
  }

  /** Writes lines as JSON, the same as that of `lineAt`, which would make objects of each of many thousands. */
  write(out: JsonBytes, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      if (at > from) out.rawBytes(COMMA);
      if (this.#lines.typeOf(at) === 'match' || at === this.#cutAt) out.raw(JSON.stringify(this.lineAt(at)));
      else this.#writeLine(out, at);
    }
  }

  #writeLine(out: JsonBytes, at: number): void {
    const lines = this.#lines;
    out.rawBytes(this.#codeStart);
    out.number(lines.oldPosition(at));
    out.rawBytes(UNDERSCORE);
    out.number(lines.newPosition(at));
    this.#writeNumbers(out, at);
    this.#writeTexts(out, at);
    const ranges = this.#ranges.get(at);
    const moved = this.#movedAt(at);
    if (!ranges && !moved) {
      out.rawBytes(PLAIN_END);
      return;
    }
    out.rawBytes(NO_META_DATA);
    if (ranges) out.raw(`,"changed_ranges":${JSON.stringify(ranges)}`);
    if (moved) out.raw(`,"moved":${JSON.stringify(moved)}`);
    out.rawBytes(CLOSED);
  }

  #writeNumbers(out: JsonBytes, at: number): void {
    const [oldLine, newLine] = [this.#lines.oldLine(at), this.#lines.newLine(at)];
    const type = this.typeOf(at);
    const start = STARTS[type === null || type === 'match' ? 'context' : type];
    if (oldLine === 0) {
      out.rawBytes(start.noOld);
    } else {
      out.rawBytes(start.old);
      out.number(oldLine);
      out.rawBytes(NEW_LINE);
    }
    if (newLine === 0) {
      out.rawBytes(NO_NEW);
    } else {
      out.number(newLine);
      out.rawBytes(TEXT);
    }
  }

  #writeTexts(out: JsonBytes, at: number): void {
    const { bytes } = this.#lines;
    const [from, to] = [this.#lines.textStart(at), this.#lines.textEnd(at)];
    if (!this.#colours.old && !this.#colours.new) {
      out.textAndHtml(bytes, from, to, RICH_TEXT);
      return;
    }
    out.text(bytes, from, to);
    out.rawBytes(RICH_TEXT);
    out.raw(JSON.stringify(richText(this.#lines.inlineLine(at, this.#hash), this.#colours)));
  }

  #movedAt(at: number): PageDiffLine['moved'] {
    const type = this.#lines.typeOf(at);
    return type === 'old' || type === 'new' ? this.#moved.find(type, this.#numberOn(type, at)) : undefined;
  }

  #numberOn(side: 'old' | 'new', at: number): number {
    return side === 'old' ? this.#lines.oldLine(at) : this.#lines.newLine(at);
  }

  /** What changed inside lines that stand for each other. Of a change that a part cuts in two nobody knows which do. */
  #markChanges(part: HunksPart | undefined): void {
    const lines = this.#lines;
    const sideAt = (at: number) => lines.typeOf(at);
    const isChanged = (at: number) => sideAt(at) === 'old' || sideAt(at) === 'new';
    let [first, end] = [0, lines.count];
    if (part && part.row > 0) while (first < end && isChanged(first)) first += 1;
    if (part?.goesOn) while (end > first && isChanged(end - 1)) end -= 1;
    for (const [hunk, start] of lines.hunkStarts.entries()) {
      for (const { removed, added } of pairIndexes(start, lines.hunkStarts[hunk + 1] ?? lines.count, sideAt)) {
        if (removed < first || added >= end) continue;
        const changes = markInlineChanges(lines.textOf(removed), lines.textOf(added));
        if (changes.old.length > 0) this.#ranges.set(removed, changes.old);
        if (changes.new.length > 0) this.#ranges.set(added, changes.new);
      }
    }
  }
}
