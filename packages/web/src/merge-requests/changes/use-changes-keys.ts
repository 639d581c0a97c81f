import { usePageUrl } from '../../app/navigation.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import type { Changes } from './changes-context.ts';
import { finderLayer } from './finder-switch.ts';
import { walkLines } from './walk-lines.ts';

const group = 'Changes';

/** Keys that move through files and commits, and change how they are shown. */
export function useChangesKeys(changes: Changes, toggleTree: () => void): void {
  const { settings, views, step, metadata } = changes;
  const { renameSearch } = usePageUrl();
  const toCommit = (id: string | null | undefined) => {
    if (id) renameSearch({ commit_id: id, diff_id: null, start_sha: null, file: null });
  };
  useHotkeys([
    { id: 'diff.next-file', keys: [']', 'j'], label: 'Next file', group, run: () => step(1) },
    { id: 'diff.previous-file', keys: ['[', 'k'], label: 'Previous file', group, run: () => step(-1) },
    { id: 'diff.next-change', keys: '.', label: 'Next change', group, run: () => void walkLines(changes, 'change', 1) },
    {
      id: 'diff.previous-change',
      keys: ',',
      label: 'Previous change',
      group,
      run: () => void walkLines(changes, 'change', -1),
    },
    { id: 'diff.next-line', keys: 'shift+j', label: 'Next line', group, run: () => void walkLines(changes, 'line', 1) },
    {
      id: 'diff.previous-line',
      keys: 'shift+k',
      label: 'Previous line',
      group,
      run: () => void walkLines(changes, 'line', -1),
    },
    { id: 'diff.find-file', keys: ['t', 'mod+p'], label: 'Find a changed file', group, run: finderLayer.open },
    { id: 'diff.file-tree', keys: 'shift+f', label: 'Show or hide the file tree', group, run: toggleTree },
    {
      id: 'diff.view',
      keys: 'shift+d',
      label: 'Inline or side by side',
      group,
      run: () => settings.setView(settings.view === 'inline' ? 'parallel' : 'inline'),
    },
    { id: 'diff.expand-all', keys: ';', label: 'Open all files', group, run: () => views.foldAll('open') },
    {
      id: 'diff.collapse-all',
      keys: [':', 'shift+;'],
      label: 'Fold all files',
      group,
      run: () => views.foldAll('fold'),
    },
    {
      id: 'diff.next-commit',
      keys: 'c',
      label: 'Next commit',
      group,
      run: () => toCommit(metadata.commit?.next_commit_id),
    },
    {
      id: 'diff.previous-commit',
      keys: 'x',
      label: 'Previous commit',
      group,
      run: () => toCommit(metadata.commit?.prev_commit_id),
    },
  ]);
}
