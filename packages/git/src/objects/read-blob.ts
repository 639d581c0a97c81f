import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { streamGit } from '../process/run-git.ts';
import type { GitStream } from '../process/run-git.ts';
import { assertObjectId } from './object-id.ts';
import { findEntry } from './read-tree.ts';

export const DEFAULT_MAX_BLOB_BYTES = 20 * 1024 * 1024;

export interface BlobAtPath {
  oid: string;
  mode: string;
  size: number;
  content: Buffer;
  /** True when only the first `maxBytes` bytes are here. */
  truncated: boolean;
}

export async function blobInfo(repo: string, oid: string): Promise<{ oid: string; size: number } | undefined> {
  const info = await sharedCatFiles().info(repo, assertObjectId(oid));
  return info === null || info.type !== 'blob' ? undefined : { oid: info.oid, size: info.size };
}

/** The whole blob. Throws `not_found`, or `too_large` above `maxBytes`. */
export async function readBlob(repo: string, oid: string, options: { maxBytes?: number } = {}): Promise<Buffer> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BLOB_BYTES;
  const info = await blobInfo(repo, oid);
  if (info === undefined) throw new GitError('not_found', 'No such blob.', { details: { oid } });
  // Asked first, so that a huge blob is never pumped through the shared reader.
  if (info.size > maxBytes)
    throw new GitError('too_large', 'The file is too large.', { details: { size: info.size, maxBytes } });
  const answer = await sharedCatFiles().contents(repo, oid, maxBytes);
  if (answer === null) throw new GitError('not_found', 'No such blob.', { details: { oid } });
  return answer.content;
}

/**
 * The file (or symlink, as its text; never followed) at a path. Throws `not_found` for directories and submodules too.
 * With `maxBytes` smaller than the file the beginning is given and `truncated` is true.
 */
export async function readBlobAt(
  repo: string,
  rev: string,
  path: string,
  options: { maxBytes?: number } = {},
): Promise<BlobAtPath> {
  const entry = await findEntry(repo, rev, path);
  if (entry === undefined || entry.type !== 'blob')
    throw new GitError('not_found', 'No such file.', { details: { path } });
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BLOB_BYTES;
  const info = await blobInfo(repo, entry.oid);
  if (info === undefined)
    throw new GitError('corrupt', 'A file of this tree is missing.', { details: { oid: entry.oid } });
  const content =
    info.size > maxBytes ? await readStart(repo, entry.oid, maxBytes) : await readBlob(repo, entry.oid, { maxBytes });
  return { oid: entry.oid, mode: entry.mode, size: info.size, content, truncated: info.size > maxBytes };
}

/** The blob as a stream, for downloads of any size. */
export function streamBlob(repo: string, oid: string, options: { signal?: AbortSignal } = {}): GitStream {
  const stream = streamGit(repo, ['cat-file', 'blob'], {
    revs: [assertObjectId(oid)],
    timeoutMs: 30 * 60_000,
    signal: options.signal,
  });
  stream.stdin.end();
  return stream;
}

/** The first bytes of a blob of any size. */
export async function readStart(repo: string, oid: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = streamBlob(repo, oid);
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** git's own rule: a NUL in the first 8000 bytes. */
export function isBinaryContent(bytes: Buffer): boolean {
  const nul = bytes.indexOf(0);
  return nul !== -1 && nul < 8000;
}

export interface LfsPointer {
  /** SHA-256, hex. */
  oid: string;
  size: number;
}

/** Reads a Git LFS pointer file; anything else gives null. */
export function parseLfsPointer(bytes: Buffer): LfsPointer | null {
  if (bytes.length > 1024 || !bytes.subarray(0, 8).equals(Buffer.from('version '))) return null;
  const text = bytes.toString('utf8');
  if (!/^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v\d+\n/.test(text)) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? null : { oid, size: Number(size) };
}
