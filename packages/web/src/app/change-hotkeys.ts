import { remapHotkey } from '../lib/hotkey-sheet.ts';
import { setHotkeysEnabled } from '../lib/hotkeys.ts';
import { patchPreferences } from './preferences.ts';

/** From the sheet of shortcuts. */
export function changeShortcuts(isEnabled: boolean): void {
  setHotkeysEnabled(isEnabled);
  patchPreferences({ keyboard_shortcuts: isEnabled });
}

/** Other keys for one shortcut; empty switches it off, null gives the built-in ones back. */
export function changeHotkey(id: string, keys: string | null): void {
  patchPreferences({ hotkeys: remapHotkey(id, keys) });
}
