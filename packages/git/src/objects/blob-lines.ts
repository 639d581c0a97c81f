import { GitError } from '../process/git-error.ts';
import { streamBlob } from './read-blob.ts';

const NEWLINE = 0x0a;

export interface BlobLines {
  /** Without their line feeds. */
  lines: Buffer[];
  /** Of the whole file; a last line feed starts no empty line. */
  lineCount: number;
  /** Whole lines from the beginning of the file: what it is and what it is written in is told by them. */
  start: Buffer;
}

/**
 * Lines `from` to `to` (counted from 1, both included) of a file of any size, read once from end to end: only the lines
 * asked for and the beginning are in memory, each up to its number of bytes. Throws `too_large` where the lines are longer, or
 * more: each takes some memory of its own, however short it is.
 */
export async function readBlobLines(
  repo: string,
  oid: string,
  { from, to }: { from: number; to: number },
  limits: { startBytes: number; lineBytes: number; lines: number },
): Promise<BlobLines> {
  const start = new BlobStart(limits.startBytes);
  const wanted: Buffer[] = [];
  let [line, size, isOpen] = [1, 0, false];
  const stream = streamBlob(repo, oid);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    start.add(chunk);
    for (let at = 0; at < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline === -1 ? chunk.length : newline + 1;
      if (line >= from && line <= to) {
        size += end - at;
        // Leaving the loop destroys the stream, which ends git.
        const isTooMuch = size > limits.lineBytes || line - from >= limits.lines;
        if (isTooMuch) throw new GitError('too_large', 'The lines are too large.', { details: { oid } });
        // A copy: a part would keep the whole piece alive.
        wanted.push(Buffer.from(chunk.subarray(at, end)));
      }
      isOpen = newline === -1;
      if (!isOpen) line += 1;
      at = end;
    }
  }
  await stream.finished;
  const lineCount = isOpen ? line : line - 1;
  return { lines: cut(Buffer.concat(wanted)), lineCount, start: start.finish() };
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
    return this.#isWhole ? start : wholeLines(start);
  }
}

/** Without a last line that is cut off, which may end in the midst of a letter; as it is where there is no other. */
export function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(NEWLINE);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

function cut(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
}
