import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { FileNode, FolderNode, TreeNode } from './file-tree.ts';

/** One line of the tree as it is shown. `position` counts from 1 among its siblings. */
export type TreeRow = { depth: number; position: number; siblings: number } & (
  | { type: 'file'; node: FileNode }
  | { type: 'folder'; node: FolderNode; isOpen: boolean }
);

/** The lines of the tree from top to bottom, without what is inside of closed folders. */
export function treeRows(nodes: readonly TreeNode[], closed: ReadonlySet<string>, depth = 0): TreeRow[] {
  return nodes.flatMap((node, at): TreeRow[] => {
    const place = { depth, position: at + 1, siblings: nodes.length };
    if (node.type === 'file') return [{ ...place, type: 'file', node }];
    const isOpen = !closed.has(node.key);
    return [{ ...place, type: 'folder', node, isOpen }, ...(isOpen ? treeRows(node.children, closed, depth + 1) : [])];
  });
}

/** The files as a plain list of paths. */
export function listRows(files: readonly DiffFileSummary[]): TreeRow[] {
  return files.map((file, at) => ({
    type: 'file',
    depth: 0,
    position: at + 1,
    siblings: files.length,
    node: { type: 'file', key: file.file_hash, name: file.file_path, file },
  }));
}

/** `.ts`; the whole name for files like `Makefile`. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(dot);
}

/** Extensions of the files with how many have it, the most first. */
export function countExtensions(files: readonly DiffFileSummary[]): { extension: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { file_path: path } of files) counts.set(extensionOf(path), (counts.get(extensionOf(path)) ?? 0) + 1);
  return [...counts]
    .map(([extension, count]) => ({ extension, count }))
    .toSorted((a, b) => b.count - a.count || a.extension.localeCompare(b.extension, 'en'));
}
