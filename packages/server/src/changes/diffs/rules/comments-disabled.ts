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
    return 'A file was replaced by a symbolic link, or a symbolic link by a file. Its lines cannot be commented on.';
  }
  if (file.isLfsPointer) return 'A file stored in Git LFS has no lines to comment on.';
  const isOtherBinary = file.isBinary && file.oldOid !== file.newOid;
  if (file.addedLines + file.removedLines > 0 || isOtherBinary) return null;
  if (file.isWhitespaceOnly)
    return 'Only whitespace changed, and whitespace changes are hidden. There are no lines to comment on.';
  // The lines of these can be shown all the same.
  const parts = file.isBinary ? 'points on the image' : 'its lines';
  if (file.status === 'copied') return `The file was only copied. You cannot comment on ${parts}.`;
  if (file.status === 'renamed') return `The file was only renamed or moved. You cannot comment on ${parts}.`;
  const isEmpty = file.status === 'added' || file.status === 'deleted';
  return `${isEmpty ? 'The file is empty' : 'Only the file mode changed'}. There are no lines to comment on.`;
}
