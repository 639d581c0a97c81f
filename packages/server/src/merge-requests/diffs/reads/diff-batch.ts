import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../diff-range.ts';
import { findBuild, findOpenedDiff, startBuild } from '../ensure-index.ts';
import { coloursWithin, hasLines, knownColours } from '../file-colours.ts';
import { JsonBytes } from '../json-bytes.ts';
import { type FilePlace, showFile, writeFile } from '../page-diff-file.ts';
import { filesToShowMoves } from '../page-moves.ts';
import { pictureSizes } from '../picture-sizes.ts';
import type { FoldReason } from '../rules/fold-files.ts';
import { submoduleLinks } from '../submodule-links.ts';
import { BUILD_PATIENCE_MS } from './names-and-counts.ts';
import { foldsOf } from './diff-files.ts';

export const MAX_BATCH = 30;
/** Batches with more to colour, or far down, go without: the page asks for the colours of the files in view. */
const COLOURED_BYTES = 200_000;
const COLOURED_FILES = 40;

export type BatchSlice = { start: number; count: number };
/** The JSON of a `DiffsBatch`. `isFinal`: the same question will always be answered like this. */
export type MadeBatch = { json: Buffer; isFinal: boolean; isProvisional: boolean };

/** What is known of a comparison: all of it, or its first files while git is still at the others. */
type Known = {
  files: readonly IndexFile[];
  folds: readonly FoldReason[];
  total: number;
  isComplete: boolean;
  readPatches: (files: readonly IndexFile[]) => Promise<Buffer[]>;
};

export function sliceOf(page: number, perPage: number): BatchSlice {
  return { start: page, count: Math.min(Math.max(perPage, 1), MAX_BATCH) };
}

/**
 * The files from `start` on, as pages show them, without waiting for the ones after them. Nobody waits for colours either:
 * those that are remembered are there at once, the others come with a request of their own, unless there is time for them.
 */
export async function diffBatch(
  ctx: Context,
  range: ComparedRange,
  place: FilePlace,
  slice: BatchSlice,
  colourPatienceMs = 0,
): Promise<MadeBatch> {
  const known = await knownUntil(ctx, range, slice.start + slice.count);
  const wanted = known.files
    .slice(slice.start, slice.start + slice.count)
    .map((file, at) => ({ file, index: slice.start + at }));
  const shown = wanted.filter(({ index }) => known.folds[index] === null);
  const shownFiles = shown.map(({ file }) => file);
  const others = filesToShowMoves(shownFiles);
  const isColoured = slice.start < COLOURED_FILES && bytesToColour(shown) <= COLOURED_BYTES;
  const [patches, otherPatches, coloured, submoduleUrl, pixelsOf] = await Promise.all([
    readNumbered(known, shown.map(({ index }) => index)), // prettier-ignore
    readNumbered(known, others),
    colourPatienceMs > 0
      ? coloursWithin(ctx, range.key.projectId, isColoured ? shown : [], colourPatienceMs)
      : knownColours(isColoured ? shown : []),
    submoduleLinks(ctx, place, shownFiles),
    pictureSizes(ctx, range.key.projectId, shownFiles),
  ]);
  const out = new JsonBytes();
  for (const [at, { file, index }] of wanted.entries()) {
    const extra = coloured.get(index);
    const shownFile = showFile(file, index, place, {
      patch: patches.get(index) ?? Buffer.alloc(0),
      colours: extra?.colours ?? { old: undefined, new: undefined },
      isColoured: extra?.isColoured ?? !hasLines(file),
      fold: known.folds[index] ?? null,
      fromLine: 0,
      newLineCount: extra?.newLineCount,
      submoduleUrl: submoduleUrl(file),
      pixels: pixelsOf(file),
      files: known.files,
      otherPatches,
    });
    out.raw(at === 0 ? '{"diff_files":[' : ',');
    writeFile(out, shownFile);
  }
  out.raw(wanted.length === 0 ? '{"diff_files":[]' : ']');
  out.raw(
    `,"pagination":${JSON.stringify({ total_pages: known.total })}${known.isComplete ? '' : ',"provisional":true'}}`,
  );
  const json = out.finish();
  if (!known.isComplete) return { json, isFinal: false, isProvisional: true };
  const isFinal =
    !isColoured || shown.every(({ file, index }) => !hasLines(file) || coloured.get(index)?.isFleeting === false);
  return { json, isFinal, isProvisional: false };
}

/** The whole comparison where it is indexed; else as much of it as is needed. */
async function knownUntil(ctx: Context, range: ComparedRange, count: number): Promise<Known> {
  // Whoever is at it knows first.
  const found = findBuild(ctx, range.key) ? undefined : await findOpenedDiff(ctx, range.key);
  if (found) return whole(found);
  const { live, ended } = startBuild(ctx, range.key);
  const patience = new AbortController();
  const first = await Promise.race([
    ended.then(() => null),
    live.first(count),
    sleep(BUILD_PATIENCE_MS, 'late' as const, { signal: patience.signal }),
  ]).finally(() => patience.abort());
  if (first === 'late') throw new AppError('version_not_ready');
  const built = first === null ? await findOpenedDiff(ctx, range.key) : undefined;
  if (built) return whole(built);
  if (first === null) throw new AppError('version_not_ready');
  return {
    files: first.files,
    folds: first.folds,
    total: (await live.listed).length,
    isComplete: false,
    readPatches: async (files) => files.map((file) => first.patchOf(file) ?? Buffer.alloc(0)),
  };
}

function whole(diff: NonNullable<Awaited<ReturnType<typeof findOpenedDiff>>>): Known {
  const { files } = diff.index;
  return { files, folds: foldsOf(diff), total: files.length, isComplete: true, readPatches: diff.readPatches };
}

async function readNumbered(known: Known, indexes: readonly number[]): Promise<Map<number, Buffer>> {
  const files = indexes.flatMap((index) => known.files[index] ?? []);
  const patches = await known.readPatches(files);
  return new Map(indexes.map((index, at) => [index, patches[at] ?? Buffer.alloc(0)]));
}

function bytesToColour(shown: readonly { file: IndexFile }[]): number {
  return shown.reduce((sum, { file }) => sum + (file.oldSize ?? 0) + (file.newSize ?? 0), 0);
}
