import { ChangedLines, collectChangedLines } from './changed-lines.ts';
import type { EventLoopYielder } from './event-loop-yielder.ts';

/** Lines of one end of a move beside those of the other: `length` of them are the same but for white space. */
export type MoveSegment = readonly [line: number, otherLine: number, length: number];

/** One end of a block of lines that went somewhere else. The other end has the same `id`. */
export interface IndexMove {
  id: number;
  side: 'old' | 'new';
  start: number;
  end: number;
  /** Index of the file with the other end, which may be the same file. */
  otherFile: number;
  otherStart: number;
  otherEnd: number;
  /** In order; between them are lines that were edited, or are only at one end. */
  segments: MoveSegment[];
  editedLines: number;
  isReindented: boolean;
}

/** A comparison with more changed lines is searched so far only. */
const MAX_LINES = 600_000;
/** Nothing is looked for in the hunks of a file that are longer. */
export const MAX_MOVES_PATCH_BYTES = 2 * 1_024 * 1_024;
/** A shorter block is quicker read than recognised, and the shorter, the more often it is chance. */
const MIN_LINES = 4;
const MIN_WEIGHT = 60;
/** So many lines in a row start a block. */
const SEED_LINES = 2;
const MIN_SEED_WEIGHT = 16;
/** Places with the same beginning that are looked at. */
const MAX_CANDIDATES = 8;
/** Lines inside a block that may differ at one place. */
const MAX_GAP = 3;
/** Lines that must be the same after such a place. */
const LINES_AFTER_GAP = 2;
/** Of the same lines so far, and a little more at the start. */
const MAX_EDITED_PART = 0.34;
/** Lines looked at before someone else may have a turn. */
const STEPS_AT_ONCE = 2_000;
/** Lines compared in all; where more would be needed nothing is looked for in the files that follow. */
const MAX_COMPARED = 20_000_000;

type Gap = { old: number; new: number };

/** What may differ inside a block: first as few lines as possible, and as many on both sides. */
const GAPS: readonly Gap[] = Array.from({ length: (MAX_GAP + 1) ** 2 - 1 }, (_unused, at) => ({
  old: Math.floor((at + 1) / (MAX_GAP + 1)),
  new: (at + 1) % (MAX_GAP + 1),
})).toSorted((one, other) => sizeOf(one) - sizeOf(other));

function sizeOf(gap: Gap): number {
  return Math.max(gap.old, gap.new) * 10 + Math.abs(gap.old - gap.new);
}

type Segment = { old: number; new: number; length: number };
type Block = { segments: Segment[]; matched: number; weight: number; edited: number };

/**
 * Finds blocks of removed lines that were added somewhere else, in the same or another file, with few edits. Each line is
 * part of one move at most. The time is about that of the number of lines: a fixed number of places is looked at for each.
 */
export function findMoves(removed: ChangedLines, added: ChangedLines): Map<number, IndexMove[]> {
  const search = searchMoves(removed, added);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value.moves;
  }
}

/** `stoppedIn`: the file whose lines could not all be looked for, nor those of the files after it. */
type Found = { moves: Map<number, IndexMove[]>; stoppedIn: number | null };

/** The same, stopping now and then. */
function* searchMoves(removed: ChangedLines, added: ChangedLines, maxCompared = MAX_COMPARED): Generator<void, Found> {
  const moves = new Map<number, IndexMove[]>();
  const seeds = new Seeds(removed);
  const isUsed = { old: new Uint8Array(removed.count), new: new Uint8Array(added.count) };
  const work = { left: maxCompared };
  let [id, at] = [0, 0];
  for (let steps = 0; at < added.count && work.left > 0; steps += 1) {
    if (steps % STEPS_AT_ONCE === 0) yield;
    const block = isUsed.new[at] === 1 ? null : bestBlock({ removed, added, used: isUsed, work }, seeds, at);
    if (block === null) {
      at += 1;
      continue;
    }
    id += 1;
    keep(moves, block, id, removed, added);
    for (const segment of block.segments) {
      isUsed.old.fill(1, segment.old, segment.old + segment.length);
      isUsed.new.fill(1, segment.new, segment.new + segment.length);
    }
    const last = block.segments.at(-1);
    at = last === undefined ? at + 1 : last.new + last.length;
  }
  for (const list of moves.values()) list.sort((one, other) => one.start - other.start);
  return { moves, stoppedIn: at < added.count ? (added.file[at] ?? null) : null };
}

