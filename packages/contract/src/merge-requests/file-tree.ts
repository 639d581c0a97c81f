/** What a tree needs to know of a changed file. */
export type TreeFile = { file_path: string; file_hash: string };

export type FileNode<F extends TreeFile> = { type: 'file'; key: string; name: string; file: F };
export type FolderNode<F extends TreeFile> = { type: 'folder'; key: string; name: string; children: TreeNode<F>[] };
export type TreeNode<F extends TreeFile> = FileNode<F> | FolderNode<F>;

/** Merged names of folders with a single child are shortened to this many characters. */
const FOLDER_NAME_LIMIT = 40;

type Building<F> = { folders: Map<string, Building<F>>; files: F[] };

/** Kept, for thousands of names are compared. */
const order = new Intl.Collator('en');

function byName(a: { name: string }, b: { name: string }): number {
  return order.compare(a.name, b.name);
}

/** A name with bytes that are no text stands by its whole path: which folder it shares with others cannot be seen in it. */
const partsOf = (path: string) => (path.startsWith('//') ? [path] : path.split('/'));

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

function finish<F extends TreeFile>(folder: Building<F>, path: string): TreeNode<F>[] {
  const folders = [...folder.folders].map(([name, child]) => finishFolder(name, child, path)).toSorted(byName);
  const files = folder.files.map((file): FileNode<F> => {
    const name = partsOf(file.file_path).at(-1) ?? '';
    return { type: 'file', key: file.file_hash, name, file };
  });
  return [...folders, ...files.toSorted(byName)];
}

function finishFolder<F extends TreeFile>(name: string, folder: Building<F>, parent: string): FolderNode<F> {
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
export function buildFileTree<F extends TreeFile>(files: readonly F[]): TreeNode<F>[] {
  const root: Building<F> = { folders: new Map(), files: [] };
  for (const file of files) {
    let folder = root;
    const parts = partsOf(file.file_path);
    for (const part of parts.slice(0, -1)) {
      const next = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return finish(root, '');
}

/** Files in the order the tree shows them, which is the order they are read in. */
export function filesInTreeOrder<F extends TreeFile>(nodes: readonly TreeNode<F>[]): F[] {
  return nodes.flatMap((node) => (node.type === 'file' ? [node.file] : filesInTreeOrder(node.children)));
}
