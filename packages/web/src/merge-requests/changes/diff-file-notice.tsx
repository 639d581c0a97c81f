import type { GeneratedReason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { formatBytes } from '../../lib/format.ts';
import { shortRange } from './short-range.ts';

const GENERATED: Record<GeneratedReason, string> = {
  attribute: '.gitattributes says that this file is generated, so its changes are folded.',
  no_diff_attribute: '.gitattributes says that this file has no changes worth showing, so they are folded.',
  lock_file: 'A tool writes this file to hold versions fast, so its changes are folded.',
  minified: 'This file is minified, so its changes are folded.',
  name: 'Its name says that a tool wrote this file, so its changes are folded.',
};

function foldReason(file: PageDiffFile): string {
  if (file.collapse_reason === 'too_large') return 'Changes are too large to be shown.';
  if (file.collapse_reason === 'generated' && file.generated_reason) return GENERATED[file.generated_reason];
  if (file.collapse_reason === 'generated') return 'This file is generated, so its changes are folded.';
  if (file.collapse_reason === 'over_budget') return 'Changes are folded because this merge request is large.';
  return 'This file is collapsed.';
}

/** Stands in for the lines while the file is folded. */
export function FoldNotice({ file, onOpen }: { file: PageDiffFile; onOpen: () => void }) {
  return (
    <p className="flex min-h-16 flex-wrap items-center justify-center gap-3 px-4 py-3 text-fg-muted">
      {foldReason(file)}
      <Button size="sm" onClick={onOpen}>
        Show changes
      </Button>
    </p>
  );
}

export function LoadingNotice({ file }: { file: PageDiffFile }) {
  return (
    <p className="flex h-16 items-center justify-center">
      <Spinner label={`Loading ${file.file_path}`} />
    </p>
  );
}

export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <ErrorState
      title="Unable to load the diff"
      text={text}
      action={
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function SubmoduleNotice({ file }: { file: PageDiffFile }) {
  const compare = file.submodule_compare;
  if (!compare) return <>Submodule changed.</>;
  return (
    <>
      Submodule moved from <code>{compare.old_sha.slice(0, 8)}</code> to <code>{compare.new_sha.slice(0, 8)}</code>.
      {compare.url && (
        <a className="text-accent-fg hover:underline" href={compare.url}>
          Compare {shortRange(compare)}
        </a>
      )}
    </>
  );
}

function sentence(file: PageDiffFile): string {
  if (file.viewer.name === 'mode_changed') return `File mode changed from ${file.a_mode} to ${file.b_mode}.`;
  if (file.whitespace_only) return 'Only white space changed, which is not shown.';
  if (file.stored_externally) return 'Stored in Git LFS; its changes are not shown line by line.';
  if (file.binary) return 'Binary file; there are no lines to compare.';
  if (file.new_file) return 'Empty file added.';
  if (file.deleted_file) return 'Empty file deleted.';
  return file.viewer.error_message ?? 'No lines changed.';
}

/** What changed in a file that has no lines to show. */
export function NoLinesNotice({ file }: { file: PageDiffFile }) {
  const sizes = [
    file.old_raw_path && file.old_size !== null
      ? { label: 'before', href: file.old_raw_path, bytes: file.old_size }
      : null,
    file.new_raw_path && file.new_size !== null
      ? { label: 'after', href: file.new_raw_path, bytes: file.new_size }
      : null,
  ].filter((each) => each !== null);
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-3 text-fg-muted">
      {file.submodule ? <SubmoduleNotice file={file} /> : <span>{sentence(file)}</span>}
      {file.viewer.name === 'no_preview' &&
        sizes.map((side) => (
          <a key={side.label} className="text-accent-fg hover:underline" href={side.href} download data-native>
            Download {side.label} ({formatBytes(side.bytes)})
          </a>
        ))}
    </div>
  );
}

/** Both sides of a changed picture, each on its own ground. */
export function ImageSides({ file }: { file: PageDiffFile }) {
  const sides = [
    { label: 'Before', src: file.deleted_file || !file.new_file ? file.old_raw_path : null, bytes: file.old_size },
    { label: 'After', src: file.deleted_file ? null : file.new_raw_path, bytes: file.new_size },
  ].filter((side) => side.src !== null);
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2">
      {sides.map((side) => (
        <figure key={side.label} className="flex flex-col items-center gap-2">
          <img
            src={side.src ?? ''}
            alt={`${file.file_path} ${side.label.toLowerCase()}`}
            className="checkered max-h-96 max-w-full rounded-sm border object-contain"
            loading="lazy"
          />
          <figcaption className="text-sm text-fg-muted">
            {side.label}
            {side.bytes !== null && ` · ${formatBytes(side.bytes)}`}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
