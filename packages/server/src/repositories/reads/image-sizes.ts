import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';
import { isGitError, readBlob } from '@tributary/git';
import { imageSizeOf } from './image-size.ts';

/** Larger images, and those beyond what one answer may read, are shown all the same; only their place is not kept. */
const MOST_BYTES = 4 * 1_024 * 1_024;
const MOST_BYTES_OF_ANSWER = 16 * 1_024 * 1_024;
const MOST_KNOWN = 4_000;

/** By the id of the contents, the first known going first. */
const known = new Map<string, ImageSize | null>();

export type ImageBlob = { path: string; oid: string; sizeBytes: number | null };

function keep(oid: string, size: ImageSize | null): void {
  known.set(oid, size);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}

/**
 * How large images are, so that pages can keep their place: for one answer. Each is read once, by the reader of git that is
 * open anyway; ask one after the other, so that one at a time is in memory.
 */
export function imageSizeReader(repo: string): (picture: ImageBlob) => Promise<ImageSize | null> {
  let left = MOST_BYTES_OF_ANSWER;
  return async ({ path, oid, sizeBytes }) => {
    const remembered = known.get(oid);
    if (remembered !== undefined) return remembered;
    if (sizeBytes === null || sizeBytes > MOST_BYTES || sizeBytes > left) return null;
    left -= sizeBytes;
    try {
      const size = imageSizeOf(path, await readBlob(repo, oid, { maxBytes: MOST_BYTES }));
      keep(oid, size);
      return size;
    } catch (error) {
      if (!isGitError(error)) throw error;
      return null;
    }
  };
}
