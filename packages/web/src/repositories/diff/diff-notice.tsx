import type { DiffFileFold, DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { useState } from 'react';
import { FOLD_REASONS, FoldedLines } from '../../ui/diff/folded-lines.tsx';
import { ComparedSides } from '../../ui/images/compared-sides.tsx';
import type { ImageSide, Pixels } from '../../ui/images/image-side.ts';

function submoduleSentence({ oldSha, newSha }: NonNullable<DiffFileView['submodule']>): string {
  if (oldSha === null) return `Submodule added at ${(newSha ?? '').slice(0, 8)}.`;
  if (newSha === null) return `Submodule removed. It was at ${oldSha.slice(0, 8)}.`;
  return `Submodule updated from ${oldSha.slice(0, 8)} to ${newSha.slice(0, 8)}.`;
}

function renameSentence({ status, oldMode, newMode }: DiffFileView): string {
  const verb = status === 'copied' ? 'copied' : 'renamed';
  if (oldMode === newMode) return `File ${verb} with no changes.`;
  return `File ${verb}. Its content did not change. File mode changed from ${oldMode} to ${newMode}.`;
}

/** Stands in for what is kept back until someone asks for it. */
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
      <span role="status">{hasFailed ? 'Unable to load the diff.' : FOLD_REASONS[fold.reason]}</span>
    </FoldedLines>
  );
}

/** Why there are no lines, as a sentence. */
export function noticeText(file: DiffFileView): string {
  if (file.submodule !== null) return submoduleSentence(file.submodule);
  switch (file.notice) {
    case 'binary':
      return 'Binary file. There are no lines to compare.';
    case 'too_large':
      return FOLD_REASONS.too_large;
    case 'lfs':
      return 'Stored with Git LFS. Changes are not shown line by line.';
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
          View file
        </a>
      )}
    </div>
  );
}

export function hasImages(file: DiffFileView): boolean {
  return file.lines.length === 0 && (file.oldImageHref !== null || file.newImageHref !== null);
}

/** The images there are of a change. Their weight is not told on these pages. */
export function sidesOfView({ oldImageHref, newImageHref, oldPixels, newPixels }: DiffFileView): ImageSide[] {
  const side = (key: ImageSide['key'], label: string, src: string | null, pixels: Pixels | null): ImageSide[] =>
    src === null ? [] : [{ key, label, src, sizeBytes: null, pixels }];
  return [...side('before', 'Before', oldImageHref, oldPixels), ...side('after', 'After', newImageHref, newPixels)];
}

export function ImageSides({ file }: { file: DiffFileView }) {
  return <ComparedSides path={file.status === 'deleted' ? file.oldName : file.newName} sides={sidesOfView(file)} />;
}
