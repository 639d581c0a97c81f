import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { type FoldLimits, type FoldReason, growingFolds } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { findBuild, findOpenedDiff, joinBuild } from '../ensure-index.ts';
import type { LivePart } from '../live-diff.ts';
import type { OpenedDiff } from '../opened-diff.ts';
import { foldsOf } from './diff-files.ts';
import { BUILD_PATIENCE_MS } from './names-and-counts.ts';

/** What is known of a comparison: all of it, or its first files while git is still at the others. */
export type KnownFiles = {
  files: readonly IndexFile[];
  folds: readonly FoldReason[];
  total: number;
  isComplete: boolean;
  readPatches: (files: readonly IndexFile[]) => Promise<Buffer[]>;
};

export function completeKnownFiles(diff: OpenedDiff, limits: FoldLimits): KnownFiles {
  const { files } = diff.index;
  return { files, folds: foldsOf(diff, limits), total: files.length, isComplete: true, readPatches: diff.readPatches };
}

/** `folds` is the same for all parts of one stream. */
export function knownPart(
  { files, patchOf }: LivePart,
  total: number,
  folds: ReturnType<typeof growingFolds>,
): KnownFiles {
  const readPatches = async (wanted: readonly IndexFile[]) => wanted.map((file) => patchOf(file) ?? Buffer.alloc(0));
  return { files, folds: folds(files), total, isComplete: false, readPatches };
}

/** The whole comparison where it is indexed; else as much of it as is needed. */
export async function knownUntil(
  ctx: Context,
  range: ComparedRange,
  count: number,
  limits: FoldLimits,
): Promise<KnownFiles> {
  // Whoever is at it knows first.
  const found = findBuild(ctx, range.key) ? undefined : await findOpenedDiff(ctx, range.key);
  if (found) return completeKnownFiles(found, limits);
  const { live, ended } = await joinBuild(ctx, range.key);
  const patience = new AbortController();
  const first = await Promise.race([
    ended.then(() => null),
    live.first(count),
    sleep(BUILD_PATIENCE_MS, 'late' as const, { signal: patience.signal }),
  ]).finally(() => patience.abort());
  if (first === 'late') throw new AppError('version_not_ready');
  const built = first === null ? await findOpenedDiff(ctx, range.key) : undefined;
  if (built) return completeKnownFiles(built, limits);
  if (first === null) throw new AppError('version_not_ready');
  return knownPart(first, (await live.listed).length, growingFolds(limits));
}
