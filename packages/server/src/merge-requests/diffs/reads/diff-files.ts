import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { HighlightAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, generatedByPath, parsePatch, splitLines, streamDiff, toInlineLines } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { colourSide, readSide } from '../diff-contents.ts';
import { richText, type SideColours } from '../diff-lines.ts';
import type { ComparedRange } from '../diff-range.ts';
import { openDiff } from '../ensure-index.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { type FilePlace, LINES_PER_ANSWER, toPageDiffFile } from '../page-diff-file.ts';
import { foldReasons } from '../rules/fold-files.ts';

/** Colours that are not there by then come with a request of their own, so that nobody waits for them. */
const COLOUR_PATIENCE_MS = 120;
const MAX_ONE_FILE_PATCH_BYTES = 64 * 1_024 * 1_024;
export const MAX_BATCH = 30;

type Wanted = { file: IndexFile; index: number };

/** The files from `start` on, as pages show them. `total` is the number of all. */
export async function diffBatch(
  ctx: Context,
  range: ComparedRange,
  place: FilePlace,
  slice: { start: number; count: number },
): Promise<{ files: PageDiffFile[]; total: number }> {
  const diff = await openDiff(ctx, range.key);
  const folds = foldsOf(diff);
  const end = slice.start + Math.min(Math.max(slice.count, 1), MAX_BATCH);
  const wanted = diff.index.files.slice(slice.start, end).map((file, at) => ({ file, index: slice.start + at }));
  const shown = wanted.filter(({ index }) => folds[index] === null);
  const patches = new Map<number, Buffer>();
  const read = await diff.readPatches(shown.map(({ file }) => file));
  for (const [at, { index }] of shown.entries()) patches.set(index, read[at] ?? Buffer.alloc(0));
  const coloured = await coloursWithin(ctx, diff.projectId, shown, COLOUR_PATIENCE_MS);
  const files = wanted.map(({ file, index }) => {
    const extra = coloured.get(index);
    return toPageDiffFile(file, index, place, {
      patch: patches.get(index) ?? Buffer.alloc(0),
      colours: extra?.colours ?? { old: undefined, new: undefined },
      isColoured: extra?.isColoured ?? !hasLines(file),
      fold: folds[index] ?? null,
      fromLine: 0,
      newLineCount: extra?.newLineCount,
    });
  });
  return { files, total: diff.index.files.length };
}

const knownFolds = new WeakMap<OpenedDiff['index'], ReturnType<typeof foldReasons>>();

export function foldsOf(diff: OpenedDiff): ReturnType<typeof foldReasons> {
  const known =
    knownFolds.get(diff.index) ??
    foldReasons(diff.index.files.map((file) => ({ ...file, isGenerated: generatedByPath(file.newPath) !== null })));
  knownFolds.set(diff.index, known);
  return known;
}

/** One file with its lines, whatever its size: long ones from `fromLine` on. */
export async function diffFileByPath(
  ctx: Context,
  range: ComparedRange,
  place: FilePlace,
  wanted: {
    oldPath?: string | undefined;
    newPath?: string | undefined;
    fileHash?: string | undefined;
    fromLine: number;
  },
): Promise<PageDiffFile> {
  const diff = await openDiff(ctx, range.key);
  const index = diff.index.files.findIndex((file) => isWanted(file, wanted));
  const file = diff.index.files[index];
  if (!file) throw new AppError('not_found', { resource: 'File' });
  const patch = await patchOf(ctx, range, diff, file);
  const coloured = await coloursWithin(ctx, diff.projectId, [{ file, index }], COLOUR_PATIENCE_MS * 4);
  const extra = coloured.get(index);
  return toPageDiffFile(file, index, place, {
    patch,
    colours: extra?.colours ?? { old: undefined, new: undefined },
    isColoured: extra?.isColoured ?? !hasLines(file),
    fold: null,
    fromLine: wanted.fromLine,
    newLineCount: extra?.newLineCount,
  });
}

