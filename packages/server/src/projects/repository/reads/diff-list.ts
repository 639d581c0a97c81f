import type { DiffFilesAnswer, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import type { RestCommitStats, RestDiff } from '@tributary/contract/projects/repository-rest.ts';
import { type Page, pageOf } from '@tributary/contract/core/paging.ts';
import { type DiffFile, streamDiff, withReadableLines } from '@tributary/git';
import { LruCache } from '../lru-cache.ts';
import { type DiffSides, diffFileViews } from '../views/diff-view.ts';

/** Files shown at once; the others come by further requests. */
const FILES_PER_PART = 30;
const MAX_FILES = 1_000;
const MAX_LINES = 50_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_FILE_PATCH_BYTES = 1024 * 1024;
/** Colours that are not there by then come when the part is asked for again. */
const COLOUR_DEADLINE_MS = 300;

/** The first files of a diff and the totals of all of it, up to a limit. */
export async function diffList(sides: DiffSides, moreHref: (offset: number) => string): Promise<DiffListView> {
  const shown: DiffFile[] = [];
  const totals = { files: 0, added: 0, removed: 0, bytes: 0 };
  let isOverflow = false;
  for await (const file of changes(sides)) {
    if (totals.files >= MAX_FILES || totals.added + totals.removed > MAX_LINES || totals.bytes > MAX_BYTES) {
      isOverflow = true;
      break;
    }
    totals.files += 1;
    totals.added += file.addedLines;
    totals.removed += file.removedLines;
    totals.bytes += file.patchBytes.length;
    if (shown.length < FILES_PER_PART) shown.push(await withReadableLines(sides.repo, sides.newSha, file));
  }
  return {
    files: await diffFileViews(sides, shown, { deadlineMs: COLOUR_DEADLINE_MS }),
    totalFiles: totals.files,
    addedLines: totals.added,
    removedLines: totals.removed,
    isOverflow,
    moreHref: totals.files > shown.length ? moreHref(shown.length) : null,
  };
}

/** The files of a diff from one on. */
export async function diffPart(
  sides: DiffSides,
  offset: number,
  moreHref: (offset: number) => string,
): Promise<DiffFilesAnswer> {
  const files: DiffFile[] = [];
  let at = 0;
  let hasMore = false;
  for await (const file of changes(sides)) {
    if (at >= MAX_FILES) break;
    if (files.length === FILES_PER_PART) {
      hasMore = true;
      break;
    }
    if (at >= offset) files.push(await withReadableLines(sides.repo, sides.newSha, file));
    at += 1;
  }
  return {
    files: await diffFileViews(sides, files, { deadlineMs: COLOUR_DEADLINE_MS }),
    moreHref: hasMore ? moreHref(offset + files.length) : null,
  };
}

function changes(sides: DiffSides): AsyncGenerator<DiffFile> {
  return streamDiff(sides.repo, { from: sides.oldSha, to: sides.newSha, maxFilePatchBytes: MAX_FILE_PATCH_BYTES });
}

const stats = new LruCache<RestCommitStats>(5_000);

/** Added and removed lines between two commits; counted once, since neither can change. */
export function statsBetween(repo: string, from: string | null, to: string): Promise<RestCommitStats> {
  return stats.get(`${repo}\0${from ?? ''}\0${to}`, async () => {
    let additions = 0;
    let deletions = 0;
    for await (const file of streamDiff(repo, { from, to, maxFilePatchBytes: MAX_FILE_PATCH_BYTES })) {
      additions += file.addedLines;
      deletions += file.removedLines;
    }
    return { additions, deletions, total: additions + deletions };
  });
}

const MAX_REST_PATCH_BYTES = 500 * 1024;

function restDiff(file: DiffFile, withHeads: boolean): RestDiff {
  const isTooLarge = file.isTooLarge || file.patchBytes.length > MAX_REST_PATCH_BYTES;
  const patch = isTooLarge ? '' : file.patchBytes.toString('utf8');
  const oldName = file.status === 'added' ? '/dev/null' : `a/${file.oldPath}`;
  const newName = file.status === 'deleted' ? '/dev/null' : `b/${file.newPath}`;
  const binary = file.isBinary ? `Binary files ${oldName} and ${newName} differ\n` : '';
  return {
    diff: patch === '' ? binary : withHeads ? `--- ${oldName}\n+++ ${newName}\n${patch}` : patch,
    collapsed: false,
    too_large: isTooLarge,
    new_path: file.newPath,
    old_path: file.oldPath,
    a_mode: modeText(file.oldMode),
    b_mode: modeText(file.newMode),
    new_file: file.status === 'added',
    renamed_file: file.status === 'renamed',
    deleted_file: file.status === 'deleted',
    generated_file: null,
  };
}

function modeText(mode: string): string {
  return mode === '000000' ? '0' : mode;
}

/** The changed files as clients read them; at most a thousand. */
export async function restDiffs(
  repo: string,
  diff: { from: string | null; to: string; unidiff: boolean },
): Promise<RestDiff[]> {
  const found: RestDiff[] = [];
  let bytes = 0;
  for await (const file of streamDiff(repo, { ...diff, maxFilePatchBytes: MAX_REST_PATCH_BYTES })) {
    if (found.length >= MAX_FILES || bytes > MAX_BYTES) break;
    bytes += file.patchBytes.length;
    found.push(restDiff(await withReadableLines(repo, diff.to, file), diff.unidiff));
  }
  return found;
}

/** One page of the changed files of a commit. */
export async function restDiffPage(
  repo: string,
  diff: { from: string | null; to: string; unidiff: boolean },
  request: { page: number; perPage: number },
): Promise<Page<RestDiff>> {
  const start = (request.page - 1) * request.perPage;
  const items: RestDiff[] = [];
  let at = 0;
  for await (const file of streamDiff(repo, { ...diff, maxFilePatchBytes: MAX_REST_PATCH_BYTES })) {
    if (at >= start + request.perPage) return { ...pageOf(items, request, undefined), hasNext: true };
    if (at >= start) items.push(restDiff(await withReadableLines(repo, diff.to, file), diff.unidiff));
    at += 1;
  }
  return { ...pageOf(items, request, undefined), hasNext: false };
}
