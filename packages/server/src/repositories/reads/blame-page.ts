import type { BlameAnswer, BlamePageData, BlameRangeView } from '@tributary/contract/projects/repository-page.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  blame,
  blobInfo,
  type BlameRange,
  displayPath,
  encodingAt,
  findEntry,
  readBlob,
  readCommits,
  type TreeEntry,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { highlightBlob } from '../../platform/highlight/index.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText } from '../views/decode-text.ts';
import { commitSummaries } from '../views/commit-views.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { getRefAndPath, type RefAndPath } from '../visible-objects.ts';
import { MAX_VIEWER_BYTES } from './blob-page.ts';

/** Lines asked for at once: blame takes its time on long histories. */
const LINES_PER_PART = 1_000;
const BLAME_TIMEOUT_MS = 25_000;

const blames = new LruCache<BlameRange[]>(200);

/** Who last changed these lines; kept, since neither commit nor path can change. */
export function blameLines(
  repo: string,
  sha: string,
  path: string,
  lines: { start: number; end?: number },
): Promise<BlameRange[]> {
  const key = `${repo}\0${sha}\0${path}\0${lines.start}-${lines.end ?? ''}`;
  return blames.get(key, () => blame(repo, sha, path, { ...lines, timeoutMs: BLAME_TIMEOUT_MS }));
}

async function fileAt(repo: string, at: RefAndPath): Promise<TreeEntry> {
  const entry = await findEntry(repo, at.rev.commitSha, at.path);
  if (entry?.type !== 'blob' || entry.mode === '120000') throw new AppError('not_found', { resource: 'File' });
  return entry;
}

type Lines = { html: readonly string[] } | { notice: 'binary' | 'too_large' };

async function linesOf(repo: string, at: RefAndPath, entry: TreeEntry, sizeBytes: number): Promise<Lines> {
  if (sizeBytes > MAX_VIEWER_BYTES) return { notice: 'too_large' };
  const content = await readBlob(repo, entry.oid, { maxBytes: MAX_VIEWER_BYTES });
  const encoding = await encodingAt(repo, at.rev.commitSha, entry.path, content);
  const decoded = decodeText(content, encoding);
  if (!decoded) return { notice: 'binary' };
  if (decoded.text === '') return { html: [] };
  return { html: await highlightBlob({ oid: entry.oid, path: entry.path, encoding, text: decoded.text }) };
}

export async function loadBlamePage(ctx: Context, access: ProjectAccess, refAndPath: string): Promise<BlamePageData> {
  const repo = repositoryOf(ctx, access);
  const at = await getRefAndPath(ctx, access, refAndPath);
  const entry = await fileAt(repo, at);
  const sizeBytes = (await blobInfo(repo, entry.oid))?.size ?? 0;
  const lines = await linesOf(repo, at, entry, sizeBytes);
  const html = 'html' in lines ? lines.html : [];
  const part = await partFrom(ctx, access, at, html, 1);
  const project = access.project.full_path;
  return {
    place: await repositoryLocation(ctx, access, at.rev, at.path),
    file: { name: displayPath(entry.name), path: at.path, oid: entry.oid, sizeBytes },
    totalLines: html.length,
    ...part,
    notice: 'notice' in lines ? lines.notice : null,
    blobHref: repositoryPaths.blob(project, at.rev.name, at.path),
    rawHref: repositoryPaths.raw(project, at.rev.name, at.path),
    historyHref: repositoryPaths.commits(project, at.rev.name, at.path),
  };
}

/** The next part, from a line on. */
export async function loadBlamePart(
  ctx: Context,
  access: ProjectAccess,
  refAndPath: string,
  from: number,
): Promise<BlameAnswer> {
  const repo = repositoryOf(ctx, access);
  const at = await getRefAndPath(ctx, access, refAndPath);
  const entry = await fileAt(repo, at);
  const sizeBytes = (await blobInfo(repo, entry.oid))?.size ?? 0;
  const lines = await linesOf(repo, at, entry, sizeBytes);
  return partFrom(ctx, access, at, 'html' in lines ? lines.html : [], from);
}

async function partFrom(
  ctx: Context,
  access: ProjectAccess,
  at: RefAndPath,
  html: readonly string[],
  from: number,
): Promise<BlameAnswer> {
  if (from > html.length) return { ranges: [], moreHref: null };
  const end = Math.min(html.length, from + LINES_PER_PART - 1);
  const repo = repositoryOf(ctx, access);
  const ranges = await blameLines(repo, at.rev.commitSha, at.path, { start: from, end });
  // By commit id, so that the parts fit together although the branch moves on.
  const next = `${encodePath(at.rev.commitSha)}/${encodePath(at.path)}`;
  return {
    ranges: await rangeViews(ctx, access, at, ranges, html),
    moreHref:
      end < html.length ? `/${encodePath(access.project.full_path)}/-/blame_lines/${next}?from=${end + 1}` : null,
  };
}

async function rangeViews(
  ctx: Context,
  access: ProjectAccess,
  at: RefAndPath,
  ranges: readonly BlameRange[],
  html: readonly string[],
): Promise<BlameRangeView[]> {
  const repo = repositoryOf(ctx, access);
  const shas = [...new Set(ranges.map((range) => range.commit.sha))];
  const summaries = await commitSummaries(ctx, access, await readCommits(repo, shas));
  const bySha = new Map(summaries.map((summary) => [summary.sha, summary]));
  return ranges.flatMap((range) => {
    const commit = bySha.get(range.commit.sha);
    if (!commit) return [];
    const previous = range.commit.previous;
    return {
      commit,
      startLine: range.startLine,
      lines: html.slice(range.startLine - 1, range.endLine),
      originalPath: range.originalPath === at.path ? null : displayPath(range.originalPath),
      previousHref:
        previous === null ? null : repositoryPaths.blame(access.project.full_path, previous.sha, previous.path),
    };
  });
}
