import { buildFileTree, filesInTreeOrder } from '@tributary/contract/merge-requests/file-tree.ts';
import type { ChangedFile } from '@tributary/git';

const known = new WeakMap<readonly ChangedFile[], readonly number[]>();

/** The files as they are read, in the order of the tree, by their places in git's order. */
export function readingOrder(files: readonly ChangedFile[]): readonly number[] {
  const found = known.get(files);
  if (found) return found;
  const named = files.map((file, index) => ({
    file_path: file.status === 'deleted' ? file.oldPath : file.newPath,
    file_hash: '',
    index,
  }));
  const order = filesInTreeOrder(buildFileTree(named)).map(({ index }) => index);
  known.set(files, order);
  return order;
}
