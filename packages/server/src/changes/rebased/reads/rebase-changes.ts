import type { RebaseChanges } from '@tributary/contract/merge-requests/rebased.ts';
import { type DiffFile, type IndexFile, parsePatch, readDiff } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import { keyOfVersion } from '../../diffs/comparison-keys.ts';
import { openDiff } from '../../diffs/ensure-index.ts';
import type { OpenedDiff } from '../../diffs/opened-diff.ts';
import { rebaseLines } from '../rules/rebase-lines.ts';

const PATHS_AT_ONCE = 200;
const NO_LINES = Buffer.alloc(0);

/** What of a comparison with an older state came from the target branch alone; lines are read of few files only. */
export async function rebaseChanges(ctx: Context, range: DiffRange): Promise<RebaseChanges> {
  const { start, version, key } = range;
  if (!start || start.version.base_sha === version.base_sha) return { files: [], parts: [] };
  const shown = await openDiff(ctx, key);
  const before = await openDiff(ctx, { ...keyOfVersion(key.projectId, start.version), head: start.sha });
  const after = await openDiff(ctx, keyOfVersion(key.projectId, version));
  // What neither version changes is as the target has it, then and now.
  const touched = new Set([...pathsOf(before.index.files), ...pathsOf(after.index.files)]);
  const isTouched = (file: IndexFile) => touched.has(file.oldPath) || touched.has(file.newPath);
  const files = shown.index.files.filter((file) => !isTouched(file)).map((file) => file.fileHash);
  const own = shown.index.files.filter((file) => isTouched(file) && hasLines(file));
  const sources = { before: byNewPath(before), after: byNewPath(after) };
  const targets = await targetPatches(ctx, range, own, sources);
  const parts: RebaseChanges['parts'] = [];
  const tooLarge: string[] = [];
  for (const file of own) {
    const target = targets.get(basePath(sources.before, file.oldPath));
    if (!target) continue;
    const [older, newer] = [sources.before.get(file.oldPath), sources.after.get(file.newPath)];
    // Hunks that are not held in memory are read as none, and lines would be taken for others.
    if (target.isTooLarge || file.long || older?.long || newer?.long) {
      tooLarge.push(file.fileHash);
      continue;
    }
    const lines = rebaseLines({
      shown: parsePatch(await patchOf(shown, file)),
      before: parsePatch(await patchOf(before, older)),
      after: parsePatch(await patchOf(after, newer)),
      target: parsePatch(target.patchBytes),
    });
    const isOnlyLines = file.status === 'modified' && file.oldMode === file.newMode;
    if (lines.isAll && isOnlyLines) files.push(file.fileHash);
    else if (lines.old.length + lines.new.length > 0)
      parts.push({ file_hash: file.fileHash, old: lines.old, new: lines.new });
  }
  return { files, parts, ...(tooLarge.length > 0 && { too_large: tooLarge }) };
}

type Sources = { before: Map<string, IndexFile>; after: Map<string, IndexFile> };

function pathsOf(files: readonly IndexFile[]): string[] {
  return files.flatMap((file) => [file.oldPath, file.newPath]);
}

function hasLines(file: IndexFile): boolean {
  return !file.isBinary && !file.isSubmodule && file.addedLines + file.removedLines > 0;
}

function byNewPath(diff: OpenedDiff): Map<string, IndexFile> {
  return new Map(diff.index.files.filter((file) => file.status !== 'deleted').map((file) => [file.newPath, file]));
}

/** Where the base has a file that a version calls `path`. */
function basePath(version: Map<string, IndexFile>, path: string): string {
  return version.get(path)?.oldPath ?? path;
}

async function patchOf(diff: OpenedDiff, file: IndexFile | undefined): Promise<Buffer> {
  if (!file) return NO_LINES;
  return (await diff.readPatches([file]))[0] ?? NO_LINES;
}

/** What the target branch itself did to these files between the two bases, by the older path. */
async function targetPatches(
  ctx: Context,
  { key, start, version }: DiffRange,
  files: readonly IndexFile[],
  sources: Sources,
): Promise<Map<string, DiffFile>> {
  const found = new Map<string, DiffFile>();
  if (!start) return found;
  const paths = [
    ...new Set(
      files.flatMap((file) => [basePath(sources.before, file.oldPath), basePath(sources.after, file.newPath)]),
    ),
  ];
  const repo = ctx.repositories.directory(key.projectId);
  for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
    const some = paths.slice(at, at + PATHS_AT_ONCE);
    const changed: DiffFile[] = await readDiff(repo, {
      from: start.version.base_sha,
      to: version.base_sha,
      paths: some,
    });
    for (const file of changed) found.set(file.oldPath, file);
  }
  return found;
}
