import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { LateMoves } from '@tributary/contract/merge-requests/diffs.ts';
import type { Context } from '../../../platform/context.ts';
import { type FoldLimits, growingFolds } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { type Build, findBuild, findOpenedDiff, joinBuild, openDiff } from '../ensure-index.ts';
import { type Coloured, coloursWithin, knownColours } from '../file-colours.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import type { DiffFileContext } from '../page-diff-file.ts';
import { type KnownFiles, knownPart, completeKnownFiles } from './known-files.ts';
import { BUILD_PATIENCE_MS } from './names-and-counts.ts';
import { readingOrder } from './reading-order.ts';
import { type BatchFiles, batchFiles, COLOURED_FILES, haveTheirColours, showFiles, writeBatch } from './write-batch.ts';

/** Files of one line. Those that are coloured are few, for what there is to colour is counted by the line. */
const LINE_FILES = 30;
const COLOURED_LINE_FILES = 8;
/** While git compares, files are sent when there are so many, or all. */
const READY_FILES = 20;
/** An empty line tells whoever passes an answer on that it is still being made. */
const BEAT_MS = 10_000;

/** The files from `start` on in the order they are read, all or so many; of `only` these, by their places in git's order. */
export type StreamSlice = { start: number; count: number | undefined; only?: readonly number[] | undefined };
export type FoldedStream = StreamSlice & { limits: FoldLimits };
export type OpenedStream = {
  lines: AsyncGenerator<Buffer>;
  /** `unfinished`: some colours are missing, that will be there when they had their time. */
  state: 'final' | 'provisional' | 'unfinished';
};

const NO_COLOURS: ReadonlyMap<number, Coloured> = new Map();

/**
 * All files with their lines as lines of JSON, each a `DiffsBatch`: in the order they are read where the comparison is
 * indexed, else as git is done with them, and at last what is known of moved blocks since they were sent. Each line is made when
 * the one before is taken.
 */
export async function openDiffStream(
  ctx: Context,
  range: ComparedRange,
  place: DiffFileContext,
  slice: FoldedStream,
  colourPatienceMs = 0,
): Promise<OpenedStream> {
  const found = findBuild(ctx, range.key) ? undefined : await findOpenedDiff(ctx, range.key);
  if (found) return wholeStream(ctx, place, found, slice, colourPatienceMs);
  const lines = growingLines(ctx, range, place, slice, await joinBuild(ctx, range.key));
  return { lines: await begun(lines), state: 'provisional' };
}

function orderOf(files: Parameters<typeof readingOrder>[0], { start, count, only }: StreamSlice) {
  const order = readingOrder(files);
  const chosen = only && new Set(only);
  return (chosen ? order.filter((index) => chosen.has(index)) : order).slice(
    start,
    count === undefined ? undefined : start + count,
  );
}

/** What one line after the other is made of. */
function cut(known: KnownFiles, order: readonly number[], start: number): BatchFiles[] {
  const batches: BatchFiles[] = [];
  for (let at = 0; at < order.length;) {
    const size = start + at < COLOURED_FILES ? COLOURED_LINE_FILES : LINE_FILES;
    batches.push(batchFiles(known, order.slice(at, at + size), start + at));
    at += size;
  }
  return batches;
}

async function wholeStream(
  ctx: Context,
  place: DiffFileContext,
  diff: OpenedDiff,
  slice: FoldedStream,
  colourPatienceMs: number,
): Promise<OpenedStream> {
  const known = completeKnownFiles(diff, slice.limits);
  const batches = cut(known, orderOf(diff.index.files, slice), slice.start);
  const toColour = batches.flatMap((batch) => batch.toColour);
  const coloured =
    colourPatienceMs > 0
      ? await coloursWithin(ctx, diff.projectId, toColour, colourPatienceMs)
      : knownColours(toColour);
  const isFinal = batches.every((batch) => haveTheirColours(batch, coloured));
  return { lines: linesOf(ctx, place, known, batches, coloured), state: isFinal ? 'final' : 'unfinished' };
}

