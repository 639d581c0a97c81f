import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { HighlightAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, parsePatch, streamDiff, toInlineLines, withReadableLines } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { highlightBlob } from '../../../platform/highlight/index.ts';
import { MAX_COLOURED_BYTES, readLinesAt } from '../diff-contents.ts';
import { richText } from '../diff-lines.ts';
import type { ComparedRange } from '../diff-range.ts';
import { openDiff } from '../ensure-index.ts';
import { coloursOf, coloursWithin, hasLines } from '../file-colours.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { type FilePlace, LINES_PER_ANSWER, toPageDiffFile } from '../page-diff-file.ts';
import { filesToShowMoves } from '../page-moves.ts';
import { pictureSizes } from '../picture-sizes.ts';
import { submoduleLinks } from '../submodule-links.ts';
import { type FoldLimits, type FoldReason, foldReasons } from '../../../projects/index.ts';

/** So long one file that is asked for alone waits for its colours. */
export const COLOUR_PATIENCE_MS = 480;
/** `page-diff-file.ts` tells it to readers. */
const MAX_ONE_FILE_PATCH_BYTES = 64 * 1_024 * 1_024;

const knownFolds = new WeakMap<OpenedDiff['index'], { limits: string; folds: FoldReason[] }>();

export function foldsOf(diff: OpenedDiff, limits: FoldLimits): FoldReason[] {
  const name = JSON.stringify(limits);
  const known = knownFolds.get(diff.index);
  if (known?.limits === name) return known.folds;
  const folds = foldReasons(diff.index.files, limits);
  knownFolds.set(diff.index, { limits: name, folds });
  return folds;
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
  const patch = await findPatch(ctx, range, diff, file);
  const coloured = await coloursWithin(ctx, diff.projectId, [{ file, index }], COLOUR_PATIENCE_MS);
  const extra = coloured.get(index);
  const others = filesToShowMoves([file]);
  const otherPatches = await diff.readPatches(others.flatMap((other) => diff.index.files[other] ?? []));
  return toPageDiffFile(file, index, place, {
    patch: patch ?? Buffer.alloc(0),
    isBeyondShowing: patch === undefined,
    colours: extra?.colours ?? { old: undefined, new: undefined },
    isColoured: extra?.isColoured ?? !hasLines(file),
    fold: null,
    fromLine: wanted.fromLine,
    newLineCount: extra?.newLineCount,
    submoduleUrl: (await submoduleLinks(ctx, place, [file]))(file),
    pixels: (await pictureSizes(ctx, diff.projectId, [file]))(file),
    files: diff.index.files,
    otherPatches: new Map(others.map((other, at) => [other, otherPatches[at] ?? Buffer.alloc(0)])),
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

/** The hunks of a file; none where they are too large to be shown at all. */
export async function patchOf(ctx: Context, range: ComparedRange, diff: OpenedDiff, file: IndexFile): Promise<Buffer> {
  return (await findPatch(ctx, range, diff, file)) ?? Buffer.alloc(0);
}

/** A patch too large for the index is read again, alone; undefined where it is larger than is shown of one file. */
async function findPatch(
  ctx: Context,
  range: ComparedRange,
  diff: OpenedDiff,
  file: IndexFile,
): Promise<Buffer | undefined> {
  if (!file.isTooLarge) return (await diff.readPatches([file]))[0] ?? Buffer.alloc(0);
  const spec = {
    from: range.key.base,
    to: range.key.head,
    ignoreWhitespace: range.key.ignoresWhitespace,
    paths: [...new Set([file.oldPath, file.newPath])],
    maxFilePatchBytes: MAX_ONE_FILE_PATCH_BYTES,
  };
  for await (const found of streamDiff(ctx.repositories.directory(diff.projectId), spec)) {
    if (found.newPath !== file.newPath) continue;
    if (found.isTooLarge) return undefined;
    return (await withReadableLines(ctx.repositories.directory(diff.projectId), range.key.head, found)).patchBytes;
  }
  return Buffer.alloc(0);
}

export type MadeHighlights = {
  answer: HighlightAnswer;
  /** Some lines are without colours only because nobody was free to make them. */
  isFleeting: boolean;
};

/** Colours alone, by index of the lines that the same range gives without them. */
export async function diffHighlights(
  ctx: Context,
  range: ComparedRange,
  wanted: { fileHash: string; fromLine: number },
): Promise<MadeHighlights> {
  const diff = await openDiff(ctx, range.key);
  const file = diff.index.files.find((each) => each.fileHash === wanted.fileHash);
  if (!file) throw new AppError('not_found', { resource: 'File' });
  const { colours, isFleeting } = await coloursOf(ctx, diff.projectId, file);
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const lines = toInlineLines(path, parsePatch(await patchOf(ctx, range, diff, file)));
  const rich = lines
    .slice(wanted.fromLine, wanted.fromLine + LINES_PER_ANSWER)
    .map((line) => (line.type === 'match' ? null : richText(line, colours)));
  return { answer: { files: [{ file_hash: wanted.fileHash, rich_text: rich }] }, isFleeting };
}

/** Lines of the newer side around a hunk, and how many it has; `rich` is all of it, from its first line on. */
export async function sideLines(
  ctx: Context,
  projectId: number,
  side: { sha: string; oid: string; path: string },
  range: { from: number; to: number },
): Promise<{ lines: string[]; lineCount: number; rich: readonly string[] | undefined }> {
  const read = await readLinesAt(ctx, projectId, side, range);
  if (!read) throw new AppError('not_found', { resource: 'File' });
  const { lines, lineCount, whole } = read;
  const isColoured = whole !== undefined && Buffer.byteLength(whole.text) <= MAX_COLOURED_BYTES;
  const rich = isColoured ? await highlightBlob({ ...side, ...whole }) : undefined;
  return { lines, lineCount, rich };
}
