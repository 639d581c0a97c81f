import type { Context } from '../../platform/context.ts';
import { type FinishedAnswer, FinishedAnswers, etagOf } from './finished-answers.ts';

/** Raised when the same is shown in another way between two releases. */
const SHOWN_AS = 3;
/** Answers that are still to be finished; of more, the ones asked for longest ago are left. */
const MAX_WAITING = 24;

const answers = new FinishedAnswers();
const waiting = new Map<string, () => Promise<void>>();
/** Final answers that are still to be compressed. */
const uncompressed = new Map<string, string>();
let isWorking = false;

export type Made = {
  text: string;
  /** `final`: the same question will always be answered like this. Else how to make the final answer, if it can be made now. */
  state: 'final' | 'passing' | { finish: () => Promise<string | undefined> };
};

export type KeptAnswer =
  /** The reader has it already. */
  | { kind: 'unchanged'; etag: string }
  | { kind: 'finished'; answer: FinishedAnswer }
  /** Made now; the ETag is there when nothing about it will change. */
  | { kind: 'made'; text: string; etag: string | undefined };

/**
 * An answer as it is sent. `source` names everything it is made from. What will never change is remembered compressed, and
 * whoever has it is told so before anything is read. What had to be sent unfinished is finished afterwards, for the next
 * reader.
 */
export async function keptAnswer(
  ctx: Context,
  source: readonly unknown[],
  knownEtag: string | undefined,
  make: () => Promise<Made>,
): Promise<KeptAnswer> {
  const key = JSON.stringify([SHOWN_AS, ctx.config.version, ...source]);
  const etag = etagOf(key);
  if (knownEtag === etag) return { kind: 'unchanged', etag };
  const answer = answers.get(key);
  if (answer) return { kind: 'finished', answer };
  const known = uncompressed.get(key);
  if (known !== undefined) return { kind: 'made', text: known, etag };
  const { text, state } = await make();
  if (state === 'final') compressLater(ctx, key, text);
  else if (state !== 'passing') {
    later(ctx, key, async () => {
      const finished = await state.finish();
      if (finished !== undefined) await answers.keep(key, finished);
    });
  }
  return { kind: 'made', text, etag: state === 'final' ? etag : undefined };
}

/** Compressed bytes that never change, as they were read lately, else read now; they share the room of the answers. */
export async function keptBytes(
  ctx: Context,
  name: string,
  read: () => Promise<Buffer | undefined>,
): Promise<Buffer | undefined> {
  const key = JSON.stringify(['bytes', ctx.repositories.root, name]);
  const known = answers.get(key)?.gzipped;
  if (known) return known;
  const bytes = await read();
  if (bytes) answers.keepCompressed(key, bytes);
  return bytes;
}

function compressLater(ctx: Context, key: string, text: string): void {
  if (uncompressed.size < MAX_WAITING) uncompressed.set(key, text);
  later(ctx, key, () => answers.keep(key, text).finally(() => uncompressed.delete(key)));
}

/** One after the other and behind everything else: nobody waits for it. */
function later(ctx: Context, key: string, work: () => Promise<void>): void {
  waiting.delete(key);
  waiting.set(key, work);
  for (const oldest of waiting.keys()) {
    if (waiting.size <= MAX_WAITING) break;
    waiting.delete(oldest);
    uncompressed.delete(oldest);
  }
  if (isWorking) return;
  isWorking = true;
  setImmediate(() => void finishAll(ctx));
}

async function finishAll(ctx: Context): Promise<void> {
  for (const [next, run] of waiting) {
    waiting.delete(next);
    await run().catch((error: unknown) => ctx.log.debug({ err: error }, 'an answer was not finished'));
  }
  isWorking = false;
}
