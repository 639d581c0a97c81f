import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { FileDialogProps } from './editor/file-dialog.tsx';
import type { NewRefDialogProps } from './refs/new-ref-dialog.tsx';
import type { PickDialogProps } from './commits/pick-dialog.tsx';

/* Dialogs with their forms are not needed for the first view: each is loaded when it opens. */

const closeOf = ({ onClose }: { onClose: () => void }) => onClose;

const LoadedFileDialog = lazyPart(
  async () => ({ default: (await import('./editor/file-dialog.tsx')).FileDialog }),
  closeOf,
);
const LoadedNewRefDialog = lazyPart(
  async () => ({ default: (await import('./refs/new-ref-dialog.tsx')).NewRefDialog }),
  closeOf,
);
const LoadedPickDialog = lazyPart(
  async () => ({ default: (await import('./commits/pick-dialog.tsx')).PickDialog }),
  closeOf,
);

export function FileDialog(props: FileDialogProps) {
  return (
    <Suspense>
      <LoadedFileDialog {...props} />
    </Suspense>
  );
}

export function NewRefDialog(props: NewRefDialogProps) {
  return (
    <Suspense>
      <LoadedNewRefDialog {...props} />
    </Suspense>
  );
}

export function PickDialog(props: PickDialogProps) {
  return (
    <Suspense>
      <LoadedPickDialog {...props} />
    </Suspense>
  );
}
