import { type IndexFile, type LineNumbers, type LongPatch, pageOfCode, pageOfLine, pageOfRow } from '@tributary/git';
import type { OpenedDiff } from './opened-diff.ts';

/** A line by its number on one side. */
export type SideNumber = { side: 'old' | 'new'; line: number };

/** A row by its index, or a line by a number, or by the two of its code. */
export type WantedLines = { row: number } | SideNumber | LineNumbers;

/** Hunks of a file; of a long one a part, as a patch of its own. */
export type ReadHunks = {
  patch: Buffer;
  /** Of a part. */
  part?: HunksPart;
};

export type HunksPart = {
  /** Numbers of the first lines after what stands before it. */
  start: LineNumbers;
  /** More follows. */
  goesOn: boolean;
  /** Index of its first row among all, and how many there are. */
  row: number;
  total: number;
  /** Its last line is longer than what is here of it. */
  isCut: boolean;
};

/** By how much the lines before a part are moved. */
export function shiftBefore(part: HunksPart | undefined): number {
  return part ? part.start.new - part.start.old : 0;
}

const NO_HUNKS: ReadHunks = { patch: Buffer.alloc(0) };

/** All hunks of a file, or of a long one the page with this row, this line, or this code of a line. */
export async function readHunks(diff: OpenedDiff, file: IndexFile, wanted: WantedLines): Promise<ReadHunks> {
  if (!file.long) return readWhole(diff, file);
  const page = pageWith(file.long, wanted);
  return readPages(diff, file, page, page + 1);
}

function pageWith(long: LongPatch, wanted: WantedLines): number {
  if ('row' in wanted) return pageOfRow(long, wanted.row);
  return 'side' in wanted ? pageOfLine(long, wanted.side, wanted.line) : pageOfCode(long, wanted);
}

/** The same, with the pages before and after the line: what is told of its neighbours does not end where its page does. */
export async function readHunksAround(diff: OpenedDiff, file: IndexFile, at: SideNumber): Promise<ReadHunks> {
  const { long } = file;
  if (!long) return readWhole(diff, file);
  const page = pageOfLine(long, at.side, at.line);
  return readPages(diff, file, Math.max(0, page - 1), page + 2);
}

/** One page after the other; of most files there is one. */
export async function* eachHunks(diff: OpenedDiff, file: IndexFile): AsyncGenerator<ReadHunks> {
  const count = file.long?.pages.length;
  if (count === undefined) yield await readWhole(diff, file);
  else for (let page = 0; page < count; page += 1) yield await readPages(diff, file, page, page + 1);
}

async function readWhole(diff: OpenedDiff, file: IndexFile): Promise<ReadHunks> {
  const [patch] = await diff.readPatches([file]);
  return patch ? { patch } : NO_HUNKS;
}

async function readPages(diff: OpenedDiff, file: IndexFile, from: number, to: number): Promise<ReadHunks> {
  const read = await diff.readPages(file, from, to);
  if (!read) return NO_HUNKS;
  const { patch, start, row, isLast, isCut } = read;
  return { patch, part: { start, goesOn: !isLast, row, total: file.long?.rows ?? 0, isCut } };
}
