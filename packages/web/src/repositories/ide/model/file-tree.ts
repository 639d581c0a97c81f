export type TreeFolder = { kind: 'folder'; path: string; name: string; children: TreeEntry[] };
export type TreeLeaf = { kind: 'file'; path: string; name: string };
export type TreeEntry = TreeFolder | TreeLeaf;

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: TreeEntry, b: TreeEntry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
  return byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

function sort(entries: TreeEntry[]): void {
  entries.sort(compare);
  for (const entry of entries) if (entry.kind === 'folder') sort(entry.children);
}

/** Files in their folders: folders before files, then by name. `shown`: the path that users see. */
export function treeOf(paths: Iterable<string>, shown: (path: string) => string): TreeEntry[] {
  const root: TreeEntry[] = [];
  const folders = new Map<string, TreeEntry[]>([['', root]]);
  const inside = (folder: string): TreeEntry[] => {
    const known = folders.get(folder);
    if (known) return known;
    const cut = folder.lastIndexOf('/');
    const children: TreeEntry[] = [];
    inside(folder.slice(0, Math.max(0, cut))).push({
      kind: 'folder',
      path: folder,
      name: folder.slice(cut + 1),
      children,
    });
    folders.set(folder, children);
    return children;
  };
  for (const path of paths) {
    const text = shown(path);
    const cut = text.lastIndexOf('/');
    inside(text.slice(0, Math.max(0, cut))).push({ kind: 'file', path, name: text.slice(cut + 1) });
  }
  sort(root);
  return root;
}

/** The folders that a path stands in, from the top. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
}
