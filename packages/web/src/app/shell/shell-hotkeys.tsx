import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { helpLayer, paletteLayer } from '../lazy-layer.ts';
import { useNavigate, useShell } from '../navigation.tsx';

/** Keys that work everywhere. */
export function ShellHotkeys() {
  const navigate = useNavigate();
  const { viewer } = useShell();
  const isSignedIn = viewer !== null;
  useHotkeys(
    [
      {
        id: 'shell.palette',
        keys: 'mod+k',
        label: 'Search and commands',
        inInputs: true,
        run: () => (paletteLayer.isOpen() ? paletteLayer.close() : paletteLayer.open()),
      },
      { id: 'shell.search', keys: '/', label: 'Search', run: paletteLayer.open },
      { id: 'shell.help', keys: '?', label: 'Keyboard shortcuts', run: helpLayer.open },
      { id: 'shell.home', keys: 'g h', label: 'Go to the home page', run: () => void navigate(shellPaths.home) },
    ],
    { scope: 'Everywhere' },
  );
  useHotkeys(
    [
      {
        id: 'shell.own-merge-requests',
        keys: 'g m',
        label: 'Go to your merge requests',
        run: () => void navigate(shellPaths.ownMergeRequests),
      },
      {
        id: 'shell.own-projects',
        keys: 'g p',
        label: 'Go to your projects',
        run: () => void navigate(shellPaths.ownProjects),
      },
      { id: 'shell.new-project', keys: 'g n', label: 'New project', run: () => void navigate(shellPaths.newProject) },
    ],
    { scope: 'Everywhere', enabled: isSignedIn },
  );
  return null;
}
