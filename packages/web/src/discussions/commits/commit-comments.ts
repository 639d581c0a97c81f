import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import { createContext, use } from 'react';
import { type FileComments, type LineComments, useCommentsOn } from '../lines/line-comments.ts';
import type { LinesFile } from '../lines/lines-file.ts';

export type CommitRefs = PageDiffFile['diff_refs'];

/** What the files of a commit share. Stable while the same commit is shown. */
export type CommitComments = { comments: LineComments; refs: CommitRefs };

const CommitTalkContext = createContext<CommitComments | null>(null);

export const CommitCommentsProvider = CommitTalkContext.Provider;

export function useCommitComments(): CommitComments {
  const talk = use(CommitTalkContext);
  if (!talk) throw new Error('There is no commit above.');
  return talk;
}

export function useCommentsOnFile(file: DiffFileView): FileComments {
  return useCommentsOn(useCommitComments().comments, file.fileHash);
}

/** A commit is compared with its first parent; the first of all has none, and stands for both sides. */
export function refsOf({ commit, parents }: Pick<CommitPageData, 'commit' | 'parents'>): CommitRefs {
  const base = parents[0]?.sha ?? commit.sha;
  return { base_sha: base, start_sha: base, head_sha: commit.sha };
}

export function linesFileOf(file: DiffFileView, refs: CommitRefs): LinesFile {
  return {
    file_hash: file.fileHash,
    file_path: file.status === 'deleted' ? file.oldName : file.newName,
    diff_refs: refs,
    old_path: file.oldPath,
    new_path: file.newPath,
  };
}
