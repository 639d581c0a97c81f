import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useState } from 'react';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { commitFiles, type CommitTarget, type FileAction } from '../commands.ts';
import type { FileNow } from './conflict-panel.tsx';
import { fetchFileNow, fetchText } from '../queries.ts';

/** The file that is edited; null for a new one. */
export type EditedFile = { path: string; content: string; lastCommitId: string | null };

export type FileBase = { content: string; lastCommitId: string | null; isGone: boolean };

/** The file as the branch has it now, also when it has it no more. */
export async function fetchCurrentFile(projectPath: string, branch: string, path: string): Promise<FileNow> {
  try {
    const page = await fetchFileNow(projectPath, branch, path);
    return { content: page.content, lastCommitId: page.lastCommitId };
  } catch (error) {
    if (isAppError(error) && error.status === 404) return { content: null, lastCommitId: null };
    throw error;
  }
}

function actionOf(original: EditedFile | null, base: FileBase, path: string, text: string): FileAction {
  if (original === null || base.isGone) return { action: 'create', file_path: path, content: text };
  const shared = { file_path: path, content: text, last_commit_id: base.lastCommitId };
  if (path === original.path) return { action: 'update', ...shared };
  return { action: 'move', previous_path: original.path, ...shared };
}

export type FileCommit = {
  isBusy: boolean;
  problem: string | null;
  conflict: FileNow | null;
  /** What the text on the screen stands on: moves on when a conflict is settled. */
  base: FileBase;
  /** True when it was committed. */
  submit: (target: CommitTarget, path: string, text: string) => Promise<boolean>;
  settle: () => void;
  /** Begins again from the file as the page brought it. */
  restart: () => void;
  setProblem: (problem: string | null) => void;
};

/** Text of the file at the commit that an older draft was begun from. */
async function fetchBase(projectPath: string, commitId: string, path: string): Promise<string> {
  return fetchText(repositoryPaths.raw(projectPath, commitId, path));
}

/**
 * Commits one edited file and finds out, when that fails, whether someone else changed it. `startedFrom` is the commit
 * that a restored draft was begun from: committing it is refused by the server when the file has changed since.
 */
export function useFileCommit(
  projectPath: string,
  form: CommitForm,
  original: EditedFile | null,
  startedFrom: string | null,
): FileCommit {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<FileNow | null>(null);
  const current: FileBase = {
    content: original?.content ?? '',
    lastCommitId: original?.lastCommitId ?? null,
    isGone: false,
  };
  const [base, setBase] = useState<FileBase>({ ...current, lastCommitId: startedFrom ?? current.lastCommitId });

  const findConflict = async (): Promise<FileNow | null> => {
    if (original === null || base.isGone) return null;
    const now = await fetchCurrentFile(projectPath, form.branch, original.path);
    if (now.lastCommitId === base.lastCommitId) return null;
    if (
      base.lastCommitId !== null &&
      base.lastCommitId !== original.lastCommitId &&
      base.content === original.content
    ) {
      const content = await fetchBase(projectPath, base.lastCommitId, original.path);
      setBase({ ...base, content });
    }
    return now;
  };

  const submit = async (target: CommitTarget, path: string, text: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await commitFiles(form.commitsPath, target, [actionOf(original, base, path, text)]);
      return true;
    } catch (error) {
      const mayBeConflict = isAppError(error) && [400, 404, 409, 422].includes(error.status);
      const now = mayBeConflict ? await findConflict().catch(() => null) : null;
      setConflict(now);
      setProblem(now === null ? messageOf(error) : null);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const settle = (): void => {
    if (conflict === null) return;
    const isGone = conflict.content === null;
    setBase({ content: conflict.content ?? '', lastCommitId: conflict.lastCommitId, isGone });
    setConflict(null);
  };
  return { isBusy, problem, conflict, base, submit, settle, restart: () => setBase(current), setProblem };
}
