import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';

export type DiffFileHeaderProps = {
  file: DiffFileSummary;
  loaded: PageDiffFile | null;
  isOpen: boolean;
  onToggle: () => void;
  /** Threads on this file, to hide or show all of them. */
  threads: { count: number; areHidden: boolean; onToggle: () => void };
};

function FileName({ file }: { file: DiffFileSummary }) {
  if (!file.renamed_file || file.old_path === file.new_path) {
    return <span className="break-all">{file.file_path}</span>;
  }
  return (
    <span className="break-all">
      <span className="text-fg-muted">{file.old_path}</span>
      <span className="px-1 text-fg-faint"> → </span>
      {file.new_path}
    </span>
  );
}

function Badges({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  return (
    <>
      {file.new_file && <Badge tone="success">New</Badge>}
      {file.deleted_file && <Badge tone="failed">Deleted</Badge>}
      {loaded?.stored_externally && <Badge>LFS</Badge>}
      {file.submodule && <Badge>Submodule</Badge>}
      {loaded?.symlink && <Badge>Symbolic link</Badge>}
      {file.generated && <Badge>Generated</Badge>}
      {file.mode_changed && loaded && (
        <span className="font-mono text-sm text-fg-muted">
          {loaded.a_mode} → {loaded.b_mode}
        </span>
      )}
    </>
  );
}

function FileMenu({
  file,
  loaded,
  threads,
}: Pick<DiffFileHeaderProps, 'loaded' | 'threads'> & { file: DiffFileSummary }) {
  if (!loaded) return null;
  const short = loaded.content_sha.slice(0, 8);
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`More for ${file.file_path}`} variant="ghost" size="sm" />}
    >
      {loaded.view_path && <MenuLinkItem href={loaded.view_path}>View file @ {short}</MenuLinkItem>}
      {loaded.replaced_view_path && <MenuLinkItem href={loaded.replaced_view_path}>View replaced file</MenuLinkItem>}
      {loaded.edit_path && <MenuLinkItem href={loaded.edit_path}>Edit in single-file editor</MenuLinkItem>}
      {loaded.external_url && (
        <MenuLinkItem href={loaded.external_url}>View on {new URL(loaded.external_url).host}</MenuLinkItem>
      )}
      {threads.count > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={threads.onToggle}>
            {threads.areHidden ? 'Show comments on this file' : 'Hide comments on this file'}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Stays under the bar while its file scrolls by. */
export function DiffFileHeader(props: DiffFileHeaderProps) {
  const { file, loaded, isOpen, onToggle, threads } = props;
  return (
    <div className="sticky top-(--sticky-top,var(--bar)) z-10 flex min-h-9 items-center gap-2 rounded-t-md border-b bg-raised px-2 py-1">
      <IconButton
        icon={isOpen ? ChevronDown : ChevronRight}
        label={isOpen ? `Collapse ${file.file_path}` : `Expand ${file.file_path}`}
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      <h2 className="min-w-0 flex-1 font-mono text-code font-medium">
        <a href={`#diff-content-${file.file_hash}`} className="hover:underline">
          <FileName file={file} />
        </a>
        <CopyButton text={file.file_path} label="Copy file path" size="sm" className="ml-1 align-middle" />
      </h2>
      <Badges file={file} loaded={loaded} />
      <DiffStat added={file.added_lines} removed={file.removed_lines} />
      <FileMenu file={file} loaded={loaded} threads={threads} />
    </div>
  );
}
