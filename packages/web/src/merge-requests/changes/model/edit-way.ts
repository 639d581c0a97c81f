import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

type Editable = Pick<PageDiffFile, 'edit_path' | 'can_modify_blob' | 'deleted_file' | 'submodule'> & {
  blob: Pick<PageDiffFile['blob'], 'readable_text'>;
};

/** How a reader comes to edit a file: by its editor, by a fork of their own, or not at all. */
export function editWay(file: Editable, mayFork: boolean): { kind: 'edit'; href: string } | { kind: 'fork' } | null {
  if (!file.blob.readable_text || file.deleted_file || file.submodule) return null;
  if (file.edit_path !== null) return { kind: 'edit', href: file.edit_path };
  return mayFork && !file.can_modify_blob ? { kind: 'fork' } : null;
}