async function* linesOf(
  ctx: Context,
  place: DiffFileContext,
  known: KnownFiles,
  batches: readonly BatchFiles[],
  coloured: ReadonlyMap<number, Coloured>,
): AsyncGenerator<Buffer> {
  for (const batch of batches) yield await writeBatch(ctx, place, known, batch, coloured, '\n');
}

async function* growingLines(
  ctx: Context,
  range: ComparedRange,
  place: DiffFileContext,
  slice: FoldedStream,
  { live, ended }: Build,
): AsyncGenerator<Buffer> {
  const over = ended.then(() => null);
  const listed = await Promise.race([live.listed, over]);
  const isAll = slice.start === 0 && slice.count === undefined && slice.only === undefined;
  const wanted = listed && !isAll ? new Set(orderOf(listed, slice)) : undefined;
  const sent: number[] = [];
  const total = listed?.length ?? 0;
  const folds = growingFolds(slice.limits);
  for (let seen = 0; seen < total;) {
    const part = await Promise.race([live.first(Math.min(seen + READY_FILES, total)), over]);
    if (part === null) break;
    const to = Math.min(part.files.length, seen + LINE_FILES);
    const ready = Array.from({ length: to - seen }, (_unused, at) => seen + at);
    const indexes = wanted ? ready.filter((index) => wanted.has(index)) : ready;
    seen = to;
    if (indexes.length === 0) continue;
    const known = knownPart(part, total, folds);
    const batch = { wanted: batchFiles(known, indexes, COLOURED_FILES).wanted, toColour: [] };
    yield await writeBatch(ctx, place, known, batch, NO_COLOURS, '\n');
    sent.push(...indexes);
  }
  yield* beatsUntil(over);
  const diff = await openDiff(ctx, range.key);
  const known = completeKnownFiles(diff, slice.limits);
  const isSent = new Set(sent);
  const left = orderOf(diff.index.files, slice).filter((index) => !isSent.has(index));
  yield* linesOf(ctx, place, known, cut(known, left, COLOURED_FILES), NO_COLOURS);
  yield* lateMoves(ctx, place, known, sent);
}

/** Blocks that moved are known when all files are: what was sent before is told of them. */
async function* lateMoves(
  ctx: Context,
  place: DiffFileContext,
  known: KnownFiles,
  sent: readonly number[],
): AsyncGenerator<Buffer> {
  const moved = sent.filter((index) => (known.files[index]?.moves.length ?? 0) > 0);
  for (let at = 0; at < moved.length; at += LINE_FILES) {
    const { wanted } = batchFiles(known, moved.slice(at, at + LINE_FILES), COLOURED_FILES);
    const shown = await showFiles(ctx, place, known, wanted, NO_COLOURS);
    const line: LateMoves = {
      late_moves: shown.map(({ facts: { index, moves, moved_lines } }) => ({ index, moves, moved_lines })),
    };
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
}

async function* beatsUntil(over: Promise<null>): AsyncGenerator<Buffer> {
  for (;;) {
    const patience = new AbortController();
    const beat = sleep(BEAT_MS, 'beat' as const, { signal: patience.signal });
    const first = await Promise.race([over, beat]).finally(() => patience.abort());
    if (first === null) return;
    yield Buffer.from('\n');
  }
}

/** The same lines, the first of them there: what fails before fails as an answer. */
async function begun(lines: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const patience = new AbortController();
  const late = sleep(BUILD_PATIENCE_MS, 'late' as const, { signal: patience.signal });
  const first = await Promise.race([lines.next(), late]).finally(() => patience.abort());
  if (first === 'late') {
    void lines.return(undefined).catch(() => undefined);
    throw new AppError('version_not_ready');
  }
  return after(first, lines);
}

async function* after(first: IteratorResult<Buffer>, lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield first.value;
  yield* lines;
}
