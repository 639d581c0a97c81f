import type { PictureSize } from '@tributary/contract/projects/repository-diff.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isPictureChange, pictureReader } from '../../projects/index.ts';

export type PictureSides = { old: PictureSize | null; new: PictureSize | null };

/** How large the pictures among these files are. */
export async function pictureSizes(
  ctx: Context,
  projectId: number,
  files: readonly IndexFile[],
): Promise<(file: IndexFile) => PictureSides | undefined> {
  const read = pictureReader(ctx.repositories.directory(projectId));
  const sizes = new Map<IndexFile, PictureSides>();
  for (const file of files.filter(isPictureChange)) {
    const { oldPath, oldOid, oldSize, newPath, newOid, newSize } = file;
    const isBefore = file.status !== 'added';
    const isAfter = file.status !== 'deleted';
    sizes.set(file, {
      old: isBefore ? await read({ path: oldPath, oid: oldOid, sizeBytes: oldSize }) : null,
      new: isAfter ? await read({ path: newPath, oid: newOid, sizeBytes: newSize }) : null,
    });
  }
  return (file) => sizes.get(file);
}
