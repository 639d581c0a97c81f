import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { helpLayer } from '../lazy-layer.ts';
import { useShell } from '../navigation.tsx';
import { changeTheme } from '../theme.ts';
import type { PaletteAction } from './palette-actions.ts';

const forEveryone: PaletteAction[] = [
  { id: 'home', text: 'Go to the home page', icon: 'home', hotkey: 'shell.home', href: shellPaths.home },
  {
    id: 'explore',
    text: 'Explore projects',
    icon: 'explore',
    keywords: 'groups people public',
    href: shellPaths.explore,
  },
  { id: 'api', text: 'REST API reference', icon: 'book', keywords: 'openapi help', href: shellPaths.apiReference },
  { id: 'help-pages', text: 'Help', icon: 'book', keywords: 'documentation', href: shellPaths.help },
  {
    id: 'help',
    text: 'Keyboard shortcuts',
    icon: 'key',
    keywords: 'help hotkeys',
    hotkey: 'shell.help',
    run: helpLayer.open,
  },
];

/** What the palette offers on every page, after what the page itself offers. */
export function useShellActions(): PaletteAction[] {
  const { viewer } = useShell();
  const theme = viewer?.preferences.theme ?? 'system';
  const forViewer: PaletteAction[] =
    viewer === null
      ? [{ id: 'sign-in', text: 'Sign in', icon: 'user', href: shellPaths.signIn }]
      : [
          { id: 'inbox', text: 'Inbox', icon: 'inbox', keywords: 'waiting reviews', href: shellPaths.inbox },
          { id: 'todos', text: 'To-do list', icon: 'inbox', href: shellPaths.todos },
          { id: 'own-issues', text: 'Your issues', icon: 'issue', href: shellPaths.ownIssues },
          {
            id: 'own-merge-requests',
            text: 'Your merge requests',
            icon: 'merge-request',
            keywords: 'reviews assigned',
            hotkey: 'shell.own-merge-requests',
            href: shellPaths.ownMergeRequests,
          },
          {
            id: 'own-projects',
            text: 'Your projects',
            icon: 'projects',
            hotkey: 'shell.own-projects',
            href: shellPaths.ownProjects,
          },
          {
            id: 'new-project',
            text: 'New project',
            icon: 'plus',
            hotkey: 'shell.new-project',
            href: shellPaths.newProject,
          },
          { id: 'new-group', text: 'New group', icon: 'plus', href: shellPaths.newGroup },
          { id: 'settings', text: 'Settings', icon: 'settings', keywords: 'profile account', href: shellPaths.profile },
          { id: 'access-tokens', text: 'Access tokens', icon: 'key', keywords: 'api', href: shellPaths.accessTokens },
          { id: 'preferences', text: 'Preferences', icon: 'settings', href: shellPaths.preferences },
          {
            id: 'theme',
            text: theme === 'dark' ? 'Use light theme' : 'Use dark theme',
            icon: 'appearance',
            keywords: 'colour color mode night',
            run: () => void changeTheme(theme === 'dark' ? 'light' : 'dark', theme),
          },
        ];
  return [...forViewer, ...forEveryone];
}
