import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { imageSizeReader, isImageChange } from '../../repositories/index.ts';

export type DiffImageSizes = { old: ImageSize | null; new: ImageSize | null };

/** How large the images among these files are. */
export async function imageSizes(
  ctx: Context,
  projectId: number,
  files: readonly IndexFile[],
): Promise<(file: IndexFile) => DiffImageSizes | undefined> {
  const read = imageSizeReader(ctx.repositories.directory(projectId));
  const sizes = new Map<IndexFile, DiffImageSizes>();
  for (const file of files.filter(isImageChange)) {
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