function isWanted(
  file: IndexFile,
  wanted: { oldPath?: string | undefined; newPath?: string | undefined; fileHash?: string | undefined },
): boolean {
  if (wanted.fileHash !== undefined) return file.fileHash === wanted.fileHash;
  if (wanted.newPath !== undefined && file.newPath !== wanted.newPath) return false;
  return wanted.oldPath === undefined || file.oldPath === wanted.oldPath;
}

/** A patch too large for the index is read again, alone. */
async function patchOf(ctx: Context, range: ComparedRange, diff: OpenedDiff, file: IndexFile): Promise<Buffer> {
  if (!file.isTooLarge) return (await diff.readPatches([file]))[0] ?? Buffer.alloc(0);
  const spec = {
    from: range.key.base,
    to: range.key.head,
    ignoreWhitespace: range.key.ignoresWhitespace,
    paths: [...new Set([file.oldPath, file.newPath])],
    maxFilePatchBytes: MAX_ONE_FILE_PATCH_BYTES,
  };
  for await (const found of streamDiff(ctx.repositories.directory(diff.projectId), spec)) {
    if (found.newPath === file.newPath) return found.patchBytes;
  }
  return Buffer.alloc(0);
}

type Coloured = { colours: SideColours; isColoured: boolean; newLineCount: number | undefined };

/** Colours of several files, as far as they are ready in time; the workers go on and remember them. */
async function coloursWithin(
  ctx: Context,
  projectId: number,
  wanted: readonly Wanted[],
  patienceMs: number,
): Promise<Map<number, Coloured>> {
  const results = new Map<number, Coloured>();
  const work = wanted
    .filter(({ file }) => hasLines(file))
    .map(async ({ file, index }) => {
      results.set(index, await coloursOf(ctx, projectId, file));
    });
  const patience = new AbortController();
  await Promise.race([
    Promise.all(work),
    sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  // What comes later fills the cache; its failure is told to whoever asks for it then.
  for (const each of work) each.catch((error: unknown) => ctx.log.debug({ err: error }, 'colours came to nothing'));
  return results;
}

async function coloursOf(ctx: Context, projectId: number, file: IndexFile): Promise<Coloured> {
  const isThere = { old: file.removedLines > 0 && file.status !== 'added', new: file.status !== 'deleted' };
  const [oldLines, newLines] = await Promise.all([
    isThere.old ? colourSide(ctx, projectId, { oid: file.oldOid, path: file.oldPath, size: file.oldSize }) : undefined,
    isThere.new ? colourSide(ctx, projectId, { oid: file.newOid, path: file.newPath, size: file.newSize }) : undefined,
  ]);
  return { colours: { old: oldLines, new: newLines }, isColoured: true, newLineCount: newLines?.length };
}

function hasLines(file: IndexFile): boolean {
  return file.addedLines + file.removedLines > 0 && !file.isSubmodule;
}

/** Colours alone, by index of the lines that the same range gives without them. */
export async function diffHighlights(
  ctx: Context,
  range: ComparedRange,
  wanted: { fileHash: string; fromLine: number },
): Promise<HighlightAnswer> {
  const diff = await openDiff(ctx, range.key);
  const file = diff.index.files.find((each) => each.fileHash === wanted.fileHash);
  if (!file) throw new AppError('not_found', { resource: 'File' });
  const { colours } = await coloursOf(ctx, diff.projectId, file);
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const lines = toInlineLines(path, parsePatch(await patchOf(ctx, range, diff, file)));
  const rich = lines
    .slice(wanted.fromLine, wanted.fromLine + LINES_PER_ANSWER)
    .map((line) => (line.type === 'match' ? null : richText(line, colours)));
  return { files: [{ file_hash: wanted.fileHash, rich_text: rich }] };
}

/** Lines of the newer side around a hunk, and its number of lines. */
export async function sideLines(
  ctx: Context,
  projectId: number,
  side: { oid: string; path: string },
): Promise<{ lines: string[]; rich: readonly string[] | undefined }> {
  const text = await readSide(ctx, projectId, side.oid);
  if (text === undefined) throw new AppError('not_found', { resource: 'File' });
  const rich = await colourSide(ctx, projectId, { ...side, size: Buffer.byteLength(text) });
  return { lines: splitLines(text), rich };
}
