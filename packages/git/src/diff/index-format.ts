import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { GitError } from '../process/git-error.ts';
import type { ChangedFile, DiffFile, LfsChange } from './diff-file.ts';
import type { IndexMove } from './find-moves.ts';
import { cutPage, type LongPatch, MAX_PAGE_BYTES, type PatchPart, patchFrom } from './long-patch.ts';
import { patchAsUtf8 } from '../objects/decode-text.ts';

/*
 * A diff index has two parts. The *header* (this file's JSON, compressed) tells everything about every file but its lines.
 * The *pack* holds the hunks of all files one after the other, cut into blocks of about 256 KiB that are compressed one by
 * one: showing a page of files unpacks only the blocks it needs. Both never change once made.
 */
export const DIFF_INDEX_VERSION = 3;
export const BLOCK_BYTES = 256 * 1024;

/** The least that zlib takes. */
const MIN_CHUNK_BYTES = 64;
const MAGIC = Buffer.from('TDI');
const MAX_HEADER_BYTES = 512 * 1024 * 1024;
const compressAsync = promisify(zstdCompress);
const decompressAsync = promisify(zstdDecompress);

/** What `.gitattributes` says, or the name, or the look of the lines. */
export type GeneratedReason = 'attribute' | 'no_diff_attribute' | 'lock_file' | 'minified' | 'name';

export interface IndexFile extends ChangedFile, Omit<DiffFile, 'patchBytes'> {
  fileHash: string;
  /** Why it counts as made by a tool. */
  generated: GeneratedReason | null;
  /** An added file with the content that this changed file had before. */
  copiedFrom: string | null;
  /** Blocks that came from or went to somewhere else, by line. */
  moves: IndexMove[];
  /** The comparison has more changed lines, or more alike, than are searched: not all of this file was looked for. */
  movesLeftOut?: true;
  /** Bytes of the two blobs; null where there is none (or a submodule). */
  oldSize: number | null;
  newSize: number | null;
  /** Where the hunks are in the unpacked pack. */
  patchOffset: number;
  patchLength: number;
  /** Of hunks that are too long to be read at once: their pages. */
  long?: LongPatch;
  lfs: LfsChange | null;
}

export interface IndexBlock {
  /** In the pack. */
  offset: number;
  length: number;
  /** In the unpacked pack. */
  rawOffset: number;
  rawLength: number;
}

export interface DiffIndexTotals {
  files: number;
  addedLines: number;
  removedLines: number;
  /** Of all hunks, unpacked. */
  patchBytes: number;
}

export interface DiffIndex {
  version: typeof DIFF_INDEX_VERSION;
  base: string | null;
  head: string;
  ignoreWhitespace: boolean;
  files: IndexFile[];
  totals: DiffIndexTotals;
  blocks: IndexBlock[];
  packBytes: number;
}

/** Reads a part of a stored pack. */
export type PackReader = (offset: number, length: number) => Promise<Buffer>;

/**
 * Told how much comes, zstd makes no more room for itself than that takes; and there is room for what comes out in one or
 * two pieces: each is a way to another thread and back.
 */
export async function compressBlock(raw: Buffer): Promise<Buffer> {
  return compressAsync(raw, { pledgedSrcSize: raw.length, chunkSize: Math.max(MIN_CHUNK_BYTES, raw.length >> 2) });
}

export async function encodeDiffIndex(index: DiffIndex): Promise<Buffer> {
  const packed = await compressBlock(Buffer.from(JSON.stringify(index)));
  return Buffer.concat([MAGIC, Buffer.of(DIFF_INDEX_VERSION), packed]);
}

/** Throws `corrupt` when the bytes are no index of a version we know; the caller then builds it again. */
export function decodeDiffIndex(bytes: Buffer): DiffIndex {
  const known = bytes.subarray(0, MAGIC.length).equals(MAGIC) && bytes[MAGIC.length] === DIFF_INDEX_VERSION;
  if (!known) throw new GitError('corrupt', 'The diff index has an unknown format.');
  try {
    const json = zstdDecompressSync(bytes.subarray(MAGIC.length + 1), { maxOutputLength: MAX_HEADER_BYTES });
    return JSON.parse(json.toString('utf8'));
  } catch (cause) {
    throw new GitError('corrupt', 'The diff index is damaged.', { cause });
  }
}

