import { patchAsUtf8 } from '../objects/decode-text.ts';
import { Behind } from './behind.ts';
import { BigTexts } from './big-texts.ts';
import type { ChangedFile, DiffFile } from './diff-file.ts';
import { FileFacts } from './file-facts.ts';
import { MoveCollector } from './find-moves.ts';
import { LongPatchScan } from './long-patch.ts';
import { BLOCK_BYTES, DIFF_INDEX_VERSION, compressBlock } from './index-format.ts';
import type { DiffIndex, IndexBlock, IndexFile } from './index-format.ts';
import { MAX_FILE_PATCH_BYTES, streamDiff } from './stream-diff.ts';
import { EventLoopYielder } from './event-loop-yielder.ts';
import { Utf16Diffs } from './utf16-diff.ts';

export interface BuildIndexOptions {
  /** Null: everything in `head` is new. */
  base: string | null;
  head: string;
  ignoreWhitespace?: boolean;
  maxFilePatchBytes?: number;
  /** From this on git takes files for binary. */
  bigFileBytes?: number;
  /** Takes the blocks of the pack as they are made; then the returned pack is empty. */
  writeBlock?: (block: Buffer) => Promise<void> | void;
  /** Told of all changed files before the first of them is compared. */
  onListed?: (files: ChangedFile[]) => void;
  /** Told of each file as soon as git has compared it, in order, with its hunks; moves are not known yet. */
  onFile?: (file: IndexFile, patch: Buffer) => void;
  /** Does someone read the files as they are compared? Then what is made for later is made when git is done. */
  isRead?: () => boolean;
  signal?: AbortSignal;
}

/**
 * Makes the index of a comparison in one pass over one `git` process. Only the hunks that wait for their turn, the block
 * being filled, the blocks being compressed, the list of files and a few numbers for each changed line are in memory (and
 * the pack, unless `writeBlock` takes it). Hunks that are too long for that go to the pack as they come; they are read page
 * by page, in the bytes that git gave.
 */
