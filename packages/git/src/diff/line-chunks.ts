import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { streamBlob } from '../objects/read-blob.ts';
import { GitError } from '../process/git-error.ts';

const NEWLINE = 0x0a;
/** A chunk ends with one line in so many, chosen by what stands in it: the same lines make the same chunks everywhere. */
const LINES_A_CHUNK = 512;
/** Where no line is chosen for long, the next one is the last. */
const FULL_CHUNK_BYTES = 1_024 * 1_024;

/** Some whole lines of a text. */
export interface LineChunk {
  bytes: number;
  lines: number;
  digest: string;
}

export interface ChunkedText {
  chunks: LineChunk[];
  /** Whether its last line ends. */
  isEnded: boolean;
}

/** Cuts a file of any size into chunks of whole lines; nothing of it stays in memory. */
export async function chunkLines(repo: string, oid: string): Promise<ChunkedText> {
  const chunks: LineChunk[] = [];
  let hash = createHash('sha1');
  let [bytes, lines, crc, isEnded] = [0, 0, 0, true];
  const cut = () => {
    chunks.push({ bytes, lines, digest: hash.digest('base64') });
    hash = createHash('sha1');
    [bytes, lines] = [0, 0];
  };
  const stream = streamBlob(repo, oid);
  for await (const piece of stream.stdout) {
    if (!Buffer.isBuffer(piece)) continue;
    let start = 0;
    for (let at = 0; at < piece.length;) {
      const newline = piece.indexOf(NEWLINE, at);
      isEnded = newline !== -1;
      const end = isEnded ? newline + 1 : piece.length;
      crc = crc32(piece.subarray(at, end), crc);
      bytes += end - at;
      at = end;
      if (!isEnded) break;
      lines += 1;
      const isLast = crc % LINES_A_CHUNK === 0 || bytes >= FULL_CHUNK_BYTES;
      crc = 0;
      if (!isLast) continue;
      hash.update(piece.subarray(start, end));
      start = end;
      cut();
    }
    hash.update(piece.subarray(start));
  }
  await stream.finished;
  if (!isEnded) lines += 1;
  if (bytes > 0) cut();
  return { chunks, isEnded };
}

/** Reads a file from its beginning on, some bytes at a time. */
export class BlobReader {
  readonly #open: () => AsyncIterator<unknown>;
  #pieces: AsyncIterator<unknown> | undefined;
  #piece: Buffer = Buffer.alloc(0);

  constructor(repo: string, oid: string) {
    this.#open = () => streamBlob(repo, oid).stdout[Symbol.asyncIterator]();
  }

  /** The next bytes, in pieces. */
  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      this.#pieces ??= this.#open();
      if (this.#piece.length === 0) {
        const { value, done } = await this.#pieces.next();
        if (done) throw new GitError('corrupt', 'A file is shorter than it was.');
        this.#piece = Buffer.isBuffer(value) ? value : Buffer.alloc(0);
      }
      const part = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Ends git, if it has not come to its end. */
  async close(): Promise<void> {
    await this.#pieces?.return?.();
  }
}
