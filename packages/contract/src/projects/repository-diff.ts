/** A diff as pages of commits and comparisons show it. */

/** In pixels, as it is shown where it has all the room it wants. */
export type ImageSize = { width: number; height: number };

export type DiffLineKind = 'match' | 'context' | 'added' | 'removed';

export type DiffLineView = {
  kind: DiffLineKind;
  oldLine: number | null;
  newLine: number | null;
  /** Safe HTML of the line's text with `hl-*` classes and `<mark class="idiff">` around changed words. */
  html: string;
  /** The last line of a file that ends without a line end. */
  hasNoNewline?: true;
};

export type DiffFileStatus = 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'type_changed' | 'mode_changed';

/** What is kept back until someone asks for it: why, and GET → `DiffFilesAnswer` with just this file. */
export type DiffFileFold = { reason: 'too_large' | 'over_budget'; href: string };

/** Why there are no lines: shown as a sentence instead. */
export type DiffFileNotice = 'binary' | 'too_large' | 'submodule' | 'lfs' | 'mode_only' | 'rename_only' | 'empty';

export type DiffFileView = {
  /** SHA-1 of the path; anchors are `#<fileHash>` and `#<fileHash>_<old>_<new>`. */
  fileHash: string;
  oldPath: string;
  newPath: string;
  oldName: string;
  newName: string;
  status: DiffFileStatus;
  oldMode: string;
  newMode: string;
  addedLines: number;
  removedLines: number;
  /** Percent, for renames and copies. */
  similarity: number | null;
  notice: DiffFileNotice | null;
  fold: DiffFileFold | null;
  lines: DiffLineView[];
  /** Colours are missing and will be there when the same page is asked for again. */
  isPlain: boolean;
  /** The file on the new side; on the old side when it was deleted. */
  blobHref: string | null;
  /** Addresses of both sides as images, where they are. */
  oldImageHref: string | null;
  newImageHref: string | null;
  /** Sizes in which they are shown, where they are known before the images are there. */
  oldPixels: ImageSize | null;
  newPixels: ImageSize | null;
  submodule: { oldSha: string | null; newSha: string | null } | null;
};

export type DiffListView = {
  files: DiffFileView[];
  totalFiles: number;
  addedLines: number;
  removedLines: number;
  /** There are more changed lines than were counted. */
  isOverflow: boolean;
  /** GET → `DiffFilesAnswer` with the next files; null when all are here. */
  moreHref: string | null;
};

export type DiffFilesAnswer = { files: DiffFileView[]; moreHref: string | null };
