import {
  type DiffFile,
  type FileChange,
  isGitError,
  listChangedFiles,
  parsePatch,
  readDiff,
  Utf16Diffs,
} from '@tributary/git';

/** How one file changed; the content of one that only moved, or got another mode, is the same. */
export type Change = FileChange & { isSameContent: boolean };
/** What changed between two commits. */
export type Changes = {
  /** By old path; null where nothing did. */
  of: (oldPath: string) => Promise<Change | null>;
  /** Whether a file of another name has become the one of this path. */
  isFromElsewhere: (newPath: string) => boolean;
};

const NO_CHANGES: Changes = { of: async () => null, isFromElsewhere: () => false };

/** Undefined when one of the commits is gone. */
export async function changesBetween(repo: string, from: string, to: string): Promise<Changes | undefined> {
  if (from === to) return NO_CHANGES;
  try {
    if ((await listChangedFiles(repo, { from, to })).length === 0) return NO_CHANGES;
    return readWhenAsked(repo, await readDiff(repo, { from, to }));
  } catch (error) {
    if (isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

/** Of all that changed only few files are asked for, each more than once. */
function readWhenAsked(repo: string, files: readonly DiffFile[]): Changes {
  const byPath = new Map(files.map((file) => [file.oldPath, file]));
  const known = new Map<string, Promise<Change | null>>();
  const utf16 = new Utf16Diffs(repo);
  const read = async (path: string): Promise<Change | null> => {
    const file = byPath.get(path);
    if (!file) return null;
    // By the text that the changes show.
    const { oldPath, newPath, status, oldOid, newOid, isBinary, isTooLarge, patchBytes } = await utf16.of(file);
    const hunks = isBinary || isTooLarge ? null : parsePatch(patchBytes);
    return { oldPath, newPath, status, hunks, isSameContent: oldOid === newOid };
  };
  const of = (path: string) => {
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };
  const brought = new Set(files.flatMap(({ oldPath, newPath }) => (oldPath === newPath ? [] : newPath)));
  return { of, isFromElsewhere: (path) => brought.has(path) };
}
