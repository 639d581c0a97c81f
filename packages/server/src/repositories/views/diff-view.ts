import type {
  DiffFileFold,
  DiffFileNotice,
  DiffFileStatus,
  DiffFileView,
  DiffLineView,
} from '@tributary/contract/projects/repository-diff.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import {
  blobInfo,
  type DiffFile,
  displayPath,
  fileHash,
  type Hunk,
  hunkHeading,
  isZeroOid,
  markInlineChanges,
  pairChangedLines,
  parsePatch,
  readBlob,
} from '@tributary/git';
import { escapeHtml } from '../../platform/markup/index.ts';
import { escapeLine, highlightBlob } from '../../platform/highlight/index.ts';
import { decodeText } from './decode-text.ts';
import { imageSizeReader } from '../reads/image-sizes.ts';
import { hasLinkLine, isImageChange } from '../rules/file-kinds.ts';
import { markHtml, type MarkRange } from '../rules/mark-html.ts';

/** Longer changes have no colours. */
const MAX_COLOURED_PATCH_BYTES = 200 * 1024;
const MAX_COLOURED_BYTES = 256 * 1024;

/** Where the two sides are, for links. `oldSha` is null for an empty side. */
export type DiffSides = {
  repo: string;
  projectPath: string;
  oldSha: string | null;
  newSha: string;
  /** Given where another project has the older side: in this one no ref leads there. */
  oldProjectPath?: string;
};

/** Lines of both sides as HTML, by line number from 1; undefined when there are no colours (yet). */
type Colours = { old: readonly string[] | undefined; new: readonly string[] | undefined };

function statusOf(file: DiffFile): DiffFileStatus {
  const isSame = file.oldOid === file.newOid;
  return file.status === 'modified' && isSame && file.oldMode !== file.newMode ? 'mode_changed' : file.status;
}

function noticeOf(file: DiffFile): DiffFileNotice | null {
  if (file.isSubmodule) return 'submodule';
  if (file.isLfsPointer) return 'lfs';
  if (file.isBinary && !hasLinkLine(file)) return 'binary';
  if (file.isTooLarge) return 'too_large';
  if (file.patchBytes.length > 0) return null;
  if (file.status === 'renamed' || file.status === 'copied') return 'rename_only';
  return file.oldMode !== file.newMode && file.status === 'modified' ? 'mode_only' : 'empty';
}

/** A changed file, and whether it is kept back. */
export type FoldableFile = { file: DiffFile; fold: DiffFileFold | null };

/** One changed file, without colours where they are not known. */
export function diffFileView(sides: DiffSides, { file, fold }: FoldableFile, colours?: Colours): DiffFileView {
  const notice = fold === null ? noticeOf(file) : null;
  const hasLines = fold === null && (notice === null || notice === 'lfs' || notice === 'submodule');
  const lines = hasLines ? lineViews(parsePatch(file.patchBytes), colours) : [];
  const { projectPath, oldProjectPath = projectPath } = sides;
  const isDeleted = file.status === 'deleted';
  const sha = isDeleted ? sides.oldSha : sides.newSha;
  const path = isDeleted ? file.oldPath : file.newPath;
  const isPicture = fold === null && isImage(file);
  return {
    fileHash: fileHash(file.newPath),
    oldPath: file.oldPath,
    newPath: file.newPath,
    oldName: displayPath(file.oldPath),
    newName: displayPath(file.newPath),
    status: statusOf(file),
    oldMode: file.oldMode,
    newMode: file.newMode,
    addedLines: file.addedLines,
    removedLines: file.removedLines,
    similarity: file.similarity,
    notice,
    fold,
    lines,
    isPlain: colours === undefined && lines.length > 0,
    blobHref:
      sha === null || file.isSubmodule
        ? null
        : repositoryPaths.blob(isDeleted ? oldProjectPath : projectPath, sha, path),
    oldImageHref:
      isPicture && sides.oldSha !== null && file.status !== 'added'
        ? repositoryPaths.raw(oldProjectPath, sides.oldSha, file.oldPath)
        : null,
    newImageHref: isPicture && !isDeleted ? repositoryPaths.raw(projectPath, sides.newSha, file.newPath) : null,
    oldPixels: null,
    newPixels: null,
    submodule: file.isSubmodule
      ? {
          oldSha: file.oldMode === '160000' ? file.oldOid : null,
          newSha: file.newMode === '160000' ? file.newOid : null,
        }
      : null,
  };
}

