import { type DiffBounds, isDiffWithin, isGitError } from '@tributary/git';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { listLookedAtVersions } from '../viewed-files/store.ts';
import { type DiffIndexKey, findDiffIndex } from '../store/diff-indexes.ts';
import { mergeToday } from '../../merge-requests/index.ts';
import { type MergeRequestRow, listVersionCommits, listVersions, type VersionRow } from '../../merge-requests/index.ts';
import { keyOfCommit, keyOfMerge, keyOfVersion, keySince } from './comparison-keys.ts';
import { startBuild } from './ensure-index.ts';

/** Versions that someone looked at last, beside the one before the newest. */
const MAX_LOOKED_AT = 5;
const MAX_COMMITS = 20;
/** Of these white space is hidden as well. */
const MAX_HIDDEN_COMMITS = 10;
/** White space is ignored in what takes no more than this with it. */
const MAX_HIDDEN_STORED_BYTES = 16 * 1_024 * 1_024;
const MAX_SINCE: DiffBounds = { files: 5_000, bytes: 128 * 1_024 * 1_024 };
const MAX_COMMIT: DiffBounds = { files: 1_000, bytes: 16 * 1_024 * 1_024 };
/** When so much time or room was taken, nothing more is begun. */
const MAX_RUN_MS = 20_000;
const MAX_RUN_STORED_BYTES = 32 * 1_024 * 1_024;

/** What most readers ask for, and then the same without white space, where that is rarely asked for. */
export type PrebuildPart = 'first' | 'hidden';
type Wanted = { key: DiffIndexKey; isWithin: () => Promise<boolean> };

/**
 * Builds what readers of a new version ask for beside its own comparison, so that none of them waits for git: white space
 * ignored, what is new since the version before and since those that users looked at last, what merging would bring today,
 * and its newest commits one by one; and in a part of its own these without white space. What is there is left alone. What
 * is too big, or comes after too much, is built by its first reader.
 */
export async function prebuildDiffs(
  ctx: Context,
  row: MergeRequestRow,
  version: VersionRow,
  part: PrebuildPart,
): Promise<void> {
  const until = ctx.clock.now().getTime() + MAX_RUN_MS;
  let storedBytes = 0;
  for (const { key, isWithin } of await comparisonsAhead(ctx, row, version, part)) {
    if (ctx.clock.now().getTime() > until || storedBytes > MAX_RUN_STORED_BYTES) return;
    if (await findDiffIndex(ctx.db, key)) continue;
    try {
      if (!(await isWithin())) continue;
      await startBuild(ctx, key, { isAhead: true }).ended;
      storedBytes += (await findDiffIndex(ctx.db, key))?.size_bytes ?? 0;
    } catch (error) {
      // Whoever asks for it is told; the others are not less wanted for that.
      if (!isGitError(error) && !(error instanceof AppError)) throw error;
      ctx.log.info({ err: error, base: key.base, head: key.head }, 'a comparison was not built ahead');
    }
  }
}

/** Those that are asked for most come first. */
async function comparisonsAhead(
  ctx: Context,
  row: MergeRequestRow,
  version: VersionRow,
  part: PrebuildPart,
): Promise<Wanted[]> {
  const projectId = row.target_project_id;
  const repo = ctx.repositories.directory(projectId);
  const within = (key: DiffIndexKey, bounds: DiffBounds): Wanted => ({
    key,
    isWithin: () => isDiffWithin(repo, { from: key.base, to: key.head }, bounds),
  });
  const [versions, lookedAt, commits] = await Promise.all([
    listVersions(ctx.db, row.id),
    listLookedAtVersions(ctx.db, row.id, MAX_LOOKED_AT),
    listVersionCommits(ctx.db, version.id, { limit: MAX_COMMITS, offset: 0 }),
  ]);
  const previous = versions.find(({ number }) => number < version.number);
  const seen = versions.filter(({ id }) => id === previous?.id || lookedAt.includes(id));
  const older = seen.filter(({ number, head_sha: head }) => number < version.number && head !== version.head_sha);
  const since = older.map(({ head_sha: sha }) => keySince(projectId, sha, version));
  const single = commits.map((commit) => keyOfCommit(projectId, commit));
  if (part === 'hidden') return [...since, ...single.slice(0, MAX_HIDDEN_COMMITS)].map((key) => hidden(ctx, key));
  return [
    hidden(ctx, keyOfVersion(projectId, version)),
    ...[...since, ...(await mergeAhead(ctx, row, version))].map((key) => within(key, MAX_SINCE)),
    ...single.map((key) => within(key, MAX_COMMIT)),
  ];
}

/** None where the branches conflict or one of them is gone: then it is not offered either. */
async function mergeAhead(ctx: Context, row: MergeRequestRow, version: VersionRow): Promise<DiffIndexKey[]> {
  try {
    return [keyOfMerge(row.target_project_id, version, await mergeToday(ctx, row))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Without white space it is about as big as with it, which is known: what was too big then is so still. */
function hidden(ctx: Context, key: DiffIndexKey): Wanted {
  return {
    key: { ...key, ignoresWhitespace: true },
    isWithin: async () => {
      const index = await findDiffIndex(ctx.db, key);
      return index !== undefined && index.size_bytes <= MAX_HIDDEN_STORED_BYTES;
    },
  };
}
