import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../diff-range.ts';
import { nameOfComparison } from '../ensure-index.ts';
import { type FinishedAnswer, FinishedAnswers, etagOf } from '../finished-answers.ts';
import type { FilePlace } from '../page-diff-file.ts';
import { type BatchSlice, diffBatch } from './diff-batch.ts';

/** Raised when the same index is shown in another way. */
const SHOWN_AS = 1;
/** Batches whose colours are still to be made; of more, the ones asked for longest ago are left. */
const MAX_WAITING = 24;
const UNHURRIED_MS = 20_000;

const answers = new FinishedAnswers();
const waiting = new Map<string, () => Promise<void>>();
let isWorking = false;

export type BatchAnswer =
  /** The reader has it already. */
  | { kind: 'unchanged'; etag: string }
  | { kind: 'finished'; answer: FinishedAnswer }
  /** Made now; the ETag is there when nothing about it will change. */
  | { kind: 'made'; text: string; etag: string | undefined };

/**
 * A batch as it is sent. What will never change is remembered compressed, and whoever has it is told so before anything
 * is read. A batch that had to be sent before its colours were ready is finished afterwards, for the next reader.
 */
export async function answerBatch(
  ctx: Context,
  range: ComparedRange,
  place: FilePlace,
  slice: BatchSlice,
  knownEtag: string | undefined,
): Promise<BatchAnswer> {
  const key = JSON.stringify([SHOWN_AS, nameOfComparison(ctx, range.key), slice, place]);
  const etag = etagOf(key);
  if (knownEtag === etag) return { kind: 'unchanged', etag };
  const answer = answers.get(key);
  if (answer) return { kind: 'finished', answer };
  const { batch, isFinal } = await diffBatch(ctx, range, place, slice);
  const text = JSON.stringify(batch);
  if (isFinal) finish(ctx, key, () => answers.keep(key, text));
  else if (!batch.provisional) {
    finish(ctx, key, async () => {
      const made = await diffBatch(ctx, range, place, slice, UNHURRIED_MS);
      if (made.isFinal) await answers.keep(key, JSON.stringify(made.batch));
    });
  }
  return { kind: 'made', text, etag: isFinal ? etag : undefined };
}

/** One after the other and behind everything else: nobody waits for it. */
function finish(ctx: Context, key: string, work: () => Promise<void>): void {
  waiting.delete(key);
  waiting.set(key, work);
  for (const oldest of waiting.keys()) {
    if (waiting.size <= MAX_WAITING) break;
    waiting.delete(oldest);
  }
  if (isWorking) return;
  isWorking = true;
  setImmediate(() => void finishAll(ctx));
}

async function finishAll(ctx: Context): Promise<void> {
  for (const [next, run] of waiting) {
    waiting.delete(next);
    await run().catch((error: unknown) => ctx.log.debug({ err: error }, 'a batch was not finished'));
  }
  isWorking = false;
}
