import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { LineWalk, type LineNumbers } from './line-layout.ts';
import { startHunk } from './parse-patch.ts';

const [NEWLINE, SPACE, PLUS, MINUS, AT, BACKSLASH] = [0x0a, 0x20, 0x2b, 0x2d, 0x40, 0x5c];
/** Rows of one page. */
export const PAGE_ROWS = 5_000;
/** A page that has so many bytes is full. */
const FULL_PAGE_BYTES = 2 * 1_024 * 1_024;
/** More of a page is not read: only its last line can be so long, and that is cut. */
export const MAX_PAGE_BYTES = 2 * FULL_PAGE_BYTES;

/** Where a page of a long patch begins. Its numbers are those of the next line of each side. */
export interface PatchPage extends LineNumbers {
  /** Index of its first row, as `PatchLines` counts them. */
  row: number;
  /** In the patch. */
  offset: number;
}

/** What an index keeps of hunks that are too long to be read at once. */
export interface LongPatch {
  rows: number;
  pages: PatchPage[];
  /** Names the added and removed lines in their order, and where unchanged lines part them. */
  digest: string;
}

/**
 * Reads the hunks of one file in pieces of any size, and finds where the pages of it begin. Nothing of the lines stays in
 * memory. A page never begins between the heading of a hunk and its first line, so that what is hidden is told together
 * with what comes after it.
 */
export class LongPatchScan {
  readonly #pages: PatchPage[] = [];
  readonly #walk = new LineWalk();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #rows = 0;
  /** Sign of the line that is being read; 0 between two lines. */
  #sign = 0;
  #heading: Buffer[] = [];
  #isAfterHeading = false;
  #isInRun = false;
  /** Unchanged lines at the end of what was read. */
  #unchanged = 0;
  readonly #letters = new WholeLetters();

  get bytes(): number {
    return this.#bytes;
  }

  /** How many lines were added and removed. */
  readonly changed = { added: 0, removed: 0 };

  /** What was read first that is no UTF-8; empty when all of it is. */
  get otherText(): Buffer {
    return this.#letters.other;
  }

