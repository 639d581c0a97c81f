import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import clsx from 'clsx';
import { ChevronDown, ChevronRight, FileDiff, FileMinus, FilePlus, MessageSquare } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { NameText } from '../../ui/path-text.tsx';
import { useChanges, useCurrentFile } from './changes-context.ts';
import { useFileComments } from './use-file-comments.ts';
import type { TreeRow } from './model/tree-rows.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { readNames } from './read-names.ts';

const ROW_PX = 28;
const INDENT_PX = 12;
/** Rows drawn above and below what is in view. */
const SPARE_ROWS = 12;

export type TreeViewProps = {
  rows: readonly TreeRow[];
  showsStats: boolean;
  onToggle: (folder: string) => void;
  onPick: (file: DiffFileSummary) => void;
};

function FileIcon({ file }: { file: DiffFileSummary }) {
  const isNew = file.new_file || file.copied_file;
  const Icon = isNew ? FilePlus : file.deleted_file ? FileMinus : FileDiff;
  const tone = isNew ? 'text-diff-added-marker' : file.deleted_file ? 'text-diff-removed-marker' : 'text-fg-faint';
  return <Icon aria-hidden size={14} className={clsx('shrink-0', tone)} />;
}

function FileParts({ file, name, showsStats }: { file: DiffFileSummary; name: string; showsStats: boolean }) {
  const { slots, metadata } = useChanges();
  const { open: threads } = useFileComments(file.file_hash).threads(metadata.diff_refs).counts(metadata.latest_diff);
  return (
    <>
      <FileIcon file={file} />
      <span className={clsx('relative min-w-0 flex-1', file.deleted_file && 'text-fg-muted line-through')}>
        <MiddleCut text={name} />
      </span>
      {file.new_file && <span className="sr-only">added</span>}
      {file.copied_file && <span className="sr-only">copied</span>}
      {file.deleted_file && <span className="sr-only">deleted</span>}
      {threads > 0 && (
        <span className="flex items-center gap-0.5 text-xs text-accent-fg" title={plural(threads, 'open thread')}>
          <MessageSquare aria-hidden size={12} />
          {threads}
          <span className="sr-only">open {threads === 1 ? 'thread' : 'threads'}</span>
        </span>
      )}
      {slots.treeMarks.map((Mark, at) => (
        <Mark key={at} file={file} />
      ))}
      {showsStats && <DiffStat added={file.added_lines} removed={file.removed_lines} bar={false} isZeroHidden />}
    </>
  );
}

function FolderParts({ row }: { row: Extract<TreeRow, { type: 'folder' }> }) {
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Icon aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 truncate text-fg-muted">
        <NameText name={row.node.name} />
      </span>
    </>
  );
}

/** Which rows are in view; the others have their place only. */
function useWindow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 60 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / ROW_PX) - SPARE_ROWS);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / ROW_PX) + SPARE_ROWS;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [count]);
  const reveal = (index: number) => {
    const element = box.current;
    if (!element) return;
    const top = index * ROW_PX;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_PX - element.clientHeight;
  };
  return { box, reveal, from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

/** The tree itself: one stop of the Tab key, with rows that are drawn when they are in view. */
export function TreeView(props: TreeViewProps) {
  const { rows, showsStats, onToggle, onPick } = props;
  const treeId = useId();
  const current = useCurrentFile();
  const { box, reveal, from, to } = useWindow(rows.length);
  const { active, setActive, onKeyDown } = useTreeKeys(rows, { onToggle, onPick, reveal });
  const currentAt = rows.findIndex((row) => row.type === 'file' && row.node.key === current);
  useEffect(() => {
    if (currentAt >= 0) reveal(currentAt);
    // Only the reader's moves count; what the tree shows may change by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
  const act = (row: TreeRow, index: number) => {
    setActive(index);
    if (row.type === 'folder') onToggle(row.node.key);
    else onPick(row.node.file);
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={active >= from && active < to ? `${treeId}-${active}` : undefined}
      onKeyDown={(event: KeyboardEvent) => onKeyDown(event)}
      className="group/tree min-h-0 flex-1 overflow-y-auto text-sm"
    >
      <div role="presentation" className="relative" style={{ height: rows.length * ROW_PX }}>
        {rows.slice(from, to).map((row, at) => {
          const index = from + at;
          const isCurrent = index === currentAt;
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys arrive at the tree
            <div
              key={`${row.type} ${row.node.key}`}
              id={`${treeId}-${index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-selected={isCurrent}
              {...(row.type === 'folder' && { 'aria-expanded': row.isOpen })}
              title={row.type === 'folder' ? row.node.key : readNames(row.node.file).file_path}
              onClick={() => act(row, index)}
              style={{ top: index * ROW_PX, paddingLeft: row.depth * INDENT_PX + (row.type === 'file' ? 8 : 4) }}
              className={clsx(
                'absolute inset-x-0 flex h-7 cursor-pointer items-center gap-1.5 rounded-sm pr-2 hover:bg-hover',
                isCurrent && 'bg-accent-soft font-medium',
                index === active && 'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2',
              )}
            >
              {row.type === 'folder' ? (
                <FolderParts row={row} />
              ) : (
                <FileParts file={row.node.file} name={row.node.name} showsStats={showsStats} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
