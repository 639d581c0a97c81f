import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { Changes } from './changes-context.ts';
import { isPureRename } from './more-of-file.ts';
import { isFolded } from './use-diff-file.ts';

/** Nothing was added to its lines that only its reader can ask for again. */
function isAsItCame(file: DiffFileSummary, { views }: Changes): boolean {
  const { opened, renamed, full, isLonger = false } = views.get(file.file_hash);
  return opened === null && renamed === 'idle' && full === 'changes' && !isLonger;
}

/** Gives back the lines of these files as far as they can be had again, and answers which. */
export function giveBack(files: readonly DiffFileSummary[], changes: Changes): DiffFileSummary[] {
  const { store } = changes;
  return files.filter((file) => {
    if (store.get(file.index).state !== 'loaded' || !isAsItCame(file, changes)) return false;
    store.forget(file.index);
    return true;
  });
}

/** Asks for them again, also for those that were folded at first. What cannot be had says so in its card. */
export async function fetchAgain(
  files: readonly DiffFileSummary[],
  { store, views, loadFolded }: Changes,
): Promise<void> {
  for (const { index, file_hash: hash } of files) {
    const now = await store.preload(index);
    if (now.state !== 'loaded' || !now.file.collapsed || isPureRename(now.file)) continue;
    if (!isFolded(views.get(hash), now.file)) await loadFolded(now.file);
  }
}