  add(piece: Buffer): void {
    this.#letters.add(piece);
    let runStart = this.#isInRun ? 0 : -1;
    for (let at = 0; at < piece.length;) {
      if (this.#sign === 0) {
        this.#begin(piece[at] ?? SPACE, this.#bytes + at);
        if (this.#isInRun && runStart === -1) runStart = at;
        if (!this.#isInRun && runStart !== -1) {
          this.#hash.update(piece.subarray(runStart, at)).update('=\n');
          runStart = -1;
        }
      }
      const newline = piece.indexOf(NEWLINE, at);
      const end = newline === -1 ? piece.length : newline + 1;
      if (this.#sign === AT) this.#heading.push(piece.subarray(at, end));
      if (newline !== -1) this.#end();
      at = end;
    }
    if (runStart !== -1) this.#hash.update(piece.subarray(runStart));
    this.#bytes += piece.length;
  }

  finish(): LongPatch {
    if (this.#sign !== 0) this.#end();
    if (this.#isInRun) this.#hash.update('=\n');
    // As `mayGoOn`: where unchanged lines end it, there may be more of them.
    if (this.#unchanged >= 3) this.#rows += 1;
    return { rows: this.#rows, pages: this.#pages, digest: this.#hash.digest('hex') };
  }

  #begin(sign: number, offset: number): void {
    this.#sign = sign;
    if (sign === BACKSLASH) {
      this.#unchanged = 0;
      return;
    }
    if (!this.#isAfterHeading) this.#turnPage(offset);
    this.#isInRun = sign === PLUS || sign === MINUS;
    this.#unchanged = sign === SPACE ? this.#unchanged + 1 : 0;
  }

  #turnPage(offset: number): void {
    const page = this.#pages.at(-1);
    const isFull = !page || this.#rows - page.row >= PAGE_ROWS || offset - page.offset >= FULL_PAGE_BYTES;
    if (isFull) this.#pages.push({ row: this.#rows, offset, old: this.#walk.old, new: this.#walk.new });
  }

  #end(): void {
    const sign = this.#sign;
    this.#sign = 0;
    if (sign === BACKSLASH) return;
    this.#isAfterHeading = sign === AT;
    if (sign === AT) {
      const line = Buffer.concat(this.#heading).toString('latin1').replace(/\n$/, '');
      this.#heading = [];
      if (this.#walk.enter(startHunk(line))) this.#rows += 1;
      return;
    }
    this.#rows += 1;
    if (sign === PLUS) this.changed.added += 1;
    if (sign === MINUS) this.changed.removed += 1;
    this.#walk.pass(sign !== PLUS, sign !== MINUS);
  }
}

/** Looks whether text that comes in pieces is UTF-8; a letter may come in two of them. */
class WholeLetters {
  other = Buffer.alloc(0);
  #cut: Buffer = Buffer.alloc(0);

  add(piece: Buffer): void {
    if (this.other.length > 0) return;
    const text = this.#cut.length === 0 ? piece : Buffer.concat([this.#cut, piece]);
    const end = endOfLetters(text);
    this.#cut = Buffer.from(text.subarray(end));
    if (!isUtf8(text.subarray(0, end))) this.other = Buffer.from(text);
  }
}

/** Where the last letter that is whole ends. */
function endOfLetters(text: Buffer): number {
  for (let back = 1; back <= Math.min(3, text.length); back += 1) {
    const byte = text[text.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? text.length - back : text.length;
  }
  return text.length;
}

/** Pages of a long patch that follow each other, as a patch of their own. */
export interface PatchPart {
  /** The first line has the numbers of `start`, the heading before it is made up where there is none. */
  patch: Buffer;
  start: LineNumbers;
  /** Index of the first row among all, and of the row after the last one. */
  row: number;
  end: number;
  isLast: boolean;
  /** Its last line is longer than what is here of it. */
  isCut: boolean;
}

/** A part of the hunks as `DiffFile.patchBytes` holds hunks. */
export function patchFrom(bytes: Buffer, start: LineNumbers): Buffer {
  if (bytes.length === 0 || bytes[0] === AT) return bytes;
  let [oldLines, newLines] = [0, 0];
  for (let at = 0; at < bytes.length && bytes[at] !== AT;) {
    if (bytes[at] === SPACE || bytes[at] === MINUS) oldLines += 1;
    if (bytes[at] === SPACE || bytes[at] === PLUS) newLines += 1;
    const newline = bytes.indexOf(NEWLINE, at);
    at = newline === -1 ? bytes.length : newline + 1;
  }
  // A heading names the line before an empty side.
  const range = (first: number, count: number) => `${count === 0 ? first - 1 : first},${count}`;
  return Buffer.concat([Buffer.from(`@@ -${range(start.old, oldLines)} +${range(start.new, newLines)} @@\n`), bytes]);
}

/** The first bytes of a page whose last line is too long, up to a whole letter and with an end. */
export function cutPage(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, endOfLetters(bytes)), Buffer.of(NEWLINE)]);
}

/** Index of the page that holds a row. */
export function pageOfRow({ pages }: Pick<LongPatch, 'pages'>, row: number): number {
  return lastBegun(pages, (page) => page.row <= row);
}

/** Index of the page that holds a line of one side, or the gap that hides it. */
export function pageOfLine({ pages }: Pick<LongPatch, 'pages'>, side: 'old' | 'new', line: number): number {
  return lastBegun(pages, (page) => page[side] <= line);
}

/** Index of the page that holds the line with these two numbers in its code. */
export function pageOfCode({ pages }: Pick<LongPatch, 'pages'>, at: LineNumbers): number {
  // Each line takes at least one of them on.
  return lastBegun(pages, (page) => page.old + page.new <= at.old + at.new);
}

function lastBegun(pages: readonly PatchPage[], isBegun: (page: PatchPage) => boolean): number {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const page = pages[middle];
    if (page && isBegun(page)) low = middle;
    else high = middle - 1;
  }
  return low;
}
