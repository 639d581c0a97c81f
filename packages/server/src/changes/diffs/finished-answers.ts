import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const MAX_BYTES = 16 * 1_024 * 1_024;
/** A single answer may take this part of the room. */
const MAX_PART = 0.5;
/** What is longer is not kept. */
export const MAX_ANSWER_BYTES = MAX_BYTES * MAX_PART;
export const LEVEL = 5;
export const LEVEL_ONCE = 1;
/** Most come out in one piece: every further one is a way to another thread and back. */
const CHUNK_BYTES = 128 * 1_024;

export type FinishedAnswer = { etag: string; gzipped: Buffer };

/**
 * Answers of pages that can't change any more, compressed as they are sent, by a key that names everything they were made
 * from. The least recently used go first.
 */
export class FinishedAnswers {
  readonly #entries = new Map<string, FinishedAnswer>();
  #bytes = 0;

  get(key: string): FinishedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Compresses it, and keeps it unless it is too large for that. */
  async keep(key: string, body: Buffer): Promise<FinishedAnswer> {
    return this.#entries.get(key) ?? this.keepCompressed(key, await compressed(body));
  }

  keepCompressed(key: string, gzipped: Buffer): FinishedAnswer {
    const entry = { etag: etagOf(key), gzipped };
    if (this.#entries.has(key) || entry.gzipped.length > MAX_ANSWER_BYTES) return entry;
    this.#entries.set(key, entry);
    this.#bytes += entry.gzipped.length;
    for (const [oldest, least] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= least.gzipped.length;
    }
    return entry;
  }
}

/** `isOnce`: as quick as that goes, for what is sent to one reader only. */
export function compressed(body: Buffer, isOnce = false): Promise<Buffer> {
  return compress(body, { level: isOnce ? LEVEL_ONCE : LEVEL, chunkSize: CHUNK_BYTES });
}

/** Known before the answer is: what is made from the same can be asked for without making it. */
export function etagOf(key: string): string {
  return `W/"d-${hash('sha1', key, 'base64url')}"`;
}

/** Of what will be answered otherwise in a moment: it can't be known before it is made. */
export function weakEtagOf(json: Buffer): string {
  return `W/"u-${hash('sha1', json, 'base64url')}"`;
}