export function bufferReader(pack: Buffer): PackReader {
  return (offset, length) => Promise.resolve(pack.subarray(offset, offset + length));
}

/** The hunks of some files, in the order given; of those that are too long, none. */
export function readIndexFiles(
  index: Pick<DiffIndex, 'blocks'>,
  reader: PackReader,
  files: readonly Pick<IndexFile, 'patchOffset' | 'patchLength' | 'long'>[],
): Promise<Buffer[]> {
  const parts = files.map(({ patchOffset, patchLength, long }) => ({
    patchOffset,
    patchLength: long ? 0 : patchLength,
  }));
  return readParts(index, reader, parts);
}

/** Pages of hunks that are too long, `from` to `to` (not included), as one patch. */
export async function readIndexPages(
  index: Pick<DiffIndex, 'blocks'>,
  reader: PackReader,
  { patchOffset, patchLength, long, encodings }: IndexFile,
  from: number,
  to = from + 1,
): Promise<PatchPart | undefined> {
  const pages = long?.pages.slice(from, to) ?? [];
  const [first] = pages;
  if (!long || !first) return undefined;
  const endOf = (at: number) => long.pages[from + at + 1]?.offset ?? patchLength;
  const length = (at: number) => endOf(at) - (pages[at]?.offset ?? 0);
  const read = await readParts(
    index,
    reader,
    pages.map(({ offset }, at) => ({
      patchOffset: patchOffset + offset,
      patchLength: Math.min(length(at), MAX_PAGE_BYTES),
    })),
  );
  const bytes = Buffer.concat(read.map((page, at) => (page.length < length(at) ? cutPage(page) : page)));
  const next = long.pages[from + pages.length];
  const patch = patchFrom(bytes, first);
  return {
    patch: encodings ? patchAsUtf8(patch, encodings) : patch,
    start: { old: first.old, new: first.new },
    row: first.row,
    end: next?.row ?? long.rows,
    isLast: !next,
    isCut: length(pages.length - 1) > MAX_PAGE_BYTES,
  };
}

/** Each block they need is read and unpacked once. */
async function readParts(
  index: Pick<DiffIndex, 'blocks'>,
  reader: PackReader,
  files: readonly Pick<IndexFile, 'patchOffset' | 'patchLength'>[],
): Promise<Buffer[]> {
  const needed = new Map<IndexBlock, Promise<Buffer>>();
  const unpack = (block: IndexBlock): Promise<Buffer> => {
    const known = needed.get(block) ?? readBlock(block, reader);
    needed.set(block, known);
    return known;
  };
  return Promise.all(
    files.map(async ({ patchOffset, patchLength }) => {
      const parts: Buffer[] = [];
      const end = patchOffset + patchLength;
      if (patchLength === 0) return Buffer.alloc(0);
      for (let at = firstBlock(index.blocks, patchOffset); at < index.blocks.length; at += 1) {
        const block = index.blocks[at];
        if (block === undefined || block.rawOffset >= end) break;
        const raw = await unpack(block);
        parts.push(
          raw.subarray(Math.max(0, patchOffset - block.rawOffset), Math.min(raw.length, end - block.rawOffset)),
        );
      }
      return Buffer.concat(parts);
    }),
  );
}

async function readBlock(block: IndexBlock, reader: PackReader): Promise<Buffer> {
  const packed = await reader(block.offset, block.length);
  try {
    const raw = await decompressAsync(packed, {
      maxOutputLength: block.rawLength,
      chunkSize: Math.max(MIN_CHUNK_BYTES, block.rawLength),
    });
    if (raw.length === block.rawLength) return raw;
  } catch (cause) {
    throw new GitError('corrupt', 'A block of the diff pack is damaged.', { cause });
  }
  throw new GitError('corrupt', 'A block of the diff pack is cut off.');
}

/** Blocks are in order; finds the one that holds the offset. */
function firstBlock(blocks: readonly IndexBlock[], rawOffset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((blocks[middle]?.rawOffset ?? 0) <= rawOffset) low = middle;
    else high = middle - 1;
  }
  return low;
}
