import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import clsx from 'clsx';
import { ChevronDown, ChevronRight, FileDiff, FileMinus, FilePlus, MessageSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChanges } from './changes-context.ts';
import { buildFileTree, filterTree, type TreeNode } from './model/file-tree.ts';

export type FileTreeProps = {
  files: readonly DiffFileSummary[];
  /** File whose lines are being read, by hash. */
  current: string | null;
  threadsOf: (file: DiffFileSummary) => number;
  onPick: (file: DiffFileSummary) => void;
};

const INDENT_PX = 12;

function FileIcon({ file }: { file: DiffFileSummary }) {
  const Icon = file.new_file ? FilePlus : file.deleted_file ? FileMinus : FileDiff;
  const tone = file.new_file
    ? 'text-diff-added-marker'
    : file.deleted_file
      ? 'text-diff-removed-marker'
      : 'text-fg-faint';
  return <Icon aria-hidden size={14} className={clsx('shrink-0', tone)} />;
}

function FileRow({
  node,
  depth,
  tree,
}: {
  node: Extract<TreeNode, { type: 'file' }>;
  depth: number;
  tree: FileTreeProps;
}) {
  const { file } = node;
  const { slots } = useChanges();
  const threads = tree.threadsOf(file);
  return (
    <a
      href={`#diff-content-${file.file_hash}`}
      title={file.file_path}
      aria-current={tree.current === file.file_hash ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault();
        tree.onPick(file);
      }}
      className={clsx(
        'flex min-h-7 items-center gap-1.5 rounded-sm pr-2 hover:bg-hover',
        tree.current === file.file_hash && 'bg-accent-soft font-medium',
        file.deleted_file && 'text-fg-muted line-through',
      )}
      style={{ paddingLeft: depth * INDENT_PX + 8 }}
    >
      <FileIcon file={file} />
      <span className="min-w-0 flex-1 truncate">{node.name}</span>
      {threads > 0 && (
        <span className="flex items-center gap-0.5 text-xs text-accent-fg" title={`${threads} open threads`}>
          <MessageSquare aria-hidden size={12} />
          {threads}
        </span>
      )}
      {slots.treeMarks.map((Mark, at) => (
        <Mark key={at} file={file} />
      ))}
      <DiffStat added={file.added_lines} removed={file.removed_lines} bar={false} />
    </a>
  );
}

function FolderRow({
  node,
  depth,
  tree,
}: {
  node: Extract<TreeNode, { type: 'folder' }>;
  depth: number;
  tree: FileTreeProps;
}) {
  const [isOpen, setOpen] = useState(true);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        title={node.key}
        className="control flex min-h-7 w-full items-center gap-1 rounded-sm pr-2 text-left text-fg-muted hover:bg-hover"
        style={{ paddingLeft: depth * INDENT_PX + 4 }}
      >
        <Icon aria-hidden size={14} className="shrink-0" />
        <span className="min-w-0 truncate">{node.name}</span>
      </button>
      {isOpen && <Nodes nodes={node.children} depth={depth + 1} tree={tree} />}
    </li>
  );
}

function Nodes({ nodes, depth, tree }: { nodes: readonly TreeNode[]; depth: number; tree: FileTreeProps }) {
  return (
    <ul>
      {nodes.map((node) =>
        node.type === 'folder' ? (
          <FolderRow key={`folder ${node.key}`} node={node} depth={depth} tree={tree} />
        ) : (
          <li key={node.key} className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]">
            <FileRow node={node} depth={depth} tree={tree} />
          </li>
        ),
      )}
    </ul>
  );
}

/** What the slots offer to keep, and which of them is chosen. */
function useKeptFiles(files: readonly DiffFileSummary[]) {
  const { slots } = useChanges();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The list of slots never changes, so neither does the order of these hooks.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const offered = slots.treeFilters.map((useFilter) => useFilter()).filter((each) => each?.isOffered === true);
  const active = offered.filter((each) => each !== null && chosen.has(each.key));
  const kept = active.length === 0 ? files : files.filter((file) => active.every((each) => each?.keeps(file)));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return { kept, offered, chosen, toggle };
}

/** The changed files as a tree with a filter on top. */
export function FileTree(props: FileTreeProps) {
  const [query, setQuery] = useState('');
  const { kept, offered, chosen, toggle } = useKeptFiles(props.files);
  const whole = useMemo(() => buildFileTree(kept), [kept]);
  const nodes = useMemo(() => filterTree(whole, query), [whole, query]);
  return (
    <nav aria-label="Changed files" className="flex h-full min-h-0 flex-col gap-2">
      <TextField
        label="Filter files"
        labelHidden
        placeholder="Filter files"
        type="search"
        value={query}
        onValueChange={setQuery}
      />
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {offered.map(
            (each) =>
              each && (
                <Button
                  key={each.key}
                  size="sm"
                  variant={chosen.has(each.key) ? 'secondary' : 'ghost'}
                  aria-pressed={chosen.has(each.key)}
                  onClick={() => toggle(each.key)}
                >
                  {each.label}
                </Button>
              ),
          )}
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto text-sm">
        {nodes.length === 0 ? (
          <p className="px-2 py-4 text-fg-muted">No changed file matches “{query}”.</p>
        ) : (
          <Nodes nodes={nodes} depth={0} tree={props} />
        )}
      </div>
    </nav>
  );
}
