import { boundHotkeys, CHANGES_HOTKEYS } from '../../app/hotkey-catalogue.ts';
import { usePageUrl } from '../../app/navigation.tsx';
import { holdKeysUntil } from '../../lib/hold-keys.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import type { WalkUnit } from '../../ui/diff/diff-walker.ts';
import { copyLinkOf } from '../../ui/diff/copy-link.ts';
import type { Changes } from './changes-context.ts';
import { finderLayer } from './finder-switch.ts';
import { fileHashOf } from './reading-position.ts';
import { showNavigationFailed, wayToLines } from './use-changes.ts';

/** To the lines of the file with the keyboard, else the one being read. */
function copyLink({ current, views, nameLines, addressOf }: Changes, isRange: boolean): void {
  const fileHash = fileHashOf(document.activeElement) ?? current.get() ?? '';
  const diff = document.getElementById(`diff-content-${fileHash}`)?.querySelector(':scope > [data-diff]');
  const { selected } = views.get(fileHash);
  void copyLinkOf({ diff, selected, name: (lines) => nameLines(fileHash, lines), addressOf }, isRange);
}

type Name = keyof typeof CHANGES_HOTKEYS;

/** Keys that move through files and commits, and change how they are shown. */
export function useChangesKeys(
  changes: Changes,
  { toggleTree, isWaiting }: { toggleTree: () => void; isWaiting: boolean },
): void {
  const { settings, views, step, metadata } = changes;
  const { renameSearch } = usePageUrl();
  const toCommit = (id: string | null | undefined) => {
    // Its neighbours are of the version that the address names.
    if (id && !isWaiting) renameSearch({ commit_id: id, file: null });
  };
  // The next file may be on its way: the keys after it are for its lines.
  const walk = (unit: WalkUnit, by: 1 | -1) =>
    holdKeysUntil(wayToLines().then((way) => way.walkLines(changes, unit, by), showNavigationFailed));
  const cross = (side: 'old' | 'new') =>
    holdKeysUntil(wayToLines().then((way) => way.crossTo(changes, side), showNavigationFailed));
  const runs: Record<Name, () => void> = {
    'diff.next-file': () => holdKeysUntil(step(1)),
    'diff.previous-file': () => holdKeysUntil(step(-1)),
    'diff.next-change': () => walk('change', 1),
    'diff.previous-change': () => walk('change', -1),
    'diff.next-line': () => walk('line', 1),
    'diff.previous-line': () => walk('line', -1),
    'diff.old-side': () => cross('old'),
    'diff.new-side': () => cross('new'),
    'diff.copy-link': () => copyLink(changes, false),
    'diff.copy-range-link': () => copyLink(changes, true),
    'diff.find-file': finderLayer.open,
    'diff.file-tree': toggleTree,
    'diff.view': () => settings.setView(settings.view === 'inline' ? 'parallel' : 'inline'),
    'diff.whitespace': () => settings.setWhitespace(!settings.showsWhitespace),
    'diff.expand-all': () => views.foldAll('open'),
    'diff.collapse-all': () => views.foldAll('fold'),
    'diff.next-commit': () => toCommit(metadata.commit?.next_commit_id),
    'diff.previous-commit': () => toCommit(metadata.commit?.prev_commit_id),
  };
  useHotkeys(boundHotkeys(CHANGES_HOTKEYS, runs));
}
