import { shellPath } from '@tributary/contract/projects/display-path.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import type { DiffView } from '../../ui/diff/diff-row.ts';
import { DiffTable, type DiffTableProps } from '../../ui/diff/diff-table.tsx';
import type { SelectedLines } from '../../ui/diff/use-selected-lines.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { DiffParts } from './diff-parts.ts';
import { DiffNotice, FoldedFile, hasImages, ImageSides } from './diff-notice.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';

export type DiffFileProps = {
  file: DiffFileView;
  view: DiffView;
  isOpen: boolean;
  onOpen: (fileHash: string, isOpen: boolean) => void;
  /** Lines of it that the address names. */
  selected: SelectedLines | null;
  onLink: (lines: SelectedLines) => void;
  parts?: DiffParts | undefined;
  /** Brings what is kept back of it. */
  onShow: (file: DiffFileView) => Promise<void>;
};

function FileBadges({ file }: { file: DiffFileView }) {
  return (
    <>
      {file.status === 'added' && <Badge tone="success">New</Badge>}
      {file.status === 'deleted' && <Badge tone="failed">Deleted</Badge>}
      {file.status === 'renamed' && (
        <Badge>{file.similarity === null ? 'Renamed' : `Renamed ${file.similarity}%`}</Badge>
      )}
      {file.status === 'copied' && <Badge>Copied</Badge>}
      {file.status === 'type_changed' && <Badge>Type changed</Badge>}
      {file.notice === 'lfs' && <Badge>LFS</Badge>}
      {file.submodule !== null && <Badge>Submodule</Badge>}
      {file.status !== 'added' && file.status !== 'deleted' && file.oldMode !== file.newMode && (
        <span className="font-mono text-sm text-fg-muted">{`${file.oldMode} → ${file.newMode}`}</span>
      )}
    </>
  );
}

function FileTitle({ file }: { file: DiffFileView }) {
  const isMoved = file.oldPath !== file.newPath && file.status !== 'added' && file.status !== 'deleted';
  const isGone = file.status === 'deleted';
  const name = isGone ? file.oldName : file.newName;
  const copied = shellPath(isGone ? file.oldPath : file.newPath);
  return (
    <h3 className="min-w-0 flex-1 basis-56 font-mono text-code font-medium break-all">
      <a href={`#${file.fileHash}`} className="hover:underline">
        {isMoved && (
          <>
            <span className="text-fg-muted">
              <MarkedName name={file.oldName} />
            </span>
            <span className="px-1 text-fg-faint"> → </span>
          </>
        )}
        <MarkedName name={name} />
      </a>
      <CopyButton text={copied} label={`Copy path ${name}`} size="sm" className="ml-1 align-middle" />
    </h3>
  );
}

function PlainLines({ file: _file, ...table }: DiffTableProps & { file: DiffFileView }) {
  return <DiffTable {...table} />;
}

function Body({ file, view, selected, onLink, parts, onShow }: Omit<DiffFileProps, 'isOpen' | 'onOpen'>) {
  const rows = useMemo(() => toDiffRows(file), [file]);
  const Lines = parts?.Lines ?? PlainLines;
  const Picture = parts?.Picture ?? ImageSides;
  if (file.fold) return <FoldedFile fold={file.fold} onShow={() => onShow(file)} />;
  if (hasImages(file)) return <Picture file={file} />;
  if (rows.length === 0) return <DiffNotice file={file} />;
  return (
    <Lines
      file={file}
      rows={rows}
      view={view}
      label={file.status === 'deleted' ? file.oldName : file.newName}
      selected={selected}
      onLink={onLink}
      className="overflow-hidden rounded-b-md"
    />
  );
}

/** One changed file of a commit or comparison. */
export const DiffFile = memo(function DiffFile({ isOpen, onOpen, ...body }: DiffFileProps) {
  const { file, parts } = body;
  const name = file.status === 'deleted' ? file.oldName : file.newName;
  return (
    <article
      id={file.fileHash}
      data-file-card
      aria-label={name}
      className="mb-4 scroll-mt-24 rounded-md border bg-raised"
    >
      <div
        data-file-header
        className="sticky top-(--bar) z-10 flex min-h-9 flex-wrap items-center gap-2 rounded-t-md border-b bg-raised px-2 py-1"
      >
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          size="sm"
          aria-expanded={isOpen}
          onClick={() => onOpen(file.fileHash, !isOpen)}
        />
        <FileTitle file={file} />
        <FileBadges file={file} />
        {file.addedLines + file.removedLines > 0 && <DiffStat added={file.addedLines} removed={file.removedLines} />}
        {parts && <parts.Actions file={file} open={() => onOpen(file.fileHash, true)} />}
        {file.blobHref !== null && (
          <Button asChild size="sm" variant="ghost">
            <a href={file.blobHref} aria-label={`View file ${name}`}>
              View file
            </a>
          </Button>
        )}
      </div>
      {isOpen && parts && <parts.Top file={file} />}
      {isOpen && <Body {...body} />}
    </article>
  );
});
