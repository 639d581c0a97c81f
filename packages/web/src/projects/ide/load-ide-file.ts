import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { fetchFileNow, fetchText } from '../repository/queries.ts';
import type { DraftFile } from './model/ide-draft.ts';
import type { OpenFile } from './model/ide-state.ts';

/** A file as the branch has it now. Throws when it cannot be had. */
export async function loadIdeFile(projectPath: string, branch: string, path: string): Promise<OpenFile> {
  const page = await fetchFileNow(projectPath, branch, path);
  const base = page.content === null ? null : { content: page.content, lastCommitId: page.lastCommitId };
  return { id: path, path, was: path, base, text: null, isDeleted: false, notice: page.notice };
}

/** A file that was left changed, on the text that it was begun from: that it moved on since is noticed by the commit. */
export async function restoreIdeFile(projectPath: string, branch: string, kept: DraftFile): Promise<OpenFile> {
  const { baseCommitId, path, was, text, isDeleted } = kept;
  const shared = { path, was, text, isDeleted, notice: null };
  if (was === null) return { ...shared, id: newId(), base: null };
  if (text === null) return { ...shared, id: was, base: null };
  const base =
    baseCommitId === null
      ? (await loadIdeFile(projectPath, branch, was)).base
      : { content: await fetchText(repositoryPaths.raw(projectPath, baseCommitId, was)), lastCommitId: baseCommitId };
  return { ...shared, id: was, base };
}

let made = 0;

/** Of a file that no branch has: no path key begins so. */
export function newId(): string {
  made += 1;
  return `\0${made}`;
}
