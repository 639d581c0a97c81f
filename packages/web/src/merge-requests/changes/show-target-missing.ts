import { toast } from '../../ui/toast.tsx';
import type { PageUrl } from '../../app/navigation.tsx';
import type { Changes } from './changes-context.ts';
import { showAllChanges } from './show-all-changes.ts';

const WORDS = {
  file: 'This file is',
  line: 'This line is',
  lines: 'These lines are',
  comment: 'This comment is',
  pending: 'This pending comment is',
};

/** Neither a part of the comparison nor an earlier version. */
export function isAll({ params, metadata }: Changes): boolean {
  return metadata.latest_diff && !(params.start_sha ?? params.commit_id ?? params.compared);
}

/** What the address names is not there; all changes may still have it, and then it is gone to there. */
export function showTargetMissing(
  what: keyof typeof WORDS,
  changes: Changes,
  renameSearch: PageUrl['renameSearch'],
): void {
  const { mergeRequest, named } = changes;
  const showAll = () => {
    named.set('');
    showAllChanges(mergeRequest, renameSearch);
  };
  toast({
    text: `${WORDS[what]} no longer part of these changes.`,
    // What is published is known of all changes.
    ...(mergeRequest &&
      what !== 'comment' &&
      !isAll(changes) && { action: { text: 'Show all changes', run: showAll } }),
  });
}
