import { hash } from 'node:crypto';
import type { IndexFile } from '@tributary/git';
import type {
  CollapseReason,
  DiffFileSummary,
  DiffPage,
  DiffRefs,
  DiffViewerName,
  FileKind,
  LineEnding,
  PageDiffFile,
} from '@tributary/contract/merge-requests/diffs.ts';
import { displayPath, PATH_KEY_PREFIX, shellPath } from '@tributary/contract/projects/display-path.ts';
import { pairLines } from '@tributary/contract/projects/pair-lines.ts';
import type { ImageSize } from '@tributary/contract/projects/repository-diff.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { hasLinkLine, isImageChange, isOnlyRenamed } from '../../repositories/index.ts';
import { MAX_FULL_FILE_BYTES } from './diff-contents.ts';
import type { SideColours } from './diff-lines.ts';
import { FileLines } from './file-lines.ts';
import type { JsonBytes } from './json-bytes.ts';
import { type OtherPatches, toPageMoves } from './page-moves.ts';
import type { HunksPart, WantedLines } from './read-hunks.ts';
import { pageWithin, withinPart } from './page-lines.ts';
import { encodingChange, twofoldEncoding, uncomparedText } from './rules/encoding-change.ts';
import { commentsDisabled } from './rules/comments-disabled.ts';
import { tooLargeFor } from './too-large-for.ts';
import type { DeployedSite } from '../../environments/index.ts';

export type DiffFileContext = {
  projectId: number;
  projectPath: string;
  /** Below the request's page. */
  page: string;
  /** Added to every address below it, for pages that are named by their parameters. */
  pageQuery?: string;
  /** The project whose files give the lines around the hunks, where no request stands for them. */
  linesFrom?: string;
  refs: DiffRefs;
  canEdit: boolean;
  sourceBranch: string | null;
  sourcePath: string | null;
  isParallel: boolean;
  /** Where the newest commit of it is deployed. */
  site?: DeployedSite;
  /** Why no line of the comparison can be commented on. */
  commentsDisabled?: string;
};

/** What a summary is made of: everything but the place of the lines. */
export type SummarisedFile = Omit<
  IndexFile,
  'patchOffset' | 'patchLength' | 'oldSize' | 'newSize' | 'lfs' | 'isLfsPointer'
>;

export function toSummary(file: SummarisedFile, index: number, projectId: number): DiffFileSummary {
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  return {
    file_hash: file.fileHash,
    file_identifier_hash: hash('sha1', `${projectId}-${file.oldPath}-${file.newPath}`),
    old_path: file.oldPath,
    new_path: file.newPath,
    file_path: path,
    ...(path.startsWith(PATH_KEY_PREFIX) && { shell_path: shellPath(path) }),
    ...displayOf(file, path),
    new_file: file.status === 'added',
    deleted_file: file.status === 'deleted',
    renamed_file: file.status === 'renamed' || file.status === 'copied',
    copied_file: file.status === 'copied',
    copied_from: file.status === 'copied' ? file.oldPath : file.copiedFrom,
    mode_changed: file.oldMode !== file.newMode && file.status !== 'added' && file.status !== 'deleted',
    added_lines: file.addedLines,
    removed_lines: file.removedLines,
    binary: file.isBinary,
    submodule: file.isSubmodule,
    too_large: file.isTooLarge,
    generated: file.generated !== null,
    generated_reason: file.generated,
    whitespace_only: file.isWhitespaceOnly,
    moved_lines: movedLines(file),
    index,
  };
}

function displayOf(
  { oldPath, newPath, copiedFrom, status }: SummarisedFile,
  path: string,
): Pick<DiffFileSummary, 'display'> {
  const copied = status === 'copied' ? oldPath : copiedFrom;
  if (![oldPath, newPath, copied].some((each) => each?.startsWith(PATH_KEY_PREFIX))) return {};
  const copied_from = copied === null ? null : displayPath(copied);
  const paths = { old_path: displayPath(oldPath), new_path: displayPath(newPath), file_path: displayPath(path) };
  return { display: { ...paths, copied_from } };
}

function movedLines(file: SummarisedFile): number {
  const sameLines = file.moves.flatMap((move) => move.segments.map(([, , length]) => length));
  return sameLines.reduce((sum, length) => sum + length, 0);
}

export type FileContents = {
  patch: Buffer;
  /** Of a long patch, which part of it that is. */
  part?: HunksPart | undefined;
  colours: SideColours;
  isColoured: boolean;
  fold: CollapseReason | null;
  /** First of the lines wanted, from 0, to the end of its page; or all of the page with a certain line. */
  from: WantedLines;
  newLineCount: number | undefined;
  /** Where the commits of a submodule are compared. */
  submoduleUrl: string | null;
  /** Of images. */
  pixels?: { old: ImageSize | null; new: ImageSize | null } | undefined;
  /** All of the comparison, and the hunks of those that `filesToShowMoves` named. */
  files: readonly IndexFile[];
  otherPatches: OtherPatches;
};

