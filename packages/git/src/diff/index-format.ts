import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { GitError } from '../process/git-error.ts';
import type { ChangedFile, DiffFile, LfsChange } from './diff-file.ts';
import type { IndexMove } from './find-moves.ts';

/*
 * A diff index has two parts. The *header* (this file's JSON, compressed) tells everything about every file but its lines.
 * The *pack* holds the hunks of all files one after the other, cut into blocks of about 256 KiB that are compressed one by
 * one: showing a page of files unpacks only the blocks it needs. Both never change once made.
 */
export const DIFF_INDEX_VERSION = 2;
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
  /** Bytes of the two blobs; null where there is none (or a submodule). */
  oldSize: number | null;
  newSize: number | null;
  /** Where the hunks are in the unpacked pack. */
  patchOffset: number;
  patchLength: number;
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

/** Throws `corrupt` when the bytes are no index of a version we know; the caller then builds it anew. */
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

/** The hunks of some files, in the order given. Each block they need is read and unpacked once. */
export async function readIndexFiles(
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
