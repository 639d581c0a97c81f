import { streamBlob } from './read-blob.ts';

const NEWLINE = 0x0a;

export interface BlobLines {
  /** Without their line feeds. As many as fit; of one that is too long alone, its beginning. */
  lines: Buffer[];
  /** Of the whole file; a last line feed starts no empty line. */
  lineCount: number;
  /** Whole lines from the beginning of the file: what it is and what it is written in is told by them. */
  start: Buffer;
}

/**
 * Lines `from` to `to` (counted from 1, both included) of a file of any size, read once from end to end: only the lines
 * asked for and the beginning are in memory, each up to its number of bytes, and of lines no more than that: each takes some
 * memory of its own, however short it is.
 */
export async function readBlobLines(
  repo: string,
  oid: string,
  { from, to }: { from: number; to: number },
  limits: { startBytes: number; lineBytes: number; lines: number },
): Promise<BlobLines> {
  const start = new BlobStart(limits.startBytes);
  const wanted = new WantedLines(limits.lineBytes, limits.lines);
  let [line, isOpen] = [1, false];
  const stream = streamBlob(repo, oid);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    start.add(chunk);
    for (let at = 0; at < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline === -1 ? chunk.length : newline + 1;
      if (line >= from && line <= to) wanted.add(chunk.subarray(at, end), newline !== -1);
      isOpen = newline === -1;
      if (!isOpen) line += 1;
      at = end;
    }
  }
  await stream.finished;
  const lineCount = isOpen ? line : line - 1;
  return { lines: wanted.finish(), lineCount, start: start.finish() };
}

class WantedLines {
  readonly #mostBytes: number;
  readonly #mostLines: number;
  readonly #lines: Buffer[] = [];
  #line: Buffer[] = [];
  #bytes = 0;
  #isFull = false;

  constructor(mostBytes: number, mostLines: number) {
    this.#mostBytes = mostBytes;
    this.#mostLines = mostLines;
  }

  /** A line, or a part of one. */
  add(part: Buffer, isEnd: boolean): void {
    if (this.#isFull) return;
    const left = this.#mostBytes - this.#bytes;
    const isTooLong = part.length > left;
    // A line that is begun is left out whole where others are there.
    if (isTooLong && this.#lines.length > 0) {
      this.#isFull = true;
      this.#line = [];
      return;
    }
    // A copy: a part would keep the whole piece alive.
    this.#line.push(Buffer.from(part.subarray(0, isEnd && !isTooLong ? part.length - 1 : left)));
    this.#bytes += part.length;
    if (!isEnd && !isTooLong) return;
    this.#endLine();
    this.#isFull = isTooLong || this.#lines.length >= this.#mostLines;
  }

  finish(): Buffer[] {
    if (this.#line.length > 0) this.#endLine();
    return this.#lines;
  }

  #endLine(): void {
    this.#lines.push(Buffer.concat(this.#line));
    this.#line = [];
  }
}

class BlobStart {
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #size = 0;
  #isWhole = true;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    const part = chunk.subarray(0, this.#most - this.#size);
    if (part.length > 0) this.#parts.push(part);
    if (part.length < chunk.length) this.#isWhole = false;
    this.#size += part.length;
  }

  finish(): Buffer {
    const start = Buffer.concat(this.#parts);
    return this.#isWhole ? start : completeLines(start);
  }
}

/** Without a last line that is cut off, which may end in the midst of a letter; as it is where there is no other. */
export function completeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(NEWLINE);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}
