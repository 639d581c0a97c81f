import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type * as tree from '@tributary/contract/merge-requests/file-tree.ts';

export { buildFileTree, filesInTreeOrder } from '@tributary/contract/merge-requests/file-tree.ts';

export type FileNode = tree.FileNode<DiffFileSummary>;
export type FolderNode = tree.FolderNode<DiffFileSummary>;
export type TreeNode = tree.TreeNode<DiffFileSummary>;

/** The tree with only the files whose path contains the words, and their folders. */
export function filterTree(nodes: readonly TreeNode[], query: string): TreeNode[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node): TreeNode[] => {
    if (node.type === 'file') return node.file.file_path.toLowerCase().includes(wanted) ? [node] : [];
    const children = filterTree(node.children, query);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
