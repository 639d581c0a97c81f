import type { DiffFileFold, DiffFilesAnswer, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import type { RestCommitStats, RestDiff } from '@tributary/contract/projects/repository-rest.ts';
import { type Page, pageOf } from '@tributary/contract/core/paging.ts';
import { type ChangedFile, type DiffFile, streamDiff, withReadableLines } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { foldLimits } from '../fold-limits.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { folder, type FoldLimits, type VisibleSize } from '../rules/fold-files.ts';
import { type DiffSides, diffFileViews, type FoldableFile } from '../views/diff-view.ts';
import { changesOf, FILES_PER_PART, cacheList, listFrom, rangeOf } from './listed-changes.ts';

/** What is counted, and given to REST clients, of one comparison. */
const MAX_FILES = 1_000;
const MAX_LINES = 50_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_FILE_PATCH_BYTES = 1024 * 1024;
/** The lines of a file that someone asked for come at once. */
const MAX_WHOLE_PATCH_BYTES = 4 * 1024 * 1024;
/** Each of them is worked on while nobody else is served, however short it is. */
const MAX_PATCH_LINES = 20_000;
/** Colours that are not there by then come when the part is asked for again. */
const COLOUR_DEADLINE_MS = 300;

/** Which files: from one on, or just that one, whatever its size. */
export type PartRequest = { offset: number; whole: boolean; shown: VisibleSize };
/** The address of files that are not here. */
type HrefOf = (query: { offset: string; [name: string]: string }) => string;

const NOTHING_SHOWN: VisibleSize = { files: 0, lines: 0, bytes: 0 };

/** The first files of a diff and the totals of all of it, as far as they are counted. */
export async function diffList(ctx: Context, sides: DiffSides, hrefOf: HrefOf): Promise<DiffListView> {
  const limits = await foldLimits(ctx);
  const shown = { ...NOTHING_SHOWN };
  const first: FoldableFile[] = [];
  const totals = { files: 0, added: 0, removed: 0, bytes: 0 };
  const nextFold = folding(limits, shown, hrefOf);
  let isOverflow = false;
  let listed = 0;
  const onListed = (files: ChangedFile[]) => {
    listed = files.length;
    if (listed > FILES_PER_PART) cacheList(sides, files);
  };
  for await (const file of streamDiff(sides.repo, {
    ...rangeOf(sides),
    maxFilePatchBytes: MAX_FILE_PATCH_BYTES,
    onListed,
  })) {
    const isMuch = totals.files >= MAX_FILES || totals.added + totals.removed > MAX_LINES || totals.bytes > MAX_BYTES;
    if (isMuch && first.length === FILES_PER_PART) {
      isOverflow = true;
      break;
    }
    totals.files += 1;
    totals.added += file.addedLines;
    totals.removed += file.removedLines;
    totals.bytes += file.patchBytes.length;
    if (first.length < FILES_PER_PART) first.push(await readable(sides, { file, fold: nextFold(file, first.length) }));
  }
  return {
    files: await diffFileViews(sides, first, { deadlineMs: COLOUR_DEADLINE_MS }),
    totalFiles: listed,
    addedLines: totals.added,
    removedLines: totals.removed,
    isOverflow,
    moreHref: listed > first.length ? moreHref(first.length, shown, hrefOf) : null,
  };
}

/** The files of a diff from one on. */
export async function diffPart(
  ctx: Context,
  sides: DiffSides,
  { offset, whole, shown: before }: PartRequest,
  hrefOf: HrefOf,
): Promise<DiffFilesAnswer> {
  const { files: listed, total } = await listFrom(sides, offset);
  const wanted = listed.slice(0, whole ? 1 : FILES_PER_PART);
  const end = offset + wanted.length;
  const shown = { ...before };
  const files: FoldableFile[] = [];
  const nextFold = whole ? () => null : folding(await foldLimits(ctx), shown, hrefOf);
  const changed = await changesOf(sides, wanted, whole ? MAX_WHOLE_PATCH_BYTES : MAX_FILE_PATCH_BYTES);
  for (const [at, file] of changed.entries()) {
    if (file) files.push(await readable(sides, { file, fold: nextFold(file, offset + at) }));
  }
  return {
    files: await diffFileViews(sides, files, { deadlineMs: COLOUR_DEADLINE_MS }),
    moreHref: !whole && end < total ? moreHref(end, shown, hrefOf) : null,
  };
}

/** What is kept back: the same rule as for merge requests. What is generated is not known here. */
function folding(limits: FoldLimits, shown: VisibleSize, hrefOf: HrefOf) {
  const next = folder(limits, shown);
  return (file: DiffFile, at: number): DiffFileFold | null => {
    const reason = next({ ...file, patchLength: file.patchBytes.length, generated: null });
    if (reason !== 'too_large' && reason !== 'over_budget') return null;
    return { reason, href: hrefOf({ offset: String(at), whole: 'true' }) };
  };
}

function moreHref(offset: number, { files, lines, bytes }: VisibleSize, hrefOf: HrefOf): string {
  return hrefOf({ offset: String(offset), shown: [files, lines, bytes].join('.') });
}

async function readable(sides: DiffSides, { file, fold }: FoldableFile): Promise<FoldableFile> {
  if (fold !== null) return { file, fold };
  const read = await withReadableLines(sides.repo, sides.newSha, file);
  const isTooLong = hasMoreLines(read.patchBytes, MAX_PATCH_LINES);
  return { file: isTooLong ? { ...read, isTooLarge: true, patchBytes: Buffer.alloc(0) } : read, fold };
}

function hasMoreLines(patch: Buffer, max: number): boolean {
  let lines = 0;
  for (let at = patch.indexOf(10); at !== -1 && lines <= max; at = patch.indexOf(10, at + 1)) lines += 1;
  return lines > max;
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
