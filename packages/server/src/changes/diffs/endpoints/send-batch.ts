import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { foldLimits } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { nameOfComparison } from '../ensure-index.ts';
import type { BuiltResponse } from '../cached-response.ts';
import type { DiffFileContext } from '../page-diff-file.ts';
import { type BatchSlice, diffBatch } from '../reads/diff-batch.ts';
import { diffHighlights } from '../reads/diff-files.ts';
import type { MetadataParts } from '../reads/diff-metadata.ts';
import { openDiffStream, type StreamSlice } from '../reads/diff-stream.ts';
import { packAll } from '../streamed-bodies.ts';
import { type CacheableRequest, sendCached, sendCachedStream } from './send-cached.ts';

/** How long colours may take behind the reader's back. */
const UNHURRIED_MS = 20_000;
const BUILDING_POLL_MS = 1_000;

/** Sends a batch of files with their lines. */
export async function sendBatch(
  request: CacheableRequest,
  range: ComparedRange,
  place: DiffFileContext,
  asked: BatchSlice,
): Promise<unknown> {
  const { ctx } = request;
  const slice = { ...asked, limits: await foldLimits(ctx) };
  const make = async (): Promise<BuiltResponse> => {
    const { json, isFinal, isProvisional } = await diffBatch(ctx, range, place, slice);
    if (isFinal || isProvisional) return { json, state: isFinal ? 'final' : 'passing' };
    const finish = async () => {
      const made = await diffBatch(ctx, range, place, slice, UNHURRIED_MS);
      return made.isFinal ? made.json : undefined;
    };
    return { json, state: { finish } };
  };
  return sendCached(request, ['batch', nameOfComparison(ctx, range.key), slice, place], make);
}

/** Sends all files that follow with their lines, as they are there. */
export async function sendBatches(
  request: CacheableRequest,
  range: ComparedRange,
  place: DiffFileContext,
  asked: StreamSlice,
): Promise<unknown> {
  const { ctx } = request;
  const slice = { ...asked, limits: await foldLimits(ctx) };
  const finish = async () => {
    const { lines, state } = await openDiffStream(ctx, range, place, slice, UNHURRIED_MS);
    return state === 'final' ? packAll(lines) : undefined;
  };
  return sendCachedStream(request, ['batches', nameOfComparison(ctx, range.key), slice, place], async () => {
    const { lines, state } = await openDiffStream(ctx, range, place, slice);
    return { lines, state: state === 'final' ? 'final' : state === 'provisional' ? 'passing' : { finish } };
  });
}

/** Sends the colours of a file's lines. */
export function sendHighlights(
  request: CacheableRequest,
  range: ComparedRange,
  wanted: { fileHash: string; fromLine: number },
): Promise<unknown> {
  return sendCached(request, ['highlights', nameOfComparison(request.ctx, range.key), wanted], async () => {
    const { answer, isFleeting } = await diffHighlights(request.ctx, range, wanted);
    return { json: Buffer.from(JSON.stringify(answer)), state: isFleeting ? 'passing' : 'final' };
  });
}

/** Sends names and counts, or that they are still being made. */
export async function sendMetadata(
  request: CacheableRequest,
  range: ComparedRange | undefined,
  parts: MetadataParts,
): Promise<unknown> {
  const { ctx, reply } = request;
  const isReady = parts.status === 'ready' && parts.facts.counts_ready;
  if (!isReady) reply.header('poll-interval', String(BUILDING_POLL_MS));
  if (parts.status === 'building') {
    reply.code(202);
    return parts;
  }
  const answer = (): DiffsMetadata => ({ ...parts.facts, diff_files: parts.files() });
  if (!range) return answer();
  // Names alone are told apart by their facts, which say that there are no counts yet.
  const source = ['metadata', nameOfComparison(ctx, range.key), parts.facts];
  const state = isReady ? 'final' : 'named';
  return sendCached(request, source, async () => ({ json: Buffer.from(JSON.stringify(answer())), state }));
}
