import { displayPath } from '@tributary/contract/projects/display-path.ts';
import clsx from 'clsx';
import {
  ChevronRight,
  File as FileIcon,
  FilePlus2,
  FileUp,
  Folder,
  FolderOpen,
  GitPullRequest,
  Search,
} from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { narrowFiles, prepareFiles, rankFiles } from '../model/find-files.ts';
import { foldersAbove, type TreeEntry, treeOf } from './model/file-tree.ts';
import { ChangeBadge } from './change-badge.tsx';
import type { Ide } from './use-ide.ts';

const FOUND = 60;
/** Of one folder; the others are found by their names. */
const SHOWN = 400;

type TreeProps = { ide: Ide; active: string | null };

const rowClasses =
  'control flex min-h-7 w-full min-w-0 items-center gap-1.5 rounded-sm pr-2 text-left hover:bg-hover max-sm:min-h-10';

function FileRow({ path, name, level, tree }: { path: string; name: string; level: number; tree: TreeProps }) {
  const { change, mrChange } = tree.ide.entry(path);
  return (
    <button
      type="button"
      onClick={() => void tree.ide.open(path)}
      aria-current={tree.active === path ? 'true' : undefined}
      title={displayPath(path)}
      className={clsx(rowClasses, tree.active === path && 'bg-pressed')}
      style={{ paddingLeft: `${level * 14 + 20}px` }}
    >
      <FileIcon size={14} aria-hidden className="shrink-0 text-fg-faint" />
      <span className="min-w-0 flex-1 truncate">
        <MarkedName name={name} />
      </span>
      {mrChange && (
        <span title={`Changed in !${mrChange.iid}`} className="shrink-0 text-fg-muted">
          <GitPullRequest size={14} aria-label={`changed in !${mrChange.iid}`} />
        </span>
      )}
      <ChangeBadge change={change} />
    </button>
  );
}

type BranchProps = {
  entries: readonly TreeEntry[];
  level: number;
  tree: TreeProps;
  unfolded: ReadonlySet<string>;
  onToggle: (folder: string) => void;
};

function Branch({ entries, level, tree, unfolded, onToggle }: BranchProps) {
  return (
    <ul>
      {entries.slice(0, SHOWN).map((entry) => {
        if (entry.kind === 'file') {
          return (
            <li key={entry.path}>
              <FileRow path={entry.path} name={entry.name} level={level} tree={tree} />
            </li>
          );
        }
        const isOpen = unfolded.has(entry.path);
        const Icon = isOpen ? FolderOpen : Folder;
        return (
          <li key={`${entry.path}/`}>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => onToggle(entry.path)}
              className={rowClasses}
              style={{ paddingLeft: `${level * 14 + 2}px` }}
            >
              <ChevronRight size={14} aria-hidden className={clsx('shrink-0 text-fg-faint', isOpen && 'rotate-90')} />
              <Icon size={14} aria-hidden className="shrink-0 text-fg-faint" />
              <span className="min-w-0 flex-1 truncate">
                <MarkedName name={entry.name} />
              </span>
            </button>
            {isOpen && (
              <Branch entries={entry.children} level={level + 1} tree={tree} unfolded={unfolded} onToggle={onToggle} />
            )}
          </li>
        );
      })}
      {entries.length > SHOWN && (
        <li className="px-5 py-1 text-sm text-fg-muted">
          {formatCount(entries.length - SHOWN)} more. Type part of a name above to find them.
        </li>
      )}
    </ul>
  );
}

/** Up and down go from row to row, as in any tree. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

type Asks = { onNew: () => void; onUpload: (chosen: File) => void };

/** The files of the branch with what was done to them: folders before files, then by name. */
export function IdeFileTree({ ide, active, onNew, onUpload }: TreeProps & Asks) {
  const { now } = ide;
  const chooser = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const paths = useMemo(() => [...now.keys()], [now]);
  const entries = useMemo(() => treeOf(paths, displayPath), [paths]);
  const prepared = useMemo(() => prepareFiles(paths), [paths]);
  const found = useMemo(
    () => (asked === '' ? [] : rankFiles(narrowFiles(prepared, asked), asked, FOUND)),
    [prepared, asked],
  );
  const [followed, setFollowed] = useState<string | null>(null);
  if (active !== followed) {
    // The file that is edited is seen in its folders, also when a link has opened it.
    setFollowed(active);
    if (active !== null) setUnfolded(new Set([...unfolded, ...foldersAbove(displayPath(active))]));
  }
  const tree = { ide, active };
  return (
    <section aria-label="Files" className="flex min-h-0 flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Find a file"
          labelHidden
          icon={Search}
          placeholder="Find a file"
          value={query}
          onValueChange={setQuery}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <Button icon={FilePlus2} onClick={onNew}>
          New
        </Button>
        <IconButton icon={FileUp} label="Upload a file" onClick={() => chooser.current?.click()} />
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File to upload"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) onUpload(chosen);
          }}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows are buttons, this moves between them */}
      <div onKeyDown={moveFocus} className="min-h-0 overflow-y-auto max-lg:max-h-56">
        {asked === '' ? (
          <Branch
            entries={entries}
            level={0}
            tree={tree}
            unfolded={unfolded}
            onToggle={(folder) => {
              const next = new Set(unfolded);
              if (!next.delete(folder)) next.add(folder);
              setUnfolded(next);
            }}
          />
        ) : (
          <ul>
            {found.map((file) => (
              <li key={file.key}>
                <FileRow path={file.key} name={file.display} level={0} tree={tree} />
              </li>
            ))}
          </ul>
        )}
        {asked === '' && paths.length === 0 && <p className="px-2 py-4 text-fg-muted">There are no files yet.</p>}
        <p role="status" className="px-2 text-fg-muted empty:hidden">
          {asked !== '' && found.length === 0 && 'No matching files.'}
        </p>
      </div>
    </section>
  );
}
