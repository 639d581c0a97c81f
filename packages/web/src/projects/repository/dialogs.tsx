import { lazy, Suspense } from 'react';
import type { FileDialogProps } from './file-dialog.tsx';
import type { NewRefDialogProps } from './new-ref-dialog.tsx';
import type { PickDialogProps } from './pick-dialog.tsx';

/* Dialogs with their forms are not needed for the first view: each is loaded when it opens. */

const LoadedFileDialog = lazy(async () => ({ default: (await import('./file-dialog.tsx')).FileDialog }));
const LoadedNewRefDialog = lazy(async () => ({ default: (await import('./new-ref-dialog.tsx')).NewRefDialog }));
const LoadedPickDialog = lazy(async () => ({ default: (await import('./pick-dialog.tsx')).PickDialog }));

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
