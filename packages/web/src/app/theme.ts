import type { ThemePreference } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { toast } from '../ui/toast.tsx';
import { updateShell } from './navigation.tsx';

/** The server writes the same attribute into the document, so that nothing flashes on load. */
export function applyTheme(theme: ThemePreference): void {
  document.documentElement.dataset['theme'] = theme;
}

function setPreference(theme: ThemePreference): void {
  applyTheme(theme);
  updateShell((shell) =>
    shell.viewer === null
      ? shell
      : { ...shell, viewer: { ...shell.viewer, preferences: { ...shell.viewer.preferences, theme } } },
  );
}

/** At once here, then kept by the server; goes back when the server does not take it. */
export async function changeTheme(theme: ThemePreference, previous: ThemePreference): Promise<void> {
  setPreference(theme);
  try {
    await api.put(shellPaths.savePreferences, { body: { theme } });
  } catch (error) {
    setPreference(previous);
    toast({
      text: `The theme was not saved. ${messageOf(error)}`,
      tone: 'failed',
      action: { text: 'Try again', run: () => void changeTheme(theme, previous) },
    });
  }
}
