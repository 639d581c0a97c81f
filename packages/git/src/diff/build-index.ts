import { isZeroOid } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import type { DiffFile } from './diff-file.ts';
import { generatedByPath } from './generated-path.ts';
import { BLOCK_BYTES, DIFF_INDEX_VERSION, compressBlock } from './index-format.ts';
import type { DiffIndex, IndexBlock, IndexFile } from './index-format.ts';
import { fileHash } from './line-code.ts';
import { streamDiff } from './stream-diff.ts';

export interface BuildIndexOptions {
  /** Null: everything in `head` is new. */
  base: string | null;
  head: string;
  ignoreWhitespace?: boolean;
  maxFilePatchBytes?: number;
  /** Takes the blocks of the pack as they are made; then the returned pack is empty. */
  writeBlock?: (block: Buffer) => Promise<void> | void;
  signal?: AbortSignal;
}

/**
 * Makes the index of a comparison in one pass over one `git` process. Only the block being filled, the blocks being
 * compressed and the list of files are in memory (and the pack, unless `writeBlock` takes it).
 */
export async function buildDiffIndex(
  repo: string,
  options: BuildIndexOptions,
): Promise<{ index: DiffIndex; pack: Buffer }> {
  const ignoreWhitespace = options.ignoreWhitespace === true;
  const parts: Buffer[] = [];
  const pack = new PackWriter(options.writeBlock ?? ((block) => void parts.push(block)));
  const files: Promise<IndexFile>[] = [];
  const totals = { files: 0, addedLines: 0, removedLines: 0, patchBytes: 0 };
  const spec = {
    from: options.base,
    to: options.head,
    ignoreWhitespace,
    maxFilePatchBytes: options.maxFilePatchBytes,
    signal: options.signal,
  };
  for await (const file of streamDiff(repo, spec)) {
    totals.files += 1;
    totals.addedLines += file.addedLines;
    totals.removedLines += file.removedLines;
    files.push(toIndexFile(repo, file, totals.patchBytes));
    totals.patchBytes += file.patchBytes.length;
    await pack.write(file.patchBytes);
  }
  await pack.finish();
  const index: DiffIndex = {
    version: DIFF_INDEX_VERSION,
    base: options.base,
    head: options.head,
    ignoreWhitespace,
    files: await Promise.all(files),
    totals,
    blocks: pack.blocks,
    packBytes: pack.packBytes,
  };
  return { index, pack: Buffer.concat(parts) };
}

async function toIndexFile(repo: string, file: DiffFile, patchOffset: number): Promise<IndexFile> {
  // Taken apart at once, so that the hunks are not kept alive while the sizes are looked up.
  const { patchBytes, ...facts } = file;
  const patchLength = patchBytes.length;
  const [oldSize, newSize] = await Promise.all([
    blobSize(repo, file.oldMode, file.oldOid),
    blobSize(repo, file.newMode, file.newOid),
  ]);
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  return {
    ...facts,
    fileHash: fileHash(path),
    isGenerated: generatedByPath(path) !== null,
    oldSize,
    newSize,
    patchOffset,
    patchLength,
  };
}

async function blobSize(repo: string, mode: string, oid: string): Promise<number | null> {
  if (mode === '160000' || isZeroOid(oid)) return null;
  return (await sharedCatFiles().info(repo, oid))?.size ?? null;
}

/** Cuts what comes in into blocks and compresses up to two at a time, keeping their order. */
class PackWriter {
  readonly blocks: IndexBlock[] = [];
  packBytes = 0;
  readonly #sink: (block: Buffer) => Promise<void> | void;
  #open: Buffer[] = [];
  #openBytes = 0;
  #rawOffset = 0;
  #inFlight: { raw: number; packed: Promise<Buffer> }[] = [];

  constructor(sink: (block: Buffer) => Promise<void> | void) {
    this.#sink = sink;
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#openBytes);
      this.#open.push(part);
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
    const packed = compressBlock(Buffer.concat(this.#open, this.#openBytes));
    // Looked at in order below; until then a failure must not count as unhandled.
    packed.catch(() => undefined);
    this.#inFlight.push({ raw: this.#openBytes, packed });
    this.#open = [];
    this.#openBytes = 0;
    if (this.#inFlight.length > 2) await this.#drainOne();
  }

  async #drainOne(): Promise<void> {
    const next = this.#inFlight.shift();
    if (next === undefined) return;
    const block = await next.packed;
    this.blocks.push({ offset: this.packBytes, length: block.length, rawOffset: this.#rawOffset, rawLength: next.raw });
    this.packBytes += block.length;
    this.#rawOffset += next.raw;
    await this.#sink(block);
  }
}
