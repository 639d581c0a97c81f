import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../diff-range.ts';
import { coloursWithin, knownColours } from '../file-colours.ts';
import type { FilePlace } from '../page-diff-file.ts';
import type { FoldLimits } from '../../../projects/index.ts';
import { knownUntil } from './known-files.ts';
import { batchFiles, haveTheirColours, writeBatch } from './write-batch.ts';

export const MAX_BATCH = 30;

export type BatchSlice = { start: number; count: number };
export type FoldedSlice = BatchSlice & { limits: FoldLimits };
/** The JSON of a `DiffsBatch`. `isFinal`: the same question will always be answered like this. */
export type MadeBatch = { json: Buffer; isFinal: boolean; isProvisional: boolean };

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
  { start, count, limits }: FoldedSlice,
  colourPatienceMs = 0,
): Promise<MadeBatch> {
  const known = await knownUntil(ctx, range, start + count, limits);
  const indexes = Array.from({ length: count }, (_unused, at) => start + at);
  const batch = batchFiles(known, indexes, start);
  const coloured =
    colourPatienceMs > 0
      ? await coloursWithin(ctx, range.key.projectId, batch.toColour, colourPatienceMs)
      : knownColours(batch.toColour);
  const json = await writeBatch(ctx, place, known, batch, coloured);
  if (!known.isComplete) return { json, isFinal: false, isProvisional: true };
  return { json, isFinal: haveTheirColours(batch, coloured), isProvisional: false };
}
