import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';

export type FileNode = { type: 'file'; key: string; name: string; file: DiffFileSummary };
export type FolderNode = { type: 'folder'; key: string; name: string; children: TreeNode[] };
export type TreeNode = FileNode | FolderNode;

/** Merged names of folders with a single child are shortened to this many characters. */
const FOLDER_NAME_LIMIT = 40;

type Building = { folders: Map<string, Building>; files: DiffFileSummary[] };

function emptyFolder(): Building {
  return { folders: new Map(), files: [] };
}

/** Kept, for thousands of names are compared. */
const order = new Intl.Collator('en');

function byName(a: { name: string }, b: { name: string }): number {
  return order.compare(a.name, b.name);
}

/** A path too long to show whole keeps its first and last part, else the last one, or at least its end. */
function shortenFolders(name: string): string {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  const ways = [
    name,
    ...(parts.length > 2 ? [`${parts[0]}/…/${last}`] : []),
    ...(parts.length > 1 ? [`…/${last}`] : []),
  ];
  return ways.find((way) => way.length <= FOLDER_NAME_LIMIT) ?? `…${last.slice(1 - FOLDER_NAME_LIMIT)}`;
}

function finish(folder: Building, path: string): TreeNode[] {
  const folders = [...folder.folders].map(([name, child]) => finishFolder(name, child, path)).toSorted(byName);
  const files = folder.files.map((file): FileNode => {
    const name = file.file_path.slice(file.file_path.lastIndexOf('/') + 1);
    return { type: 'file', key: file.file_hash, name, file };
  });
  return [...folders, ...files.toSorted(byName)];
}

function finishFolder(name: string, folder: Building, parent: string): FolderNode {
  let merged = name;
  let current = folder;
  while (current.files.length === 0 && current.folders.size === 1) {
    const [next] = current.folders;
    if (!next) break;
    merged = `${merged}/${next[0]}`;
    current = next[1];
  }
  const key = parent === '' ? merged : `${parent}/${merged}`;
  return { type: 'folder', key, name: shortenFolders(merged), children: finish(current, key) };
}

/** Changed files as a tree: folders before files, each by name; folders with one folder inside are joined. */
export function buildFileTree(files: readonly DiffFileSummary[]): TreeNode[] {
  const root = emptyFolder();
  for (const file of files) {
    let folder = root;
    const parts = file.file_path.split('/');
    for (const part of parts.slice(0, -1)) {
      const next = folder.folders.get(part) ?? emptyFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return finish(root, '');
}

/** Files in the order the tree shows them, which is the order they are read in. */
export function filesInTreeOrder(nodes: readonly TreeNode[]): DiffFileSummary[] {
  return nodes.flatMap((node) => (node.type === 'file' ? [node.file] : filesInTreeOrder(node.children)));
}

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