export async function buildDiffIndex(
  repo: string,
  options: BuildIndexOptions,
): Promise<{ index: DiffIndex; pack: Buffer }> {
  const ignoreWhitespace = options.ignoreWhitespace === true;
  const parts: Buffer[] = [];
  const pack = new PackWriter(options.writeBlock ?? ((block) => void parts.push(block)));
  const files: IndexFile[] = [];
  const moves = new MoveCollector();
  const totals = { files: 0, addedLines: 0, removedLines: 0, patchBytes: 0 };
  const facts = new FileFacts(repo, options.head);
  const turns = new EventLoopYielder();
  const behind = new Behind(
    turns,
    async (at, patch) => {
      if (files[at]?.generated === null) moves.add(at, patch);
      await pack.write(patch);
    },
    options.isRead,
  );
  let written: LongPatchScan | undefined;
  const spec = {
    from: options.base,
    to: options.head,
    ignoreWhitespace,
    maxFilePatchBytes: options.maxFilePatchBytes,
    bigFileBytes: options.bigFileBytes,
    onListed: (listed: ChangedFile[]) => {
      options.onListed?.(listed);
      facts.start(listed);
    },
    onLongPiece: async (piece: Buffer) => {
      if (!written) {
        written = new LongPatchScan();
        // What comes before it in the pack.
        await behind.finish();
      }
      written.add(piece);
      await pack.write(piece);
      await turns.give();
    },
    signal: options.signal,
  };
  const utf16 = new Utf16Diffs(repo, { ignoreWhitespace });
  const bigTexts = new BigTexts(repo, { ignoreWhitespace, bigFileBytes: options.bigFileBytes });
  const maxBytes = options.maxFilePatchBytes ?? MAX_FILE_PATCH_BYTES;
  const asBigText = async (file: DiffFile): Promise<DiffFile> => {
    const hunks = await bigTexts.hunksOf(file);
    if (!hunks) return file;
    const kept = new LongPatchScan();
    let parts: Buffer[] = [];
    for await (const piece of hunks) {
      kept.add(piece);
      parts.push(piece);
      if (!written && kept.bytes <= maxBytes) continue;
      for (const part of parts) await spec.onLongPiece(part);
      parts = [];
    }
    const { added, removed } = written?.changed ?? kept.changed;
    const isWhitespaceOnly = ignoreWhitespace && added + removed === 0;
    const counted = { isBinary: false, isWhitespaceOnly, addedLines: added, removedLines: removed };
    return { ...file, ...counted, isTooLarge: written !== undefined, patchBytes: Buffer.concat(parts) };
  };
  for await (const found of streamDiff(repo, spec)) {
    const compared = await asBigText(await utf16.of(found));
    const long = written;
    written = undefined;
    // Taken apart at once, so that the hunks are not kept alive.
    const { patchBytes: bytes, ...rest } = compared;
    const known = await facts.of(long ? { ...compared, patchBytes: long.otherText } : compared);
    const patchBytes = known.encodings && !long ? patchAsUtf8(bytes, known.encodings) : bytes;
    const place = { patchOffset: totals.patchBytes, patchLength: long?.bytes ?? patchBytes.length };
    const file: IndexFile = { ...rest, ...known, ...place, ...(long && { long: long.finish() }), moves: [] };
    totals.files += 1;
    totals.addedLines += file.addedLines;
    totals.removedLines += file.removedLines;
    totals.patchBytes += file.patchLength;
    files.push(file);
    options.onFile?.(file, patchBytes);
    await behind.add(files.length - 1, patchBytes);
    await turns.give();
  }
  await behind.finish();
  await pack.finish();
  for (const [at, found] of await moves.find(turns)) files[at]?.moves.push(...found);
  for (const [at, file] of files.entries()) if (moves.leftOut.has(at)) file.movesLeftOut = true;
  const index: DiffIndex = {
    version: DIFF_INDEX_VERSION,
    base: options.base,
    head: options.head,
    ignoreWhitespace,
    files,
    totals,
    blocks: pack.blocks,
    packBytes: pack.packBytes,
  };
  return { index, pack: Buffer.concat(parts) };
}

/** Cuts what comes in into blocks and compresses up to two at a time, keeping their order. */
class PackWriter {
  readonly blocks: IndexBlock[] = [];
  packBytes = 0;
  readonly #sink: (block: Buffer) => Promise<void> | void;
  #open: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #openBytes = 0;
  #rawOffset = 0;
  #inFlight: { raw: Buffer; packed: Promise<Buffer> }[] = [];
  /** Room of blocks that are compressed, to be filled again: memory outside of the heap is collected with all that is in it. */
  readonly #free: Buffer[] = [];

  constructor(sink: (block: Buffer) => Promise<void> | void) {
    this.#sink = sink;
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#openBytes);
      this.#open.set(part, this.#openBytes);
      this.#openBytes += part.length;
      at += part.length;
      if (this.#openBytes === BLOCK_BYTES) await this.#seal();
    }
  }

  async finish(): Promise<void> {
    if (this.#openBytes > 0) await this.#seal();
    while (this.#inFlight.length > 0) await this.#drainOne();
  }

  async #seal(): Promise<void> {
    const raw = this.#open.subarray(0, this.#openBytes);
    const packed = compressBlock(raw);
    // Looked at in order below; until then a failure must not count as unhandled.
    packed.catch(() => undefined);
    this.#inFlight.push({ raw, packed });
    this.#openBytes = 0;
    if (this.#inFlight.length > 2) await this.#drainOne();
    this.#open = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  async #drainOne(): Promise<void> {
    const next = this.#inFlight.shift();
    if (next === undefined) return;
    const block = await next.packed;
    const rawLength = next.raw.length;
    if (rawLength === BLOCK_BYTES) this.#free.push(next.raw);
    this.blocks.push({ offset: this.packBytes, length: block.length, rawOffset: this.#rawOffset, rawLength });
    this.packBytes += block.length;
    this.#rawOffset += rawLength;
    await this.#sink(block);
  }
}
