import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { helpLayer, paletteLayer } from '../lazy-layer.ts';
import { useNavigate, useShell } from '../navigation.tsx';
import { usePaletteActions } from '../palette/palette-actions.ts';
import type { PaletteAction } from '../palette/palette-actions.ts';
import { changeTheme } from '../theme.ts';

const forEveryone: PaletteAction[] = [
  { id: 'home', text: 'Go to the start page', icon: 'home', hotkey: 'g h', href: shellPaths.home },
  {
    id: 'explore',
    text: 'Explore projects',
    icon: 'explore',
    keywords: 'groups people public',
    href: shellPaths.explore,
  },
  { id: 'api', text: 'REST API reference', icon: 'book', keywords: 'openapi help', href: shellPaths.apiReference },
  { id: 'help', text: 'Keyboard shortcuts', icon: 'key', keywords: 'help hotkeys', hotkey: '?', run: helpLayer.open },
];

/** What the palette offers on every page. */
export function ShellActions() {
  const { viewer } = useShell();
  const theme = viewer?.preferences.theme ?? 'system';
  const forViewer: PaletteAction[] =
    viewer === null
      ? [{ id: 'sign-in', text: 'Sign in', icon: 'user', href: shellPaths.signIn }]
      : [
          {
            id: 'own-merge-requests',
            text: 'Your merge requests',
            icon: 'merge-request',
            keywords: 'reviews assigned',
            hotkey: 'g m',
            href: shellPaths.ownMergeRequests,
          },
          {
            id: 'own-projects',
            text: 'Your projects',
            icon: 'projects',
            hotkey: 'g p',
            href: shellPaths.ownProjects,
          },
          { id: 'new-project', text: 'New project', icon: 'plus', hotkey: 'g n', href: shellPaths.newProject },
          { id: 'new-group', text: 'New group', icon: 'plus', href: shellPaths.newGroup },
          { id: 'preferences', text: 'Preferences', icon: 'settings', href: shellPaths.preferences },
          {
            id: 'theme',
            text: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
            icon: 'appearance',
            keywords: 'colour color mode night',
            run: () => void changeTheme(theme === 'dark' ? 'light' : 'dark', theme),
          },
        ];
  usePaletteActions([...forViewer, ...forEveryone]);
  return null;
}

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
