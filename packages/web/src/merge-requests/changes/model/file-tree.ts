import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type * as tree from '@tributary/contract/merge-requests/file-tree.ts';

export { buildFileTree, filesInTreeOrder } from '@tributary/contract/merge-requests/file-tree.ts';

export type FileNode = tree.FileNode<DiffFileSummary>;
export type FolderNode = tree.FolderNode<DiffFileSummary>;
export type TreeNode = tree.TreeNode<DiffFileSummary>;
