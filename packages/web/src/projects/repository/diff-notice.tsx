import type { DiffFileFold, DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { useState } from 'react';
import { FOLD_WORDS, FoldedLines } from '../../ui/diff/folded-lines.tsx';

function submoduleSentence({ oldSha, newSha }: NonNullable<DiffFileView['submodule']>): string {
  if (oldSha === null) return `Submodule added at ${(newSha ?? '').slice(0, 8)}.`;
  if (newSha === null) return `Submodule removed; it was at ${oldSha.slice(0, 8)}.`;
  return `Submodule moved from ${oldSha.slice(0, 8)} to ${newSha.slice(0, 8)}.`;
}

function renameSentence({ status, oldMode, newMode }: DiffFileView): string {
  const verb = status === 'copied' ? 'copied' : 'renamed';
  if (oldMode === newMode) return `File ${verb} with no changes.`;
  return `File ${verb}; its content did not change. File mode changed from ${oldMode} to ${newMode}.`;
}

/** Stands in for what is kept back until somebody asks for it. */
export function FoldedFile({ fold, onShow }: { fold: DiffFileFold; onShow: () => Promise<void> }) {
  const [state, setState] = useState<'folded' | 'busy' | 'failed'>('folded');
  const show = async () => {
    setState('busy');
    try {
      await onShow();
    } catch {
      setState('failed');
    }
  };
  const hasFailed = state === 'failed';
  return (
    <FoldedLines busy={state === 'busy'} {...(hasFailed && { action: 'Try again' })} onShow={() => void show()}>
      <span role="status">{hasFailed ? 'Unable to load the diff.' : FOLD_WORDS[fold.reason]}</span>
    </FoldedLines>
  );
}

/** Why there are no lines, as a sentence. */
export function noticeText(file: DiffFileView): string {
  if (file.submodule !== null) return submoduleSentence(file.submodule);
  switch (file.notice) {
    case 'binary':
      return 'Binary file; there are no lines to compare.';
    case 'too_large':
      return FOLD_WORDS.too_large;
    case 'lfs':
      return 'Stored with Git LFS; its changes are not shown line by line.';
    case 'mode_only':
      return `File mode changed from ${file.oldMode} to ${file.newMode}.`;
    case 'rename_only':
      return renameSentence(file);
    case 'empty':
      return file.status === 'deleted' ? 'Empty file deleted.' : 'Empty file added.';
    case 'submodule':
      return 'Submodule changed.';
    case null:
      return 'No lines changed.';
  }
}

export function DiffNotice({ file }: { file: DiffFileView }) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-3 text-fg-muted">
      <span>{noticeText(file)}</span>
      {file.notice === 'too_large' && file.blobHref !== null && (
        <a href={file.blobHref} className="text-accent-fg hover:underline">
          View the file
        </a>
      )}
    </div>
  );
}

export function hasImages(file: DiffFileView): boolean {
  return file.lines.length === 0 && (file.oldImageHref !== null || file.newImageHref !== null);
}

/** Both sides of a changed picture, each on its own ground. */
export function ImageSides({ file }: { file: DiffFileView }) {
  const sides = [
    { label: 'Before', src: file.oldImageHref, name: file.oldName },
    { label: 'After', src: file.newImageHref, name: file.newName },
  ];
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2">
      {sides.map(
        ({ label, src, name }) =>
          src !== null && (
            <figure key={label} className="flex flex-col items-center gap-2">
              <img
                src={src}
                alt={`${name} ${label.toLowerCase()}`}
                loading="lazy"
                className="checkered max-h-96 max-w-full rounded-sm border object-contain"
              />
              <figcaption className="text-sm text-fg-muted">{label}</figcaption>
            </figure>
          ),
      )}
    </div>
  );
}
