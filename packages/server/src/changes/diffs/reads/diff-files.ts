import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { HighlightAnswer, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { highlightBlob } from '../../../platform/highlight/index.ts';
import { type FoldLimits, type FoldReason, foldReasons } from '../../../repositories/index.ts';
import { MAX_COLOURED_BYTES, readLinesAt } from '../diff-contents.ts';
import type { ComparedRange } from '../diff-range.ts';
import { openDiff } from '../ensure-index.ts';
import { coloursOf, coloursWithin, hasLines } from '../file-colours.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { FileLines } from '../file-lines.ts';
import { type DiffFileContext, toPageDiffFile } from '../page-diff-file.ts';
import { filesToShowMoves } from '../page-moves.ts';
import { imageSizes } from '../image-sizes.ts';
import { readHunks, type WantedLines } from '../read-hunks.ts';
import { pageWithin, withinPart } from '../page-lines.ts';
import { submoduleLinks } from '../submodule-links.ts';

/** So long one file that is asked for alone waits for its colours. */
export const COLOUR_PATIENCE_MS = 480;

const knownFolds = new WeakMap<OpenedDiff['index'], { limits: string; folds: FoldReason[] }>();

export function foldsOf(diff: OpenedDiff, limits: FoldLimits): FoldReason[] {
  const name = JSON.stringify(limits);
  const known = knownFolds.get(diff.index);
  if (known?.limits === name) return known.folds;
  const folds = foldReasons(diff.index.files, limits);
  knownFolds.set(diff.index, { limits: name, folds });
  return folds;
}

/** One file with its lines, whatever its size: of long ones a page. */
export async function diffFileByPath(
  ctx: Context,
  range: ComparedRange,
  place: DiffFileContext,
  wanted: {
    oldPath?: string | undefined;
    newPath?: string | undefined;
    fileHash?: string | undefined;
    from: WantedLines;
  },
): Promise<PageDiffFile> {
  const diff = await openDiff(ctx, range.key);
  const index = diff.index.files.findIndex((file) => isWanted(file, wanted));
  const file = diff.index.files[index];
  if (!file) throw new AppError('not_found', { resource: 'File' });
  const hunks = await readHunks(diff, file, wanted.from);
  const coloured = await coloursWithin(ctx, diff.projectId, [{ file, index }], COLOUR_PATIENCE_MS);
  const extra = coloured.get(index);
  const others = filesToShowMoves([file]);
  const otherPatches = await diff.readPatches(others.flatMap((other) => diff.index.files[other] ?? []));
  return toPageDiffFile(file, index, place, {
    ...hunks,
    colours: extra?.colours ?? { old: undefined, new: undefined },
    isColoured: extra?.isColoured ?? !hasLines(file),
    fold: null,
    from: wanted.from,
    newLineCount: extra?.newLineCount,
    submoduleUrl: (await submoduleLinks(ctx, place, [file]))(file),
    pixels: (await imageSizes(ctx, diff.projectId, [file]))(file),
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

export type BuiltHighlights = {
  answer: HighlightAnswer;
  /** Some lines are without colours only because nobody was free to make them. */
  isFleeting: boolean;
};

/** Colours alone, by index of the lines that the same range gives without them. */
export async function diffHighlights(
  ctx: Context,
  range: ComparedRange,
  wanted: { fileHash: string; fromLine: number },
): Promise<BuiltHighlights> {
  const diff = await openDiff(ctx, range.key);
  const file = diff.index.files.find((each) => each.fileHash === wanted.fileHash);
  if (!file) throw new AppError('not_found', { resource: 'File' });
  const { colours, isFleeting } = await coloursOf(ctx, diff.projectId, file);
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const from = { row: wanted.fromLine };
  const { patch, part } = await readHunks(diff, file, from);
  const lines = new FileLines(path, patch, { colours, part });
  const page = part ? withinPart(lines, part, from) : pageWithin(lines, from);
  const rich = lines.slice(page.from, page.to).map((line) => (line.type === 'match' ? null : line.rich_text));
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
