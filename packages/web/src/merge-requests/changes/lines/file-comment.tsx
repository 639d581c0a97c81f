import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useSyncExternalStore } from 'react';
import { useDiscussionStore } from '../../../discussions/store/use-discussions.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { useChanges } from '../changes-context.ts';
import { Signal } from '../model/signal.ts';
import { useFileView } from '../use-diff-file.ts';
import { PositionForm } from './position-form.tsx';

/** Files that somebody is writing about as a whole; only one window has them open. */
const written = new Signal<ReadonlySet<string>>(new Set());

function setWritten(hash: string, isOpen: boolean): void {
  const next = new Set(written.get());
  if (isOpen) next.add(hash);
  else next.delete(hash);
  written.set(next);
}

type Part = { file: DiffFileSummary; loaded: PageDiffFile | null };

/** In the menu of a file. */
export function CommentOnFileItem({ file }: Part) {
  const { views } = useChanges();
  const { canCreateNote } = useDiscussionStore().notes.currentUser;
  if (!canCreateNote) return null;
  return (
    <MenuItem
      onSelect={() => {
        views.fold(file.file_hash, 'open');
        setWritten(file.file_hash, true);
      }}
    >
      Comment on this file
    </MenuItem>
  );
}

/** Above the lines: what is said about the whole file, the form for it, and why single lines cannot be commented on. */
export function FileComment({ file, loaded }: Part) {
  const isOpen = useSyncExternalStore(written.subscribe, () => written.get().has(file.file_hash));
  const { canCreateNote } = useDiscussionStore().notes.currentUser;
  const { comments } = useChanges();
  const { areCommentsHidden } = useFileView(file.file_hash);
  if (!loaded) return null;
  return (
    <>
      {!areCommentsHidden && comments.onFile(loaded)}
      {canCreateNote && loaded.comments_disabled_reason !== null && (
        <p className="border-b px-4 py-1 text-sm text-fg-muted">{loaded.comments_disabled_reason}</p>
      )}
      {canCreateNote && isOpen && (
        <div className="border-b p-3">
          <PositionForm
            label={`Comment on the file ${file.file_path}`}
            field={`file-${file.file_hash}`}
            position={{
              ...loaded.diff_refs,
              old_path: file.old_path,
              new_path: file.new_path,
              position_type: 'file',
            }}
            onClose={() => setWritten(file.file_hash, false)}
          />
        </div>
      )}
    </>
  );
}
