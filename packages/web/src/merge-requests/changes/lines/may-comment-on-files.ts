import type { Changes } from '../changes-context.ts';

/**
 * Whether files can be commented on as a whole: what merging would bring today, and what only context commits changed, are
 * no changes of the merge request that a comment could stand on.
 */
export function mayCommentOnFiles({ comments, metadata }: Pick<Changes, 'comments' | 'metadata'>): boolean {
  const isContext = metadata.context_commits_diff?.showing_context_commits_diff === true;
  return comments.canBegin && !metadata.diff_head && !isContext;
}