function lineViews(hunks: readonly Hunk[], colours: Colours | undefined): DiffLineView[] {
  const views: DiffLineView[] = [];
  for (const hunk of hunks) {
    views.push({ kind: 'match', oldLine: null, newLine: null, html: escapeHtml(hunkHeading(hunk)) });
    const marks = marksOf(hunk);
    for (const line of hunk.lines) {
      const html = coloured(line, colours) ?? escapeLine(line.text);
      views.push({
        kind: line.type,
        oldLine: line.oldLine,
        newLine: line.newLine,
        html: markHtml(html, marks.get(line) ?? []),
        ...(line.noNewline && { hasNoNewline: true as const }),
      });
    }
  }
  return views;
}

function coloured(line: Hunk['lines'][number], colours: Colours | undefined): string | undefined {
  if (line.newLine !== null) return colours?.new?.[line.newLine - 1];
  return line.oldLine === null ? undefined : colours?.old?.[line.oldLine - 1];
}

/** Changed words of lines that stand for each other. */
function marksOf(hunk: Hunk): Map<Hunk['lines'][number], MarkRange[]> {
  const marks = new Map<Hunk['lines'][number], MarkRange[]>();
  for (const { removed, added } of pairChangedLines(hunk)) {
    const changes = markInlineChanges(removed.text, added.text);
    marks.set(removed, changes.old);
    marks.set(added, changes.new);
  }
  return marks;
}

/** The same views with colours for the files whose contents could be coloured before the time was up. */
export async function diffFileViews(
  sides: DiffSides,
  foldable: readonly FoldableFile[],
  options: { deadlineMs: number },
): Promise<DiffFileView[]> {
  const files = foldable.flatMap(({ file, fold }) => (fold === null ? file : []));
  const sizing = pictureSizes(sides, files);
  const ready = new Map<DiffFile, Colours>();
  const work = Promise.all(
    files.map(async (file) => {
      const colours = await coloursOf(sides.repo, file);
      if (colours) ready.set(file, colours);
    }),
  );
  const [sizes] = await Promise.all([sizing, Promise.race([work, delay(options.deadlineMs)])]);
  return foldable.map((each) => ({ ...diffFileView(sides, each, ready.get(each.file)), ...sizes.get(each.file) }));
}

type PictureSizes = Pick<DiffFileView, 'oldPixels' | 'newPixels'>;

/** How large the images among these files are, one read after the other. */
async function pictureSizes({ repo }: DiffSides, files: readonly DiffFile[]): Promise<Map<DiffFile, PictureSizes>> {
  const read = imageSizeReader(repo);
  const sizeOf = async (path: string, oid: string) =>
    isZeroOid(oid) ? null : read({ path, oid, sizeBytes: (await blobInfo(repo, oid))?.size ?? null });
  const sizes = new Map<DiffFile, PictureSizes>();
  for (const file of files) {
    if (!isImage(file)) continue;
    sizes.set(file, {
      oldPixels: file.status === 'added' ? null : await sizeOf(file.oldPath, file.oldOid),
      newPixels: file.status === 'deleted' ? null : await sizeOf(file.newPath, file.newOid),
    });
  }
  return sizes;
}

/** A drawing is shown by its lines here. */
function isImage(file: DiffFile): boolean {
  return file.isBinary && isImageChange(file);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

async function coloursOf(repo: string, file: DiffFile): Promise<Colours | undefined> {
  if (file.isBinary || file.isSubmodule || file.isTooLarge || file.patchBytes.length === 0) return undefined;
  if (file.patchBytes.length > MAX_COLOURED_PATCH_BYTES) return undefined;
  const [old, now] = await Promise.all([
    colouredLines(repo, file, 'old', file.removedLines > 0),
    colouredLines(repo, file, 'new', true),
  ]);
  return old === undefined && now === undefined ? undefined : { old, new: now };
}

async function colouredLines(
  repo: string,
  file: DiffFile,
  side: 'old' | 'new',
  isNeeded: boolean,
): Promise<readonly string[] | undefined> {
  const [oid, path] = side === 'old' ? [file.oldOid, file.oldPath] : [file.newOid, file.newPath];
  if (!isNeeded || isZeroOid(oid)) return undefined;
  const info = await blobInfo(repo, oid);
  if (!info || info.size > MAX_COLOURED_BYTES) return undefined;
  const encoding = file.encodings?.[side];
  const text = decodeText(await readBlob(repo, oid, { maxBytes: MAX_COLOURED_BYTES }), encoding)?.text;
  return text === undefined ? undefined : highlightBlob({ oid, path, encoding, text });
}
