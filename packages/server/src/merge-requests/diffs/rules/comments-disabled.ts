type Changed = {
  status: string;
  oldMode: string;
  newMode: string;
  oldOid: string;
  newOid: string;
  isSubmodule: boolean;
  isBinary: boolean;
  isLfsPointer: boolean;
  isWhitespaceOnly: boolean;
  addedLines: number;
  removedLines: number;
};

const SYMLINK = '120000';

/** Why nobody can comment on single lines of a changed file; null when they can. */
export function commentsDisabled(file: Changed): string | null {
  if (file.isSubmodule) return 'A submodule has no lines to comment on.';
  if (file.status === 'type_changed' && (file.oldMode === SYMLINK || file.newMode === SYMLINK)) {
    return 'A symbolic link took the place of a file, or a file that of a link: its lines cannot be commented on.';
  }
  if (file.isLfsPointer) return 'A file in Git LFS has no lines to comment on.';
  const isOtherBinary = file.isBinary && file.oldOid !== file.newOid;
  if (file.addedLines + file.removedLines > 0 || isOtherBinary) return null;
  if (file.isWhitespaceOnly) return 'Only white space changed, which is not shown: there are no lines to comment on.';
  // The lines of these can be shown all the same.
  const parts = file.isBinary ? 'single places in it' : 'its lines';
  if (file.status === 'copied') return `The file was only copied: ${parts} cannot be commented on.`;
  if (file.status === 'renamed') return `The file was only renamed or moved: ${parts} cannot be commented on.`;
  const isEmpty = file.status === 'added' || file.status === 'deleted';
  return `${isEmpty ? 'The file is empty' : 'Only the mode of the file was changed'}: there are no lines to comment on.`;
}
