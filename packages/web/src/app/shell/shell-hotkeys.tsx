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
      { id: 'shell.home', keys: 'g h', label: 'Go to the start page', run: () => void navigate(shellPaths.home) },
    ],
    { scope: 'Everywhere' },
  );
  useHotkeys(
    [
      { id: 'shell.inbox', keys: 'g i', label: 'Go to the inbox', run: () => void navigate(shellPaths.inbox) },
      { id: 'shell.new-project', keys: 'g n', label: 'New project', run: () => void navigate(shellPaths.newProject) },
    ],
    { scope: 'Everywhere', enabled: isSignedIn },
  );
  return null;
}
