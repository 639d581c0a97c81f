type Changed = {
  status: string;
  oldMode: string;
  newMode: string;
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
  if (file.addedLines + file.removedLines > 0 || file.isBinary) return null;
  return `${withoutLines(file)}: there are no lines to comment on.`;
}

function withoutLines({ status, isWhitespaceOnly }: Changed): string {
  if (isWhitespaceOnly) return 'Only white space changed, which is not shown';
  if (status === 'added' || status === 'deleted') return 'The file is empty';
  if (status === 'copied') return 'The file was only copied';
  return status === 'renamed' ? 'The file was only renamed or moved' : 'Only the mode of the file was changed';
}
