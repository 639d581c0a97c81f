export type DiffStatus = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'type_changed';

/** What changed about a file, without its lines. */
export interface ChangedFile {
  /** Path keys; the same unless renamed or copied. */
  oldPath: string;
  newPath: string;
  /** Six digits, `000000` on the side where there is no file. */
  oldMode: string;
  newMode: string;
  oldOid: string;
  newOid: string;
  status: DiffStatus;
  /** Percent, for renames and copies. */
  similarity: number | null;
  isSubmodule: boolean;
  isSymlink: boolean;
}

export interface LfsChange {
  oldOid: string | null;
  oldSize: number | null;
  newOid: string | null;
  newSize: number | null;
}

/** What each side is written in, as `TextDecoder` calls it; null when its lines are not all the same. */
export interface FileEncodings {
  old: string | null;
  new: string | null;
}

export interface DiffFile extends ChangedFile {
  isBinary: boolean;
  /** A side of it is a Git LFS pointer: `lfs` says what it points at. */
  isLfsPointer: boolean;
  lfs: LfsChange | null;
  /** The hunks were longer than allowed and are not here; the counts still are. */
  isTooLarge: boolean;
  /** Contents differ, but only in white space, which was to be ignored. */
  isWhitespaceOnly: boolean;
  addedLines: number;
  removedLines: number;
  /** Known when the hunks were not UTF-8, and were made so. */
  encodings?: FileEncodings;
  /** Text that stays what git takes it for, binary, and why: it is longer, or there are more of them, than are compared. */
  uncompared?: { encoding: 'utf-16le' | 'utf-16be'; reason: 'too_large' | 'too_many' };
  /** The hunks as git prints them, from the first `@@`; empty when there are none. */
  patchBytes: Buffer;
}

export interface HunkLine {
  type: 'context' | 'added' | 'removed';
  /** Counted from 1; null on the side where the line is not. */
  oldLine: number | null;
  newLine: number | null;
  /** Without the line feed; a carriage return stays. */
  text: string;
  /** The file ends here without a line feed. */
  noNewline?: true;
}

export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** What git shows after the second `@@`, usually the enclosing function. */
  section: string;
  lines: HunkLine[];
}
