import { setTimeout as sleep } from 'node:timers/promises';
import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { type ChangedFile, fileHash } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { FoldLimits } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { findBuild, findOpenedDiff, joinBuild, openDiff } from '../ensure-index.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { type SummarisedFile, toSummary } from '../page-diff-file.ts';
import { foldsOf } from './diff-files.ts';

/** How long a page waits for an index that is being built before it says so. */
export const BUILD_PATIENCE_MS = 4_000;
/** How much longer it waits for the counts when it knows the names, of so many files at most: more are hardly ready then. */
const COUNT_PATIENCE_MS = 60;
const FILES_COUNTED_AT_ONCE = 300;

type ListedFiles = { projectId: number; listed: readonly ChangedFile[] };

/** The comparison if it is there or soon will be; undefined when it takes longer. The build goes on either way. */
export async function openIfReady(ctx: Context, range: ComparedRange): Promise<OpenedDiff | undefined> {
  const found = await findOpenedDiff(ctx, range.key);
  if (found) return found;
  const { ended } = await joinBuild(ctx, range.key);
  return (await within(BUILD_PATIENCE_MS, [ended])) === 'late' ? undefined : openDiff(ctx, range.key);
}

/** The same, but no later than the names are known: lines of much are compared long after that. */
export async function openNames(ctx: Context, range: ComparedRange): Promise<OpenedDiff | ListedFiles | undefined> {
  const found = findBuild(ctx, range.key) ? undefined : await findOpenedDiff(ctx, range.key);
  if (found) return found;
  const { live, ended } = await joinBuild(ctx, range.key);
  const listed = live.listed.then(async (files) => {
    if (files.length <= FILES_COUNTED_AT_ONCE) await within(COUNT_PATIENCE_MS, [ended]);
    return files;
  });
  const first = await within(BUILD_PATIENCE_MS, [ended.then(() => null), listed]);
  if (first === 'late') return undefined;
  return first === null || !findBuild(ctx, range.key)
    ? ((await findOpenedDiff(ctx, range.key)) ?? listedOf(range, first))
    : listedOf(range, first);
}

function listedOf({ key }: ComparedRange, listed: readonly ChangedFile[] | null): ListedFiles | undefined {
  return listed === null ? undefined : { projectId: key.projectId, listed };
}

/** The first of the answers, or that none came in time. */
async function within<T>(timeMs: number, answers: readonly Promise<T>[]): Promise<T | 'late'> {
  const patience = new AbortController();
  const late = sleep(timeMs, 'late' as const, { signal: patience.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([...answers, late]);
  } finally {
    patience.abort();
  }
}

export type NamedDiff = OpenedDiff | ListedFiles;

/** What the metadata of a comparison tells of its files altogether. */
export function countsOf(diff: NamedDiff, range: ComparedRange, limits: FoldLimits) {
  const isListed = 'listed' in diff;
  const size = isListed ? diff.listed.length : diff.index.files.length;
  return {
    status: 'ready' as const,
    real_size: String(size),
    size,
    added_lines: isListed ? 0 : diff.index.totals.addedLines,
    removed_lines: isListed ? 0 : diff.index.totals.removedLines,
    render_overflow_warning: !isListed && foldsOf(diff, limits).includes('over_budget'),
    diff_refs: range.refs,
    counts_ready: !isListed,
  };
}

export function summariesOf(diff: NamedDiff, limits: FoldLimits): DiffFileSummary[] {
  if ('listed' in diff) return diff.listed.map((file, index) => toSummary(notCompared(file), index, diff.projectId));
  const folds = foldsOf(diff, limits);
  return diff.index.files.map((file, index) => {
    const summary = toSummary(file, index, diff.projectId);
    // Of thousands, each name takes its bytes.
    return folds[index] === null ? summary : { ...summary, folded: true };
  });
}

/** A file of which git has told only that it differs. */
function notCompared(file: ChangedFile): SummarisedFile {
  return {
    ...file,
    fileHash: fileHash(file.status === 'deleted' ? file.oldPath : file.newPath),
    addedLines: 0,
    removedLines: 0,
    isBinary: false,
    isTooLarge: false,
    isWhitespaceOnly: false,
    generated: null,
    copiedFrom: null,
    moves: [],
  };
}
