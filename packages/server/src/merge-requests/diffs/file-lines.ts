import { fileHash, type IndexMove, markInlineChanges, PatchLines, pairIndexes, type TextRange } from '@tributary/git';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { richText, type SideColours, toPageLine } from './diff-lines.ts';
import type { JsonBytes } from './json-bytes.ts';
import { MovedLines } from './page-moves.ts';

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
};

const NO_COLOURS: SideColours = { old: undefined, new: undefined };

/** The lines of one file's hunks as pages show them; without colours each is its escaped text. */
export class FileLines {
  readonly #lines: PatchLines;
  readonly #hash: string;
  readonly #colours: SideColours;
  readonly #moved: MovedLines;
  readonly #ranges = new Map<number, TextRange[]>();
  readonly #codeStart: Buffer;

  constructor(path: string, patch: Buffer, { colours = NO_COLOURS, moves = [], newLineCount }: FileLinesOptions = {}) {
    this.#lines = new PatchLines(patch, { newLineCount });
    this.#hash = fileHash(path);
    this.#colours = colours;
    this.#moved = new MovedLines(moves);
    this.#codeStart = ascii(`{"line_code":"${this.#hash}_`);
    this.#markChanges();
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
    return moved ? { ...line, moved } : line;
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
      if (this.#lines.typeOf(at) === 'match') out.raw(JSON.stringify(this.lineAt(at)));
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

  /** What changed inside lines that stand for each other. */
  #markChanges(): void {
    const lines = this.#lines;
    const sideAt = (at: number) => lines.typeOf(at);
    for (const [hunk, start] of lines.hunkStarts.entries()) {
      for (const { removed, added } of pairIndexes(start, lines.hunkStarts[hunk + 1] ?? lines.count, sideAt)) {
        const changes = markInlineChanges(lines.textOf(removed), lines.textOf(added));
        if (changes.old.length > 0) this.#ranges.set(removed, changes.old);
        if (changes.new.length > 0) this.#ranges.set(added, changes.new);
      }
    }
  }
}