/** A file as pages show it, its lines still to be made. */
export type RenderedFile = {
  facts: Omit<PageDiffFile, 'highlighted_diff_lines'>;
  lines: FileLines;
  /** Which of the lines. */
  from: number;
  to: number;
};

export function toPageDiffFile(
  file: IndexFile,
  index: number,
  place: DiffFileContext,
  contents: FileContents,
): PageDiffFile {
  const { facts, lines, from, to } = showFile(file, index, place, contents);
  return { ...facts, highlighted_diff_lines: lines.slice(from, to) };
}

/** Writes what `toPageDiffFile` gives as JSON. */
export function writeFile(out: JsonBytes, { facts, lines, from, to }: RenderedFile): void {
  out.raw(JSON.stringify(facts).slice(0, -1));
  out.raw(',"highlighted_diff_lines":[');
  lines.write(out, from, to);
  out.raw(']}');
}

export function showFile(file: IndexFile, index: number, place: DiffFileContext, contents: FileContents): RenderedFile {
  const summary = toSummary(file, index, place.projectId);
  const isFolded = contents.fold !== null;
  const isHeldBack = isFolded && file.addedLines + file.removedLines > 0;
  const { colours, newLineCount } = contents;
  const patch = isFolded ? Buffer.alloc(0) : contents.patch;
  const part = isFolded ? undefined : contents.part;
  const lines = new FileLines(summary.file_path, patch, {
    colours,
    moves: file.moves,
    newLineCount,
    isEndFar: isLargeText(file),
    part,
  });
  const { from, to } = part ? withinPart(lines, part, contents.from) : pageWithin(lines, contents.from);
  const total = part?.total ?? lines.count;
  const next = (part?.row ?? 0) + to;
  const problem = problemOf(file, contents);
  const viewer = viewerOf(file);
  const other = otherViewerOf(file);
  const leftOut = tooLargeFor(file);
  const facts: RenderedFile['facts'] = {
    ...summary,
    ...paths(file, summary.file_path, summary.file_identifier_hash, place),
    a_mode: file.oldMode,
    b_mode: file.newMode,
    content_sha: file.status === 'deleted' ? place.refs.base_sha : place.refs.head_sha,
    blob: {
      id: file.status === 'deleted' ? file.oldOid : file.newOid,
      readable_text: isText(file),
      path: summary.file_path,
      mode: file.status === 'deleted' ? file.oldMode : file.newMode,
    },
    old_blob_id: file.status === 'added' ? null : file.oldOid,
    diff_refs: place.refs,
    old_size: file.lfs?.oldSize ?? file.oldSize,
    new_size: file.lfs?.newSize ?? file.newSize,
    ...(contents.pixels && { old_pixels: contents.pixels.old, new_pixels: contents.pixels.new }),
    stored_externally: file.isLfsPointer,
    external_storage: file.isLfsPointer ? 'lfs' : null,
    external_url: file.status === 'deleted' ? null : (place.site?.pageUrlOf(summary.file_path) ?? null),
    code_navigation_path: null,
    submodule_compare: file.isSubmodule
      ? { old_sha: file.oldOid, new_sha: file.newOid, url: contents.submoduleUrl }
      : null,
    symlink: file.isSymlink,
    type_change: typeChange(file),
    similarity: file.similarity,
    line_endings: lineEndings(lines, from, to),
    encoding_change: isFolded ? null : encodingChange(file.status, file.encodings, () => lines.slice(0, lines.count)),
    ...twofoldEncoding(file.encodings),
    moves: isFolded ? [] : toPageMoves(file.moves, lines, contents.files, contents.otherPatches),
    ...(leftOut.length > 0 && { too_large_for: leftOut }),
    collapsed: isFolded,
    collapse_reason: contents.fold,
    viewer: {
      name: viewer,
      collapsed: isFolded,
      error: problem === null ? null : (file.uncompared?.reason ?? 'too_large'),
      error_message: problem,
    },
    alternate_viewer: other,
    ...(place.isParallel && { parallel_diff_lines: pairLines(to - from, (at) => lines.sideOf(from + at)) }),
    is_highlighted: contents.isColoured,
    is_fully_expanded: file.status === 'added' || file.status === 'deleted' || !(isHeldBack || lines.hasGap(from, to)),
    next_line: next < total ? next : null,
    ...(to - from < total && { page: pageOf(lines, from, { total, before: part?.row ?? 0 }) }),
    new_lines_count: contents.newLineCount ?? null,
    ...(isLargeText(file) && { shown_in_parts: true }),
    can_modify_blob: place.canEdit,
    comments_disabled_reason: place.commentsDisabled ?? commentsDisabled(file),
  };
  return { facts, lines, from, to };
}

