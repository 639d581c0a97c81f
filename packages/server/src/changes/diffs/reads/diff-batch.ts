import type { Context } from '../../../platform/context.ts';
import type { FoldLimits } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { coloursWithin, knownColours } from '../file-colours.ts';
import type { DiffFileContext } from '../page-diff-file.ts';
import { knownUntil } from './known-files.ts';
import { batchFiles, haveTheirColours, writeBatch } from './write-batch.ts';

export const MAX_BATCH = 30;

/** So many files from `start` on in git's order, or `only` these, by their places in it. */
export type BatchSlice = { start: number; count: number; only?: readonly number[] | undefined };
export type FoldedSlice = BatchSlice & { limits: FoldLimits };
/** The JSON of a `DiffsBatch`. `isFinal`: the same question will always be answered like this. */
export type BuiltBatch = { json: Buffer; isFinal: boolean; isProvisional: boolean };

type BatchInput = { page: number; per_page: number; only?: number[] | undefined };

export function sliceOf({ page: start, per_page: perPage, only }: BatchInput): BatchSlice {
  return { start, count: Math.min(Math.max(perPage, 1), MAX_BATCH), only };
}

function indexesOf({ start, count, only }: BatchSlice): number[] {
  if (!only) return Array.from({ length: count }, (_unused, at) => start + at);
  return [...new Set(only)].toSorted((one, other) => one - other).slice(0, MAX_BATCH);
}

/**
 * The files of the slice, as pages show them, without waiting for the ones after them. Nobody waits for colours either:
 * those that are remembered are there at once, the others come with a request of their own, unless there is time for them.
 */
export async function diffBatch(
  ctx: Context,
  range: ComparedRange,
  place: DiffFileContext,
  slice: FoldedSlice,
  colourPatienceMs = 0,
): Promise<BuiltBatch> {
  const indexes = indexesOf(slice);
  const [first = 0, last = first] = [indexes[0], indexes.at(-1)];
  const known = await knownUntil(ctx, range, last + 1, slice.limits);
  const batch = batchFiles(known, indexes, first);
  const coloured =
    colourPatienceMs > 0
      ? await coloursWithin(ctx, range.key.projectId, batch.toColour, colourPatienceMs)
      : knownColours(batch.toColour);
  const json = await writeBatch(ctx, place, known, batch, coloured);
  if (!known.isComplete) return { json, isFinal: false, isProvisional: true };
  return { json, isFinal: haveTheirColours(batch, coloured), isProvisional: false };
}
