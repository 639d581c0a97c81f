import { type FileChange, isGitError, listChangedFiles, parsePatch, readDiff } from '@tributary/git';

/** What changed between two commits, by old path. */
export type Changes = ReadonlyMap<string, FileChange>;

/** Undefined when one of the commits is gone. */
export async function changesBetween(repo: string, from: string, to: string): Promise<Changes | undefined> {
  if (from === to) return new Map();
  try {
    if ((await listChangedFiles(repo, { from, to })).length === 0) return new Map();
    const files = await readDiff(repo, { from, to });
    return new Map(
      files.map((file) => [
        file.oldPath,
        {
          oldPath: file.oldPath,
          newPath: file.newPath,
          status: file.status,
          hunks: file.isBinary || file.isTooLarge ? null : parsePatch(file.patchBytes),
        },
      ]),
    );
  } catch (error) {
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}