/** Why there are no lines; null where there are, or none changed. */
function problemOf({ uncompared }: IndexFile, { fold }: FileContents): string | null {
  if (uncompared) return uncomparedText(uncompared);
  return fold === 'too_large' ? 'Changes are too large to be shown.' : null;
}

function pageOf(lines: FileLines, from: number, { total, before }: { total: number; before: number }): DiffPage {
  const { old, new: now } = lines.numbersBefore(from);
  return { from: before + from, total, old_line: old, new_line: now };
}

/** Has lines of its own, whether or not some of them changed. */
function isText(file: IndexFile): boolean {
  return !file.isSubmodule && !file.isLfsPointer && !file.isBinary;
}

function isLargeText(file: IndexFile): boolean {
  return isText(file) && (file.newSize ?? 0) > MAX_FULL_FILE_BYTES;
}

/** A drawing is text as well, where it has lines that changed. */
function otherViewerOf(file: IndexFile): PageDiffFile['alternate_viewer'] {
  const isDrawing = isImageChange(file) && !file.isBinary && file.addedLines + file.removedLines > 0;
  return isDrawing ? { name: 'text', collapsed: true } : null;
}

function viewerOf(file: IndexFile): DiffViewerName {
  if (file.status === 'modified' && file.oldOid === file.newOid) return 'mode_changed';
  if (isImageChange(file)) return 'image';
  if (!isText(file) && !hasLinkLine(file)) return 'no_preview';
  if (file.addedLines + file.removedLines > 0) return 'text';
  if (isOnlyRenamed(file)) return 'renamed';
  if (file.status === 'added') return 'added';
  if (file.status === 'deleted') return 'deleted';
  return file.oldMode === file.newMode ? 'no_preview' : 'mode_changed';
}

function typeChange(file: IndexFile): PageDiffFile['type_change'] {
  if (file.status !== 'type_changed') return null;
  return { from: kindOf(file.oldMode), to: kindOf(file.newMode) };
}

function kindOf(mode: string): FileKind {
  return mode === '160000' ? 'submodule' : mode === '120000' ? 'symlink' : 'file';
}

/** What ends the changed lines of each side, where it is not the same. */
function lineEndings(lines: FileLines, from: number, to: number): PageDiffFile['line_endings'] {
  const counts = { old: { lines: 0, returns: 0 }, new: { lines: 0, returns: 0 } };
  for (let at = from; at < to; at += 1) {
    const type = lines.typeOf(at);
    if (type !== 'old' && type !== 'new') continue;
    counts[type].lines += 1;
    if (lines.hasReturn(at)) counts[type].returns += 1;
  }
  const [before, after] = [endingOf(counts.old), endingOf(counts.new)];
  return before === null || after === null || before === after ? null : { old: before, new: after };
}

function endingOf({ lines, returns }: { lines: number; returns: number }): LineEnding | null {
  if (lines === 0) return null;
  return returns === 0 ? 'lf' : returns === lines ? 'crlf' : 'mixed';
}

function paths(file: IndexFile, path: string, identifier: string, place: DiffFileContext) {
  const { head_sha: head, base_sha: base } = place.refs;
  const isThere = { old: file.status !== 'added', new: file.status !== 'deleted' };
  const at = (sha: string, name: string) => repositoryPaths.blob(place.projectPath, sha, name);
  const raw = (sha: string, name: string) => repositoryPaths.raw(place.projectPath, sha, name);
  const query = new URLSearchParams(place.pageQuery);
  query.set('old_path', file.oldPath);
  query.set('new_path', file.newPath);
  const shownSha = isThere.new ? head : base;
  const edited = [place.sourcePath ?? '', place.sourceBranch ?? '', file.newPath] as const;
  const mayEdit = place.canEdit && isThere.new && place.sourceBranch !== null && place.sourcePath !== null;
  const linesPath = place.linesFrom
    ? `${repositoryPaths.blob(place.linesFrom, shownSha, path)}/diff`
    : `${place.page}/context_lines?${new URLSearchParams({ sha: shownSha, path })}`;
  return {
    context_lines_path: isText(file) ? linesPath : null,
    load_collapsed_diff_url: `${place.page}/diff_for_path?${query}&file_identifier=${identifier}`,
    view_path: file.isSubmodule ? null : at(shownSha, path),
    replaced_view_path: isThere.old && isThere.new && !file.isSubmodule ? at(base, file.oldPath) : null,
    old_raw_path: isThere.old && !file.isSubmodule ? raw(base, file.oldPath) : null,
    new_raw_path: isThere.new && !file.isSubmodule ? raw(head, file.newPath) : null,
    edit_path: mayEdit ? repositoryPaths.edit(...edited) : null,
    ide_edit_path: mayEdit ? repositoryPaths.ide(...edited) : null,
  };
}
