import type { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { compressed, type FinishedAnswer, FinishedAnswers, etagOf, weakEtagOf } from './finished-answers.ts';
import { packedBody, plainBody } from './streamed-bodies.ts';
import { PendingResponses } from './pending-responses.ts';

/** Raised when the same is shown in another way between two releases. */
const SHOWN_AS = 6;

const answers = new FinishedAnswers();
const unfinished = new PendingResponses(answers);

export type BuiltResponse = {
  json: Buffer;
  /**
   * `final`: the same question will always be answered like this; `named`: too, but nobody will ask for it in a moment. Else
   * how to make the final answer, if it can be made now.
   */
  state: 'final' | 'named' | 'passing' | { finish: () => Promise<Buffer | undefined> };
};

export type CachedResponse =
  /** The reader has it already. */
  | { kind: 'unchanged'; etag: string }
  | { kind: 'finished'; answer: FinishedAnswer }
  /** For this reader alone, compressed where it may be. */
  | { kind: 'made'; json: Buffer; etag: string }
  | { kind: 'packed'; gzipped: Buffer; etag: string };

/** What a reader has, and what it can take. */
export type Reader = { etag: string | undefined; takesGzip: boolean };

/**
 * An answer as it is sent. `source` names everything it is made from. What will never change is remembered compressed, and
 * whoever has it is told so before anything is read. What had to be sent unfinished is finished afterwards, for the next
 * reader; its tag is that of its bytes, so that nobody takes it for the finished one.
 */
export async function cachedResponse(
  ctx: Context,
  source: readonly unknown[],
  reader: Reader,
  make: () => Promise<BuiltResponse>,
): Promise<CachedResponse> {
  const key = keyOf(ctx, source);
  const etag = etagOf(key);
  if (reader.etag === etag) return { kind: 'unchanged', etag };
  const answer = answers.get(key);
  if (answer) return { kind: 'finished', answer };
  const known = unfinished.get(key);
  const { json, state }: BuiltResponse = known === undefined ? await make() : { json: known, state: 'final' };
  if (state === 'final') {
    // Who takes it compressed waits for that, and nobody does so again.
    if (reader.takesGzip) return { kind: 'finished', answer: await answers.keep(key, json) };
    unfinished.compressLater(ctx, key, json);
    return { kind: 'made', json, etag };
  }
  if (typeof state === 'object') {
    const { finish } = state;
    unfinished.finishLater(ctx, key, async () => {
      const whole = await finish();
      if (whole !== undefined) await answers.keep(key, whole);
    });
  }
  const name = state === 'named' ? etag : weakEtagOf(json);
  if (reader.etag === name) return { kind: 'unchanged', etag: name };
  if (reader.takesGzip) return { kind: 'packed', gzipped: await compressed(json, true), etag: name };
  return { kind: 'made', json, etag: name };
}

function keyOf(ctx: Context, source: readonly unknown[]): string {
  return JSON.stringify([SHOWN_AS, ctx.config.version, ...source]);
}

/** A long answer that is sent while it is made. */
export type Streamed = {
  lines: AsyncGenerator<Buffer>;
  /** As of `Made`; the final one comes compressed or not at all. */
  state: 'final' | 'passing' | { finish: () => Promise<Buffer | undefined> };
};

export type CachedStream =
  | { kind: 'unchanged'; etag: string }
  | { kind: 'finished'; answer: FinishedAnswer }
  /** The ETag is there when nothing about it will change. */
  | { kind: 'streamed'; body: Readable; isGzipped: boolean; etag: string | undefined };

/** As `cachedResponse`, for an answer that its reader gets while it is made. It is kept when someone has read all of it. */
export async function cachedStream(
  ctx: Context,
  source: readonly unknown[],
  reader: Reader,
  open: () => Promise<Streamed>,
): Promise<CachedStream> {
  const key = keyOf(ctx, source);
  const etag = etagOf(key);
  if (reader.etag === etag) return { kind: 'unchanged', etag };
  const answer = answers.get(key);
  if (answer) return { kind: 'finished', answer };
  const { lines, state } = await open();
  const isFinal = state === 'final';
  const keep = isFinal ? (gzipped: Buffer) => void answers.keepCompressed(key, gzipped) : undefined;
  const body = reader.takesGzip ? packedBody(lines, keep) : plainBody(lines);
  if (typeof state === 'object') {
    const { finish } = state;
    const keepWhole = async () => {
      const whole = await finish();
      if (whole !== undefined) answers.keepCompressed(key, whole);
    };
    // Whoever reads does not share the machine with that.
    body.once('close', () => unfinished.finishLater(ctx, key, keepWhole));
  }
  return { kind: 'streamed', body, isGzipped: reader.takesGzip, etag: isFinal ? etag : undefined };
}

/** Compressed bytes that never change, as they were read lately, else read now; they share the room of the answers. */
export async function cachedBytes(
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
