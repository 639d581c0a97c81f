import { normaliseKeys } from '../lib/hotkey-registry.ts';
import { readHotkeyMap } from '../lib/hotkeys.ts';

export type ListedHotkey = { id: string; label: string; group: string; keys: string[] };

type BuiltIn = { label: string; keys: readonly string[] };

/** Shortcuts of the changes, known everywhere so that they can be changed before they are met. */
export const CHANGES_HOTKEYS = {
  'diff.next-file': { label: 'Next file', keys: [']', 'j'] },
  'diff.previous-file': { label: 'Previous file', keys: ['[', 'k'] },
  'diff.next-change': { label: 'Next change', keys: ['.'] },
  'diff.previous-change': { label: 'Previous change', keys: [','] },
  'diff.next-line': { label: 'Next line', keys: ['shift+j'] },
  'diff.previous-line': { label: 'Previous line', keys: ['shift+k'] },
  'diff.find-file': { label: 'Find a changed file', keys: ['t', 'mod+p'] },
  'diff.file-tree': { label: 'Show or hide the file tree', keys: ['shift+f'] },
  'diff.view': { label: 'Inline or side by side', keys: ['shift+d'] },
  'diff.expand-all': { label: 'Open all files', keys: [';'] },
  'diff.collapse-all': { label: 'Fold all files', keys: [':', 'shift+;'] },
  'diff.next-commit': { label: 'Next commit', keys: ['c'] },
  'diff.previous-commit': { label: 'Previous commit', keys: ['x'] },
} as const satisfies Record<string, BuiltIn>;

export const CHANGES_GROUP = 'Changes';

/** Those that work here with those of the changes, each with the keys it has now. */
export function listHotkeys(here: readonly ListedHotkey[]): ListedHotkey[] {
  const map = readHotkeyMap();
  const elsewhere = Object.entries<BuiltIn>(CHANGES_HOTKEYS)
    .filter(([id]) => !here.some((each) => each.id === id))
    .map(([id, { label, keys }]) => {
      const own = map[id];
      const now = own === undefined ? keys.map(normaliseKeys) : own === '' ? [] : [own];
      return { id, label, group: CHANGES_GROUP, keys: now };
    });
  return [...here, ...elsewhere];
}
