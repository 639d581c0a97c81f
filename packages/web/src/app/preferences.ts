import type { UserPreferences } from '@tributary/contract/accounts/preferences.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { messageOf } from '../lib/app-error.ts';
import { setHotkeyMap, setHotkeysEnabled } from '../lib/hotkeys.ts';
import { api } from '../lib/http.ts';
import { serialize } from '../lib/serialize.ts';
import { showRelativeTimes } from '../lib/time.tsx';
import { toast } from '../ui/toast.tsx';
import { updateShell } from './navigation.tsx';

/** Preferences that need more than a class of a component. What a server does not name stays as it is on this device. */
export function applyPreferences(of: {
  tabWidth: unknown;
  relativeTimes: unknown;
  shortcuts: unknown;
  hotkeys: unknown;
}): void {
  const { tabWidth, relativeTimes, shortcuts, hotkeys } = of;
  if (typeof tabWidth === 'number') document.documentElement.style.setProperty('--tab-width', String(tabWidth));
  showRelativeTimes(relativeTimes !== false);
  if (typeof shortcuts === 'boolean') setHotkeysEnabled(shortcuts);
  if (typeof hotkeys === 'object' && hotkeys !== null) setHotkeyMap(hotkeys as Readonly<Record<string, string>>);
}

/** Those that other clients change too, by the public interface. */
const PUBLIC: readonly string[] = ['show_whitespace_in_diffs', 'view_diffs_file_by_file'];

/** Whoever leaves the page right after choosing has chosen all the same. */
const save = serialize((path: string, body: Partial<UserPreferences>) => api.put(path, { body, keepalive: true }));

/** At once in the frame, where all pages read it, and kept by the server for someone who is signed in. */
export function patchPreferences(change: Partial<UserPreferences>): void {
  let isSignedIn = false;
  updateShell((shell) => {
    if (shell.viewer === null) return shell;
    isSignedIn = true;
    return { ...shell, viewer: { ...shell.viewer, preferences: { ...shell.viewer.preferences, ...change } } };
  });
  if (!isSignedIn) return;
  const isPublic = Object.keys(change).every((name) => PUBLIC.includes(name));
  const path = isPublic ? '/api/v4/user/preferences' : shellPaths.savePreferences;
  save(path, change).catch((error: unknown) => {
    toast({ text: `The preference was not saved. ${messageOf(error)}`, tone: 'failed' });
  });
}
