import type { PictureSize } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, isGitError, readBlob } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isPicture } from './page-diff-file.ts';
import { pictureSizeOf } from './picture-size.ts';

/** Larger pictures, and those beyond what one answer may read, are shown all the same; only their place is not kept. */
const MOST_BYTES = 4 * 1_024 * 1_024;
const MOST_BYTES_OF_ANSWER = 16 * 1_024 * 1_024;
const MOST_KNOWN = 4_000;

/** By the id of the contents, the first known going first. */
const known = new Map<string, PictureSize | null>();

export type PictureSides = { old: PictureSize | null; new: PictureSize | null };

function keep(oid: string, size: PictureSize | null): void {
  known.set(oid, size);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}

/**
 * How large the pictures among these files are, so that pages can keep their place. Each is read once, by the reader of git
 * that is open anyway, one after the other: one at a time is in memory.
 */
export async function pictureSizes(
  ctx: Context,
  projectId: number,
  files: readonly IndexFile[],
): Promise<(file: IndexFile) => PictureSides | undefined> {
  const pictures = files.filter(isPicture);
  if (pictures.length === 0) return () => undefined;
  const repo = ctx.repositories.directory(projectId);
  const sizes = new Map<string, PictureSize | null>();
  let left = MOST_BYTES_OF_ANSWER;
  const read = async (path: string, oid: string, bytes: number | null): Promise<void> => {
    const remembered = known.get(oid);
    if (remembered !== undefined) return void sizes.set(oid, remembered);
    if (bytes === null || bytes > MOST_BYTES || bytes > left || sizes.has(oid)) return;
    left -= bytes;
    try {
      const size = pictureSizeOf(path, await readBlob(repo, oid, { maxBytes: MOST_BYTES }));
      keep(oid, size);
      sizes.set(oid, size);
    } catch (error) {
      if (!isGitError(error)) throw error;
    }
  };
  for (const file of pictures) {
    if (file.status !== 'added') await read(file.oldPath, file.oldOid, file.oldSize);
    if (file.status !== 'deleted') await read(file.newPath, file.newOid, file.newSize);
  }
  return (file) =>
    isPicture(file) ? { old: sizes.get(file.oldOid) ?? null, new: sizes.get(file.newOid) ?? null } : undefined;
}
