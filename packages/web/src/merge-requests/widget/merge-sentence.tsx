import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { plural } from '../../lib/format.ts';

type Plan = Pick<WidgetData, 'commits_count' | 'merge_method' | 'target_branch'>;

/** What is added to the target branch, with its history in the words of the project's merge method. */
export function addedCommits({ commits_count: count, merge_method: method }: Plan, squashes: boolean): string {
  const commits = squashes ? `1 squash commit with the changes of ${plural(count, 'commit')}` : plural(count, 'commit');
  return method === 'ff' ? commits : `${commits} and 1 merge commit`;
}

const HISTORY = {
  merge: '',
  rebase_merge: ', on top of its newest commit',
  ff: ' by fast-forward, without a merge commit',
} as const;

/** Says exactly what the button will do to the target branch. */
export function MergeSentence({ data, squashes, later = false }: { data: Plan; squashes: boolean; later?: boolean }) {
  return (
    <>
      {addedCommits(data, squashes)} will be added to <code className="break-all">{data.target_branch}</code>
      {HISTORY[data.merge_method]}
      {later && ' as soon as all checks pass'}.
    </>
  );
}

export function behindSentence({ diverged_commits_count: count }: Pick<WidgetData, 'diverged_commits_count'>) {
  return count > 0 ? `The source branch is ${plural(count, 'commit')} behind the target branch.` : null;
}
