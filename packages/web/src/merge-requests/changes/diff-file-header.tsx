import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LastLines } from '../../ui/last-lines.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { useChanges } from './changes-context.ts';
import { PathText } from '../../ui/path-text.tsx';
import { shortRange } from './short-range.ts';
import { DiffFileMenu } from './diff-file-menu.tsx';
import { ViewerChoice } from './images/viewer-choice.tsx';
import { isFolded, useFileView, useLoadedFile, useOpenFile } from './use-diff-file.ts';
import { readNames } from './read-names.ts';

const OuterLink = lazyPart<{ href: string }>(() => import('./outer-link.tsx'));

function FileName({ file }: { file: DiffFileSummary }) {
  if (!file.renamed_file || file.old_path === file.new_path) return <PathText path={file.file_path} />;
  return (
    <>
      <span className="text-fg-muted">
        <PathText path={file.old_path} />
      </span>
      <span className="px-1 text-fg-faint"> → </span>
      <PathText path={file.new_path} />
    </>
  );
}

/** The name as a sentence, for whoever points at it: long ones are shown by their ends. */
function wholeName(file: DiffFileSummary): string {
  const { old_path: old, new_path: now, file_path: path } = readNames(file);
  return file.renamed_file && file.old_path !== file.new_path ? `${old} → ${now}` : path;
}

function Badges({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  return (
    <>
      {file.copied_from !== null && (
        <span className="flex max-w-full min-w-0 gap-1 text-fg-muted" title={readNames(file).copied_from ?? ''}>
          <span className="shrink-0 text-sm">copied from</span>
          <span className="min-w-0 font-mono text-code">
            <MiddleCut text={readNames(file).copied_from ?? ''} />
          </span>
        </span>
      )}
      {file.new_file && <Badge tone="success">New</Badge>}
      {file.deleted_file && <Badge tone="failed">Deleted</Badge>}
      {loaded?.stored_externally && <Badge>LFS</Badge>}
      {file.submodule && <Badge>Submodule</Badge>}
      {loaded?.submodule_compare?.url && (
        <a href={loaded.submodule_compare.url} className="text-sm text-accent-fg hover:underline">
          Compare {shortRange(loaded.submodule_compare)}
        </a>
      )}
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

/** Stays under the bar while its file scrolls by. */
export function DiffFileHeader({ file }: { file: DiffFileSummary }) {
  const { slots, views } = useChanges();
  const state = useLoadedFile(file.index);
  const loaded = state.state === 'loaded' ? state.file : null;
  const isOpen = !isFolded(useFileView(file.file_hash), loaded);
  const open = useOpenFile(file);
  return (
    <div
      data-file-header
      className="sticky top-(--sticky-top,var(--bar)) z-10 flex min-h-9 items-center gap-2 rounded-t-md border-b bg-raised px-2 py-1 max-sm:gap-0 max-sm:px-1"
    >
      <IconButton
        icon={isOpen ? ChevronDown : ChevronRight}
        label={`${isOpen ? 'Collapse' : 'Expand'} ${readNames(file).file_path}`}
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        onClick={isOpen ? () => views.fold(file.file_hash, 'fold') : open}
      />
      {/* What is said of the file goes below its name where there is no room beside it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="flex min-w-40 flex-1 items-center gap-1 font-mono text-code font-medium max-sm:basis-full">
          <LastLines href={`#diff-content-${file.file_hash}`} title={wholeName(file)}>
            <FileName file={file} />
          </LastLines>
          <CopyButton
            text={file.shell_path ?? file.file_path}
            label="Copy file path"
            size="sm"
            className="max-sm:-my-3"
          />
        </h2>
        <Badges file={file} loaded={loaded} />
        {slots.fileBadges.map((Part, at) => (
          <Part key={at} file={file} loaded={loaded} />
        ))}
        <DiffStat added={file.added_lines} removed={file.removed_lines} isZeroHidden />
      </div>
      <ViewerChoice loaded={loaded} />
      {slots.fileActions.map((Part, at) => (
        <Part key={at} file={file} loaded={loaded} />
      ))}
      {loaded?.external_url && (
        <Suspense fallback={<span className="w-6 shrink-0" />}>
          <OuterLink href={loaded.external_url} />
        </Suspense>
      )}
      {state.state === 'idle' ? <span className="w-6 shrink-0" /> : <DiffFileMenu file={file} loaded={loaded} />}
    </div>
  );
}
