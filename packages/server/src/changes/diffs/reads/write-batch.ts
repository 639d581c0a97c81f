import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { type Coloured, hasLines, type NumberedFile } from '../file-colours.ts';
import { JsonBytes } from '../json-bytes.ts';
import { type DiffFileContext, showFile, type RenderedFile, writeFile } from '../page-diff-file.ts';
import { filesToShowMoves } from '../page-moves.ts';
import { imageSizes } from '../image-sizes.ts';
import { submoduleLinks } from '../submodule-links.ts';
import type { KnownFiles } from './known-files.ts';

/** Batches with more to colour, or far down, go without: the page asks for the colours of the files in view. */
const COLOURED_BYTES = 200_000;
export const COLOURED_FILES = 40;

/** Files of one batch, by their places in git's order. */
export type BatchFiles = {
  wanted: readonly NumberedFile[];
  /** Those whose lines are coloured with it. */
  toColour: readonly NumberedFile[];
};

/** `start`: how many files the reader has before these. */
export function batchFiles(known: KnownFiles, indexes: readonly number[], start: number): BatchFiles {
  const wanted = indexes.flatMap((index) => {
    const file = known.files[index];
    return file ? [{ file, index }] : [];
  });
  const shown = wanted.filter(({ index }) => known.folds[index] === null);
  const isColoured = start < COLOURED_FILES && bytesOf(shown) <= COLOURED_BYTES;
  return { wanted, toColour: isColoured ? shown : [] };
}

function bytesOf(shown: readonly NumberedFile[]): number {
  return shown.reduce((sum, { file }) => sum + (file.oldSize ?? 0) + (file.newSize ?? 0), 0);
}

/** Will these lines always have the colours that are there now? */
export function haveTheirColours({ toColour }: BatchFiles, coloured: ReadonlyMap<number, Coloured>): boolean {
  return toColour.every(({ file, index }) => !hasLines(file) || coloured.get(index)?.isFleeting === false);
}

/** The JSON of a `DiffsBatch`, with `end` after it. */
export async function writeBatch(
  ctx: Context,
  place: DiffFileContext,
  known: KnownFiles,
  { wanted }: BatchFiles,
  coloured: ReadonlyMap<number, Coloured>,
  end = '',
): Promise<Buffer> {
  const shown = await showFiles(ctx, place, known, wanted, coloured);
  const out = new JsonBytes();
  out.raw('{"diff_files":[');
  for (const [at, file] of shown.entries()) {
    if (at > 0) out.raw(',');
    writeFile(out, file);
  }
  const pagination = JSON.stringify({ total_pages: known.total });
  out.raw(`],"pagination":${pagination}${known.isComplete ? '' : ',"provisional":true'}}${end}`);
  return out.finish();
}

/** Files as pages show them, with their hunks read. */
export async function showFiles(
  ctx: Context,
  place: DiffFileContext,
  known: KnownFiles,
  wanted: readonly NumberedFile[],
  coloured: ReadonlyMap<number, Coloured>,
): Promise<RenderedFile[]> {
  const shown = wanted.filter(({ index }) => known.folds[index] === null);
  const files = shown.map(({ file }) => file);
  // An image is seen without its lines.
  const renamed = wanted.filter(({ index }) => known.folds[index] === 'pure_rename');
  const [patches, otherPatches, submoduleUrl, pixelsOf] = await Promise.all([
    readNumbered(known, shown.map(({ index }) => index)), // prettier-ignore
    readNumbered(known, filesToShowMoves(files)),
    submoduleLinks(ctx, place, files),
    imageSizes(ctx, place.projectId, [...files, ...renamed.map(({ file }) => file)]),
  ]);
  return wanted.map(({ file, index }) => {
    const extra = coloured.get(index);
    return showFile(file, index, place, {
      patch: patches.get(index) ?? Buffer.alloc(0),
      colours: extra?.colours ?? { old: undefined, new: undefined },
      isColoured: extra?.isColoured ?? !hasLines(file),
      fold: known.folds[index] ?? null,
      from: { row: 0 },
      newLineCount: extra?.newLineCount,
      submoduleUrl: submoduleUrl(file),
      pixels: pixelsOf(file),
      files: known.files,
      otherPatches,
    });
  });
}

async function readNumbered(known: KnownFiles, indexes: readonly number[]): Promise<Map<number, Buffer>> {
  const files: IndexFile[] = indexes.flatMap((index) => known.files[index] ?? []);
  const patches = await known.readPatches(files);
  return new Map(indexes.map((index, at) => [index, patches[at] ?? Buffer.alloc(0)]));
}
