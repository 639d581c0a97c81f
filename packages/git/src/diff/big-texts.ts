import { isZeroOid } from '../objects/object-id.ts';
import { blobInfo, isBinaryContent, readStart } from '../objects/read-blob.ts';
import { changedChunks, type ChunkCount, type ChunkRange, countOf, type Sides } from './changed-chunks.ts';
import { compareTexts } from './compare-texts.ts';
import type { DiffFile } from './diff-file.ts';
import { BlobReader, type ChunkedText, chunkLines } from './line-chunks.ts';
import type { LineNumbers } from './line-layout.ts';
import { hunkHeading, startHunk } from './parse-patch.ts';
import { BIG_FILE_BYTES } from './stream-diff.ts';

const NEWLINE = 0x0a;
/** As many as git looks at to tell text from other files. */
const FIRST_BYTES = 8_000;
/** Of lines that stand together git compares no more on either side: more of them are removed and added as a whole. */
const MOST_COMPARED_BYTES = 32 * 1_024 * 1_024;
const UNENDED = Buffer.from('\n\\ No newline at end of file\n');
const EMPTY: ChunkedText = { chunks: [], isEnded: true };

export interface BigTextsOptions {
  ignoreWhitespace?: boolean | undefined;
  bigFileBytes?: number | undefined;
  mostComparedBytes?: number | undefined;
}

/**
 * Text files that are so large that git takes them for binary: it would hold both sides in memory. Both are read twice from
 * end to end: once to find which parts of them differ, then for these parts alone, which git compares line by line.
 */
export class BigTexts {
  readonly #repo: string;
  readonly #ignoreWhitespace: boolean;
  readonly #bigBytes: number;
  readonly #mostBytes: number;

  constructor(repo: string, options: BigTextsOptions = {}) {
    this.#repo = repo;
    this.#ignoreWhitespace = options.ignoreWhitespace === true;
    this.#bigBytes = options.bigFileBytes ?? BIG_FILE_BYTES;
    this.#mostBytes = options.mostComparedBytes ?? MOST_COMPARED_BYTES;
  }

