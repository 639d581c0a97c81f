import type { FileAction } from '../../commands.ts';

/** What of a file is as the branch has it; no content where that is no text. */
export type IdeBase = { content: string | null; lastCommitId: string | null };

/** A file someone has opened, made or thrown away in the IDE. */
export type IdeFile = {
  /** Stays while the path changes. */
  id: string;
  /** Path key it will be committed under. */
  path: string;
  /** Path key on the branch; null for a new file. */
  was: string | null;
  /** Null until it is read, and for a new file. */
  base: IdeBase | null;
  /** The text as it is written now; null while it is the base's. Base64 of a file that was chosen and is no text. */
  text: string | null;
  encoding: 'text' | 'base64';
  /** Goes into the next commit when it is changed. */
  isStaged: boolean;
  isDeleted: boolean;
};

export type IdeChange = 'created' | 'deleted' | 'renamed' | 'updated';

/** What committing would do to it; null when it is as the branch has it. */
export function changeOf(file: IdeFile): IdeChange | null {
  if (file.was === null) return file.isDeleted ? null : 'created';
  if (file.isDeleted) return 'deleted';
  if (file.path !== file.was) return 'renamed';
  return file.text !== null && file.text !== file.base?.content ? 'updated' : null;
}

export function textOf(file: IdeFile): string {
  return file.text ?? file.base?.content ?? '';
}

const ORDER: readonly IdeChange[] = ['deleted', 'renamed', 'updated', 'created'];

/** Those that differ from the branch, what makes room first. */
export function changedFiles(files: readonly IdeFile[]): { file: IdeFile; change: IdeChange }[] {
  return files
    .flatMap((file) => {
      const change = changeOf(file);
      return change === null ? [] : [{ file, change }];
    })
    .toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || (a.file.path < b.file.path ? -1 : 1));
}

function actionOf(file: IdeFile, change: IdeChange, isNewBranch: boolean): FileAction {
  if (change === 'deleted') return { action: 'delete', file_path: file.was ?? file.path };
  const content = { content: textOf(file), encoding: file.encoding };
  if (change === 'created') return { action: 'create', file_path: file.path, ...content };
  if (change === 'renamed') {
    const moved: FileAction = { action: 'move', previous_path: file.was ?? '', file_path: file.path };
    // A file that nobody read keeps what it has.
    return file.text === null ? moved : { ...moved, ...content };
  }
  const updated: FileAction = { action: 'update', file_path: file.path, ...content };
  // On a branch of its own the change stands on the commit it was begun from: nobody can have been faster.
  return isNewBranch ? updated : { ...updated, last_commit_id: file.base?.lastCommitId ?? null };
}

/** Those that the next commit takes. */
export function stagedFiles<File extends IdeFile>(files: readonly File[]): File[] {
  return files.filter((file) => file.isStaged && changeOf(file) !== null);
}

export function actionsOf(files: readonly IdeFile[], isNewBranch: boolean): FileAction[] {
  return changedFiles(files).map(({ file, change }) => actionOf(file, change, isNewBranch));
}

/** Why a file cannot have this path; null when it can. `taken`: paths that are there, its own left out. */
export function pathProblem(path: string, taken: ReadonlySet<string>): string | null {
  if (path === '') return 'Enter a path for the file.';
  if (path.endsWith('/')) return 'Enter a name after the folder.';
  const parts = path.split('/');
  if (parts.includes('')) return 'Every folder needs a name. Remove the double slash.';
  if (parts.includes('.') || parts.includes('..')) return '"." and ".." are not valid names.';
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'The name ".git" is reserved by Git.';
  if (taken.has(path)) return 'A file with this path already exists.';
  const above = parts.slice(0, -1).map((_part, at) => parts.slice(0, at + 1).join('/'));
  const file = above.find((folder) => taken.has(folder));
  if (file !== undefined) return `"${file}" is a file, not a folder.`;
  return [...taken].some((other) => other.startsWith(`${path}/`)) ? 'A folder with this path already exists.' : null;
}

/** Where every file will be: those of the branch with what was done to them here. */
export function pathsNow(onBranch: readonly string[], files: readonly IdeFile[]): Map<string, IdeFile | null> {
  const now = new Map<string, IdeFile | null>(onBranch.map((path) => [path, null]));
  for (const file of files) if (file.was !== null) now.delete(file.was);
  for (const file of files) if (!file.isDeleted) now.set(file.path, file);
  return now;
}

/** The message of a commit for which none was written. */
export function messageFor(files: readonly IdeFile[]): string {
  const changed = changedFiles(files);
  const [only] = changed;
  if (only === undefined || changed.length > 1) return `Update ${changed.length} files`;
  const name = only.file.path.slice(only.file.path.lastIndexOf('/') + 1);
  return `${{ created: 'Add', deleted: 'Delete', renamed: 'Rename', updated: 'Update' }[only.change]} ${name}`;
}
