import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { FolderTree, List } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { patchPreferences } from '../../app/preferences.ts';
import { Signal } from '../../lib/signal.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useChanges } from './changes-context.ts';
import { buildFileTree } from './model/file-tree.ts';
import { filterStable } from './model/filter-stable.ts';
import { listRows, treeRows } from './model/tree-rows.ts';
import { TreeFilterMenu, useTreeFilters } from './tree-filters.tsx';
import { TreeView } from './tree-view.tsx';

/** Folders or plain paths: what this user chose, else what this device did. */
function useIsTree(): [boolean, (isTree: boolean) => void] {
  const { viewer } = useShell();
  const [stored, store] = useStored('mr_diff_tree_list', true, parseBoolean);
  const preferred = viewer?.preferences['diff_file_tree'];
  const change = (isTree: boolean) => {
    store(isTree);
    patchPreferences({ diff_file_tree: isTree });
  };
  return [typeof preferred === 'boolean' ? preferred : stored, change];
}

function matches(file: DiffFileSummary, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return file.file_path.toLowerCase().includes(wanted) || file.old_path.toLowerCase().includes(wanted);
}

/** The same list while the same files pass, however often it is asked: what is said on any file asks. */
function useFound(files: readonly DiffFileSummary[], keeps: (file: DiffFileSummary) => boolean) {
  const [before, setBefore] = useState(files);
  const found = filterStable(files, keeps, before);
  if (found !== before) setBefore(found);
  return found;
}

/** What the reader chose in the tree; it outlives the tree, which may be closed and opened again. */
export const newTreeChoice = () =>
  new Signal({ query: '', closed: new Set() as ReadonlySet<string>, kinds: new Set() as ReadonlySet<string> });
export type TreeChoice = ReturnType<typeof newTreeChoice>;

type FileTreeProps = { choice: TreeChoice; showsStats: boolean; onPicked?: () => void };

/** The changed files as a tree or a list, with filters on top. */
export function FileTree({ choice, showsStats, onPicked }: FileTreeProps) {
  const { files, tree, goTo } = useChanges();
  const { query, closed, kinds } = useSyncExternalStore(choice.subscribe, choice.get);
  const choose = (change: Partial<ReturnType<TreeChoice['get']>>) => choice.set({ ...choice.get(), ...change });
  const [isTree, setTree] = useIsTree();
  const filters = useTreeFilters(kinds, (next) => choose({ kinds: next }));
  const found = useFound(files, (file) => filters.keeps(file) && matches(file, query));
  const rows = useMemo(() => {
    if (!isTree) return listRows(found);
    return treeRows(found === files ? tree : buildFileTree(found), closed);
  }, [isTree, found, files, tree, closed]);
  const toggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    choose({ closed: next });
  };
  return (
    <nav aria-label="Changed files" className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1">
        <FilterField
          label="Filter files"
          value={query}
          onValueChange={(next) => choose({ query: next })}
          className="flex-1"
        />
        <TreeFilterMenu filters={filters} />
        <IconButton
          icon={isTree ? List : FolderTree}
          label={isTree ? 'Show as a list' : 'Show as a tree'}
          size="sm"
          onClick={() => setTree(!isTree)}
        />
      </div>
      {rows.length === 0 ? (
        <p className="px-2 py-4 text-fg-muted">
          {query.trim() === '' ? 'No changed files match the filter.' : `No changed files match “${query}”.`}
        </p>
      ) : (
        <TreeView
          rows={rows}
          showsStats={showsStats}
          onToggle={toggle}
          onPick={(file) => {
            onPicked?.();
            void goTo({ fileHash: file.file_hash, focus: onPicked !== undefined });
          }}
        />
      )}
      <p role="status" className="sr-only">
        {found.length === files.length ? '' : `${found.length} of ${files.length} files`}
      </p>
    </nav>
  );
}