  /** The hunks of such a file, in pieces; undefined where it is another one, or no text. */
  async hunksOf(file: DiffFile): Promise<AsyncGenerator<Buffer> | undefined> {
    const { isBinary, isSubmodule, status, oldOid, newOid } = file;
    if (!isBinary || isSubmodule || status === 'type_changed' || oldOid === newOid) return undefined;
    const sizes = await Promise.all([this.#sizeOf(oldOid), this.#sizeOf(newOid)]);
    if (Math.max(...sizes) <= this.#bigBytes) return undefined;
    if (!(await this.#isText(oldOid)) || !(await this.#isText(newOid))) return undefined;
    return this.#compare(oldOid, newOid);
  }

  async #sizeOf(oid: string): Promise<number> {
    return isZeroOid(oid) ? 0 : ((await blobInfo(this.#repo, oid))?.size ?? 0);
  }

  async #isText(oid: string): Promise<boolean> {
    return isZeroOid(oid) || !isBinaryContent(await readStart(this.#repo, oid, FIRST_BYTES));
  }

  async *#compare(oldOid: string, newOid: string): AsyncGenerator<Buffer> {
    const cut = (oid: string) => (isZeroOid(oid) ? EMPTY : chunkLines(this.#repo, oid));
    const texts = { old: await cut(oldOid), new: await cut(newOid) };
    const changed = await changedChunks(this.#repo, { old: texts.old.chunks, new: texts.new.chunks });
    const old = new TextReader(this.#repo, oldOid, texts.old);
    const now = new TextReader(this.#repo, newOid, texts.new);
    try {
      for (const { core, whole } of changed) {
        const isMuch = Math.max(old.count(whole.old).bytes, now.count(whole.new).bytes) > this.#mostBytes;
        const part = isMuch ? core : whole;
        await Promise.all([old.goTo(part.old.from), now.goTo(part.new.from)]);
        if (isMuch) yield* replaced({ old, new: now }, part);
        else yield* this.#hunksIn({ old, new: now }, part);
      }
    } finally {
      await Promise.all([old.close(), now.close()]);
    }
  }

  /** The hunks of one part, with the numbers that its lines have in the whole. */
  async *#hunksIn(texts: Sides<TextReader>, part: Sides<ChunkRange>): AsyncGenerator<Buffer> {
    const before = { old: texts.old.line - 1, new: texts.new.line - 1 };
    const old = await texts.old.read(part.old);
    const now = await texts.new.read(part.new);
    const patch = await compareTexts(this.#repo, old, now, {
      ignoreWhitespace: this.#ignoreWhitespace,
      maxBytes: 4 * this.#mostBytes,
    });
    yield* moved(patch, before);
  }
}

/** One side, read chunk by chunk. */
class TextReader {
  readonly #text: ChunkedText;
  readonly #reader: BlobReader;
  #chunk = 0;
  /** Number of the next line. */
  line = 1;

  constructor(repo: string, oid: string, text: ChunkedText) {
    this.#text = text;
    this.#reader = new BlobReader(repo, oid);
  }

  count(range: ChunkRange): ChunkCount {
    return countOf(this.#text.chunks, range);
  }

  /** Is this the end, and a line that does not end? */
  isUnendedAt(chunk: number): boolean {
    return !this.#text.isEnded && chunk === this.#text.chunks.length;
  }

  async goTo(chunk: number): Promise<void> {
    for await (const _piece of this.take({ from: this.#chunk, to: chunk }));
  }

  async *take(range: ChunkRange): AsyncGenerator<Buffer> {
    const { bytes, lines } = this.count(range);
    yield* this.#reader.take(bytes);
    this.#chunk = range.to;
    this.line += lines;
  }

  async read(range: ChunkRange): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.take(range)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}

function* moved(patch: Buffer, by: LineNumbers): Generator<Buffer> {
  for (let start = 0; start < patch.length;) {
    const newline = patch.indexOf(NEWLINE, start);
    const hunk = startHunk(patch.toString('utf8', start, newline));
    const heading = hunkHeading({ ...hunk, oldStart: hunk.oldStart + by.old, newStart: hunk.newStart + by.new });
    yield Buffer.from(`${heading}\n`);
    // Within a hunk every line begins with a sign.
    const next = patch.indexOf('\n@@ ', newline);
    const end = next === -1 ? patch.length : next + 1;
    yield patch.subarray(newline + 1, end);
    start = end;
  }
}

/** One hunk that takes all lines of one side away and brings all of the other. */
async function* replaced(texts: Sides<TextReader>, part: Sides<ChunkRange>): AsyncGenerator<Buffer> {
  const [oldLines, newLines] = [texts.old.count(part.old).lines, texts.new.count(part.new).lines];
  // A heading names the line before an empty side.
  const oldStart = texts.old.line - (oldLines === 0 ? 1 : 0);
  const newStart = texts.new.line - (newLines === 0 ? 1 : 0);
  yield Buffer.from(`${hunkHeading({ oldStart, oldLines, newStart, newLines, section: '', lines: [] })}\n`);
  yield* signed(texts.old, part.old, '-');
  yield* signed(texts.new, part.new, '+');
}

async function* signed(text: TextReader, range: ChunkRange, sign: string): AsyncGenerator<Buffer> {
  const mark = Buffer.from(sign);
  let isStart = true;
  for await (const piece of text.take(range)) {
    const parts: Buffer[] = [];
    for (let at = 0; at < piece.length;) {
      const newline = piece.indexOf(NEWLINE, at);
      const end = newline === -1 ? piece.length : newline + 1;
      if (isStart) parts.push(mark);
      parts.push(piece.subarray(at, end));
      isStart = newline !== -1;
      at = end;
    }
    yield Buffer.concat(parts);
  }
  if (!isStart && text.isUnendedAt(range.to)) yield UNENDED;
}
