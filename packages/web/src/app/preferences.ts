import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { messageOf } from '../lib/app-error.ts';
import { setHotkeysEnabled } from '../lib/hotkeys.ts';
import { api } from '../lib/http.ts';
import { showRelativeTimes } from '../lib/time.tsx';
import { toast } from '../ui/toast.tsx';
import { updateShell } from './navigation.tsx';

type Preference = string | number | boolean | null | undefined;

/** Preferences that need more than a class of a component. What a server does not name stays as it is on this device. */
export function applyPreferences(of: { tabWidth: Preference; relativeTimes: Preference; shortcuts: Preference }): void {
  const { tabWidth, relativeTimes, shortcuts } = of;
  if (typeof tabWidth === 'number') document.documentElement.style.setProperty('--tab-width', String(tabWidth));
  showRelativeTimes(relativeTimes !== false);
  if (typeof shortcuts === 'boolean') setHotkeysEnabled(shortcuts);
}

/** From the sheet of shortcuts: at once here, and kept by the server for somebody who is signed in. */
export function changeShortcuts(isEnabled: boolean): void {
  let isSignedIn = false;
  setHotkeysEnabled(isEnabled);
  updateShell((shell) => {
    if (shell.viewer === null) return shell;
    isSignedIn = true;
    const preferences = { ...shell.viewer.preferences, keyboard_shortcuts: isEnabled };
    return { ...shell, viewer: { ...shell.viewer, preferences } };
  });
  if (!isSignedIn) return;
  api.put(shellPaths.savePreferences, { body: { keyboard_shortcuts: isEnabled } }).catch((error: unknown) => {
    toast({ text: `The choice counts only until the page is loaded again. ${messageOf(error)}`, tone: 'failed' });
  });
}
