import { isUtf8 } from 'node:buffer';
import { decodePatch } from '../objects/decode-text.ts';
import { GitError } from '../process/git-error.ts';
import { LineWalk, mayGoOn, type InlineLine, type LayoutOptions } from './line-layout.ts';
import { startHunk } from './parse-patch.ts';

const [NEWLINE, SPACE, PLUS, MINUS, AT, BACKSLASH] = [0x0a, 0x20, 0x2b, 0x2d, 0x40, 0x5c];
const TYPES = [null, 'new', 'old', 'match'] as const;
const [CONTEXT, ADDED, REMOVED, GAP] = [0, 1, 2, 3];
const UNENDED = 4;
const TYPE_BITS = 3;
/** Lines are mostly longer; where they are not, or there are very many, more room is made for them. */
const SHORT_LINE_BYTES = 32;
const MAX_FIRST_LINES = 8_192;
/** Numbers kept of each line: where its text begins and ends, its numbers on both sides, and those of its code. */
const STRIDE = 6;

/**
 * The lines that `toInlineLines` gives for a patch, in the same order, as places in its bytes: for those who write them out
 * by the ten thousand and need neither objects nor strings of them.
 */
export class PatchLines {
  /** The patch as UTF-8, whatever the encoding of the file. */
  readonly bytes: Buffer;
  count = 0;
  /** Index of the first line of each hunk; its gap, if it has one, stands before. */
  readonly hunkStarts: number[] = [];
  #kinds: Uint8Array;
  #numbers: Int32Array;
  readonly #places: { old?: Map<number, number>; new?: Map<number, number> } = {};

  constructor(patch: Buffer, options: LayoutOptions = {}) {
    this.bytes = isUtf8(patch) ? patch : Buffer.from(decodePatch(patch), 'utf8');
    const room = Math.min(Math.ceil(this.bytes.length / SHORT_LINE_BYTES) + 4, MAX_FIRST_LINES);
    this.#kinds = new Uint8Array(room);
    this.#numbers = new Int32Array(room * STRIDE);
    this.#read(options);
  }

  typeOf(at: number): InlineLine['type'] {
    return TYPES[(this.#kinds[at] ?? 0) & TYPE_BITS] ?? null;
  }

  /** The file ends here without a line feed. */
  isUnended(at: number): boolean {
    return ((this.#kinds[at] ?? 0) & UNENDED) !== 0;
  }

  /** In `bytes`, without sign and line feed. */
  textStart(at: number): number {
    return this.#numbers[at * STRIDE] ?? 0;
  }

  textEnd(at: number): number {
    return this.#numbers[at * STRIDE + 1] ?? 0;
  }

  textOf(at: number): string {
    return this.bytes.toString('utf8', this.textStart(at), this.textEnd(at));
  }

  /** 0 on the side where the line is not. */
  oldLine(at: number): number {
    return this.#numbers[at * STRIDE + 2] ?? 0;
  }

  newLine(at: number): number {
    return this.#numbers[at * STRIDE + 3] ?? 0;
  }

  /** The numbers in its code; of a gap, those of the first line after it. */
  oldPosition(at: number): number {
    return this.#numbers[at * STRIDE + 4] ?? 0;
  }

  newPosition(at: number): number {
    return this.#numbers[at * STRIDE + 5] ?? 0;
  }

  /** The removed or added line with this number; -1 where there is none. */
  find(side: 'old' | 'new', number: number): number {
    const known = this.#places[side] ?? new Map<number, number>();
    if (this.#places[side] === undefined) {
      this.#places[side] = known;
      const kind = side === 'old' ? REMOVED : ADDED;
      for (let at = 0; at < this.count; at += 1)
        if (((this.#kinds[at] ?? 0) & TYPE_BITS) === kind) known.set(this.#numberOn(side, at), at);
    }
    return known.get(number) ?? -1;
  }

  #numberOn(side: 'old' | 'new', at: number): number {
    return side === 'old' ? this.oldLine(at) : this.newLine(at);
  }

  /** The line as `toInlineLines` gives it. */
  inlineLine(at: number, fileHash: string): InlineLine {
    const type = this.typeOf(at);
    const text = this.textOf(at);
    const [oldPosition, newPosition] = [this.oldPosition(at), this.newPosition(at)];
    if (type === 'match')
      return { type, lineCode: null, oldLine: null, newLine: null, text, metaData: { oldPosition, newPosition } };
    return {
      type,
      lineCode: `${fileHash}_${oldPosition}_${newPosition}`,
      oldLine: this.oldLine(at) || null,
      newLine: this.newLine(at) || null,
      text,
      ...(this.isUnended(at) && { noNewline: true }),
    };
  }

  #read(options: LayoutOptions): void {
    const { bytes } = this;
    const walk = new LineWalk(options.start);
    let [oldLine, newLine] = [0, 0];
    for (let at = 0; at < bytes.length;) {
      const newline = bytes.indexOf(NEWLINE, at);
      const end = newline === -1 ? bytes.length : newline;
      const sign = bytes[at];
      if (sign === AT) {
        const hunk = startHunk(bytes.toString('utf8', at, end));
        [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
        if (walk.enter(hunk)) this.#add(GAP, at, end, 0, 0, walk);
        this.hunkStarts.push(this.count);
      } else if (this.hunkStarts.length === 0) {
        throw new GitError('corrupt', 'A patch must start with a hunk.');
      } else if (sign === BACKSLASH) {
        this.#kinds[this.count - 1] = (this.#kinds[this.count - 1] ?? 0) | UNENDED;
      } else if (sign === SPACE) {
        this.#add(CONTEXT, at + 1, end, oldLine++, newLine++, walk);
        walk.pass(true, true);
      } else if (sign === PLUS) {
        this.#add(ADDED, at + 1, end, 0, newLine++, walk);
        walk.pass(false, true);
      } else if (sign === MINUS) {
        this.#add(REMOVED, at + 1, end, oldLine++, 0, walk);
        walk.pass(true, false);
      } else throw new GitError('corrupt', 'A line of a hunk has no sign.');
      at = end + 1;
    }
    const isOpen = (wanted: number) => this.#endsWithContext(wanted);
    if (this.hunkStarts.length > 0 && mayGoOn(walk, isOpen, options)) this.#add(GAP, 0, 0, 0, 0, walk);
  }

  /** Are the last lines of the last hunk unchanged, as many as these? */
  #endsWithContext(wanted: number): boolean {
    const first = this.count - wanted;
    if (first < (this.hunkStarts.at(-1) ?? 0)) return false;
    for (let at = first; at < this.count; at += 1) if (this.#kinds[at] !== CONTEXT) return false;
    return true;
  }

  #add(kind: number, from: number, to: number, oldLine: number, newLine: number, walk: LineWalk): void {
    if (this.count === this.#kinds.length) this.#grow();
    const place = this.count * STRIDE;
    this.#kinds[this.count] = kind;
    this.#numbers[place] = from;
    this.#numbers[place + 1] = to;
    this.#numbers[place + 2] = oldLine;
    this.#numbers[place + 3] = newLine;
    this.#numbers[place + 4] = walk.old;
    this.#numbers[place + 5] = walk.new;
    this.count += 1;
  }

  #grow(): void {
    const kinds = new Uint8Array(this.#kinds.length * 2);
    kinds.set(this.#kinds);
    const numbers = new Int32Array(kinds.length * STRIDE);
    numbers.set(this.#numbers);
    this.#kinds = kinds;
    this.#numbers = numbers;
  }
}
