import type { BlobPageData, BlobViewer } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  blobInfo,
  displayPath,
  encodingAt,
  findEntry,
  parentPath,
  parseLfsPointer,
  readBlob,
  type TreeEntry,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { findInvisible } from '../../platform/markup/index.ts';
import { highlightBlob, languageOf, linesOf } from '../../platform/highlight/index.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText, lineEndingsOf } from '../views/decode-text.ts';
import { extensionOf, imageTypeOf, isMarkdown, isSvg } from '../rules/file-kinds.ts';
import { submoduleHref } from '../rules/gitmodules.ts';
import { symlinkTarget } from '../rules/symlink-target.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { renderFile } from '../views/file-html.ts';
import { submodulesAt } from '../views/tree-view.ts';
import { getRefAndPath, type RefAndPath } from '../visible-objects.ts';
import { lastCommitView } from './last-commit.ts';

/** A larger file is offered as a download. */
export const MAX_VIEWER_BYTES = 2 * 1024 * 1024;

type Shown = { viewer: BlobViewer; isText: boolean; hasTwoViews: boolean };

/** Data of the file page, or where to go when the path is a directory. */
export async function loadBlobPage(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  options: { plain: boolean },
): Promise<{ data: BlobPageData } | { redirect: string }> {
  const repo = repositoryOf(ctx, access);
  const at = await getRefAndPath(ctx, access, refAndPath);
  const { rev, path } = at;
  const project = access.project.full_path;
  const entry = await findEntry(repo, rev.commitSha, path);
  if (!entry) throw new AppError('not_found', { resource: 'File' });
  if (entry.type === 'tree') return { redirect: repositoryPaths.tree(project, rev.name, path) };
  const sizeBytes = entry.type === 'blob' ? ((await blobInfo(repo, entry.oid))?.size ?? 0) : 0;
  const [shown, lastCommit, place] = await Promise.all([
    show(ctx, access, at, entry, sizeBytes, options.plain),
    lastCommitView(ctx, access, rev.commitSha, path),
    repositoryLocation(ctx, access, rev, path),
  ]);
  const blobHref = repositoryPaths.blob(project, rev.name, path);
  const rawHref = repositoryPaths.raw(project, rev.name, path);
  const isFile = entry.type === 'blob' && entry.mode !== '120000';
  const isOnBranch = rev.kind === 'branch' && place.can.createBranch;
  return {
    data: {
      place,
      file: {
        name: displayPath(entry.name),
        path,
        oid: entry.oid,
        sizeBytes,
        mode: entry.mode,
        isExecutable: entry.mode === '100755',
      },
      viewer: shown.viewer,
      views: shown.hasTwoViews
        ? {
            current: options.plain ? 'source' : 'rendered',
            renderedHref: blobHref,
            sourceHref: `${blobHref}?plain=1`,
          }
        : null,
      lastCommit,
      rawHref,
      downloadHref: `${rawHref}?inline=false`,
      permalinkHref: repositoryPaths.blob(project, rev.commitSha, path),
      historyHref: repositoryPaths.commits(project, rev.name, path),
      blameHref: shown.isText && isFile ? repositoryPaths.blame(project, rev.name, path) : null,
      editHref: shown.isText && isFile && isOnBranch ? repositoryPaths.edit(project, rev.name, path) : null,
      canDelete: isOnBranch && entry.type === 'blob',
    },
  };
}

async function show(
  ctx: Context,
  access: ProjectAccess,
  at: RefAndPath,
  entry: TreeEntry,
  sizeBytes: number,
  plain: boolean,
): Promise<Shown> {
  const only = (viewer: BlobViewer, isText = false): Shown => ({ viewer, isText, hasTwoViews: false });
  const repo = repositoryOf(ctx, access);
  const project = access.project.full_path;
  if (entry.type === 'commit') {
    const url = (await submodulesAt(repo, at.rev.commitSha)).get(entry.path) ?? null;
    const href = url === null ? null : submoduleHref(url, project);
    return only({ type: 'submodule', url, sha: entry.oid, href });
  }
  if (sizeBytes === 0) return only({ type: 'empty' }, true);
  const isPicture = imageTypeOf(entry.name) !== undefined && entry.mode !== '120000';
  const canBePicture = isPicture && !(plain && isSvg(entry.name));
  if (sizeBytes > MAX_VIEWER_BYTES && !canBePicture) return only({ type: 'download', reason: 'too_large' });
  if (canBePicture && sizeBytes > 1_024) return picture(project, at, entry);
  const content = await readBlob(repo, entry.oid, { maxBytes: MAX_VIEWER_BYTES });
  if (entry.mode === '120000') {
    const target = displayPath(content.toString('utf8'));
    const inside = symlinkTarget(parentPath(at.path), target);
    return only({
      type: 'symlink',
      target,
      targetHref: inside === null ? null : repositoryPaths.blob(project, at.rev.name, inside),
    });
  }
  const lfs = parseLfsPointer(content);
  if (lfs) return only({ type: 'lfs', oid: lfs.oid, sizeBytes: lfs.size });
  if (canBePicture) return picture(project, at, entry);
  const encoding = await encodingAt(repo, at.rev.commitSha, entry.path, content);
  const decoded = decodeText(content, encoding);
  if (!decoded) return only({ type: 'download', reason: extensionOf(entry.name) === 'pdf' ? 'pdf' : 'binary' });
  const hasTwoViews = isMarkdown(entry.name) || isSvg(entry.name);
  if (isMarkdown(entry.name) && !plain) {
    const html = await renderFile(ctx, access, at.rev.name, parentPath(at.path), decoded.text);
    return { viewer: { type: 'markdown', html }, isText: true, hasTwoViews };
  }
  return { viewer: await codeViewer(entry, decoded.text, encoding), isText: true, hasTwoViews };
}

function picture(project: string, at: RefAndPath, entry: TreeEntry): Shown {
  const src = repositoryPaths.raw(project, at.rev.name, at.path);
  return { viewer: { type: 'image', src }, isText: isSvg(entry.name), hasTwoViews: isSvg(entry.name) };
}

async function codeViewer(entry: TreeEntry, text: string, encoding: string | null): Promise<BlobViewer> {
  const lines = await highlightBlob({ oid: entry.oid, path: entry.path, encoding, text });
  return {
    type: 'code',
    lines: [...lines],
    language: languageOf(entry.path, text.slice(0, 256).split('\n', 1)[0]) ?? null,
    hiddenCharacters: hiddenCharactersOf(text),
    lineEndings: lineEndingsOf(text),
    endsWithNewline: text.endsWith('\n') || text.endsWith('\r'),
  };
}

/** Lines with characters that mislead the eye, counted from 1. */
export function hiddenCharactersOf(text: string): { line: number; labels: string[] }[] {
  if (findInvisible(text).length === 0) return [];
  return linesOf(text).flatMap((line, at) => {
    const labels = [...new Set(findInvisible(line).map((range) => range.label))];
    return labels.length === 0 ? [] : [{ line: at + 1, labels }];
  });
}