/** Takes the hunks of a comparison file by file; only numbers of them are kept. */
export class MoveCollector {
  readonly #sides = { removed: new ChangedLines(), added: new ChangedLines() };
  /** Files that came when there were lines enough, or comparisons enough: not all of their lines were looked for. */
  readonly leftOut = new Set<number>();
  readonly #maxLines: number;
  readonly #maxCompared: number;
  #run = 0;
  #isFull = false;
  #lastFile = -1;

  constructor(maxLines = MAX_LINES, maxCompared = MAX_COMPARED) {
    this.#maxLines = maxLines;
    this.#maxCompared = maxCompared;
  }

  add(file: number, patch: Buffer): void {
    const { removed, added } = this.#sides;
    this.#lastFile = file;
    this.#isFull ||= removed.count + added.count > this.#maxLines;
    if (this.#isFull) this.leftOut.add(file);
    if (patch.length > MAX_MOVES_PATCH_BYTES || this.#isFull) return;
    this.#run = collectChangedLines(patch, file, this.#run, this.#sides);
  }

  /** By file. In a comparison that is too long for that, only moves among its first files. */
  async find(turns: EventLoopYielder): Promise<Map<number, IndexMove[]>> {
    const search = searchMoves(this.#sides.removed, this.#sides.added, this.#maxCompared);
    let step = search.next();
    for (; !step.done; step = search.next()) await turns.give();
    const { moves, stoppedIn } = step.value;
    for (let file = stoppedIn ?? Infinity; file <= this.#lastFile; file += 1) this.leftOut.add(file);
    return moves;
  }
}

/** Where lines in a row stand among the removed ones. */
class Seeds {
  readonly #first = new Map<number, number>();
  readonly #next: Int32Array;

  constructor(lines: ChangedLines) {
    this.#next = new Int32Array(lines.count).fill(-1);
    for (let at = lines.count - 1; at >= 0; at -= 1) {
      const key = seedAt(lines, at);
      if (key === null) continue;
      this.#next[at] = this.#first.get(key) ?? -1;
      this.#first.set(key, at);
    }
  }

  find(key: number): number {
    return this.#first.get(key) ?? -1;
  }

  after(at: number): number {
    return this.#next[at] ?? -1;
  }
}

function seedAt(lines: ChangedLines, at: number): number | null {
  if (!isRow(lines, at, SEED_LINES) || (lines.weight[at] ?? 0) === 0) return null;
  let [key, weight] = [0, 0];
  for (let offset = 0; offset < SEED_LINES; offset += 1) {
    key = (Math.imul(key, 31) + (lines.hash[at + offset] ?? 0)) | 0;
    weight += lines.weight[at + offset] ?? 0;
  }
  return weight < MIN_SEED_WEIGHT ? null : key;
}

/** Do `count` lines follow each other in one file? */
function isRow(lines: ChangedLines, at: number, count: number): boolean {
  const last = at + count - 1;
  if (at < 0 || last >= lines.count) return false;
  return lines.file[at] === lines.file[last] && (lines.line[last] ?? 0) - (lines.line[at] ?? 0) === count - 1;
}

type Sides = {
  removed: ChangedLines;
  added: ChangedLines;
  used: { old: Uint8Array; new: Uint8Array };
  work: { left: number };
};

function bestBlock(sides: Sides, seeds: Seeds, at: number): Block | null {
  const { removed, added, used } = sides;
  const key = seedAt(added, at);
  if (key === null) return null;
  let best: Block | null = null;
  let looked = 0;
  for (let from = seeds.find(key); from !== -1 && looked < MAX_CANDIDATES; from = seeds.after(from)) {
    looked += 1;
    // Lines that were only changed where they stand are no move.
    if (used.old[from] === 1 || removed.run[from] === added.run[at]) continue;
    const block = extend(sides, from, at);
    if (best === null || block.matched > best.matched) best = block;
  }
  return best === null || best.matched < MIN_LINES || best.weight < MIN_WEIGHT ? null : best;
}

/** Goes down both sides as long as lines are the same, or the same again after a few. */
function extend({ removed, added, used, work }: Sides, old: number, start: number): Block {
  const same = (one: number, other: number) =>
    one < removed.count &&
    other < added.count &&
    used.old[one] === 0 &&
    used.new[other] === 0 &&
    removed.hash[one] === added.hash[other] &&
    isRow(removed, old, one - old + 1) &&
    isRow(added, start, other - start + 1);
  const block: Block = { segments: [], matched: 0, weight: 0, edited: 0 };
  let [one, other] = [old, start];
  for (;;) {
    let length = 0;
    for (; same(one + length, other + length); length += 1) block.weight += removed.weight[one + length] ?? 0;
    if (length > 0) block.segments.push({ old: one, new: other, length });
    block.matched += length;
    work.left -= length + GAPS.length;
    one += length;
    other += length;
    const gap = gapAt(same, removed, one, other);
    if (gap === null) break;
    block.edited += Math.max(gap.old, gap.new);
    if (block.edited > block.matched * MAX_EDITED_PART + 1) break;
    one += gap.old;
    other += gap.new;
  }
  return block;
}

/** How many lines differ before both sides are the same again. */
function gapAt(
  same: (one: number, other: number) => boolean,
  removed: ChangedLines,
  one: number,
  other: number,
): Gap | null {
  for (const gap of GAPS) {
    let [weight, length] = [0, 0];
    for (; length < LINES_AFTER_GAP && same(one + gap.old + length, other + gap.new + length); length += 1)
      weight += removed.weight[one + gap.old + length] ?? 0;
    if (length === LINES_AFTER_GAP && weight > 0) return gap;
  }
  return null;
}

function editedLinesOf(segments: readonly Segment[]): number {
  let edited = 0;
  for (const [at, segment] of segments.entries()) {
    const next = segments[at + 1];
    if (next === undefined) break;
    edited += Math.max(next.old - segment.old, next.new - segment.new) - segment.length;
  }
  return edited;
}

function keep(
  moves: Map<number, IndexMove[]>,
  block: Block,
  id: number,
  removed: ChangedLines,
  added: ChangedLines,
): void {
  const [first, last] = [block.segments[0], block.segments.at(-1)];
  if (first === undefined || last === undefined) return;
  const lineOf = (lines: ChangedLines, at: number) => lines.line[at] ?? 0;
  const places = {
    old: {
      file: removed.file[first.old] ?? 0,
      start: lineOf(removed, first.old),
      end: lineOf(removed, last.old + last.length - 1),
    },
    new: {
      file: added.file[first.new] ?? 0,
      start: lineOf(added, first.new),
      end: lineOf(added, last.new + last.length - 1),
    },
  };
  const isReindented = block.segments.some((segment) => {
    for (let at = 0; at < segment.length; at += 1)
      if (removed.exact[segment.old + at] !== added.exact[segment.new + at]) return true;
    return false;
  });
  const editedLines = editedLinesOf(block.segments);
  for (const side of ['old', 'new'] as const) {
    const [here, there] = side === 'old' ? [places.old, places.new] : [places.new, places.old];
    const segments = block.segments.map((segment): MoveSegment => {
      const [old, added_] = [lineOf(removed, segment.old), lineOf(added, segment.new)];
      return side === 'old' ? [old, added_, segment.length] : [added_, old, segment.length];
    });
    const move: IndexMove = {
      id,
      side,
      start: here.start,
      end: here.end,
      otherFile: there.file,
      otherStart: there.start,
      otherEnd: there.end,
      segments,
      editedLines,
      isReindented,
    };
    const known = moves.get(here.file);
    if (known === undefined) moves.set(here.file, [move]);
    else known.push(move);
  }
}
