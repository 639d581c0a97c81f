import type { HotkeyBinding, PartKeys } from '../lib/hotkey-registry.ts';

/**
 * The keys of shortcuts by their names; what each does, and of what it is one, is said in
 * `known-hotkeys.ts`, which comes with the list of them.
 */
export type BuiltInHotkeys<Name extends string = string> = Readonly<Record<Name, readonly string[]>>;

/** Shortcuts of the changes, known everywhere so that they can be changed before they are met. */
export const CHANGES_HOTKEYS = {
  'diff.next-file': [']', 'j'],
  'diff.previous-file': ['[', 'k'],
  'diff.next-change': ['.'],
  'diff.previous-change': [','],
  'diff.next-line': ['shift+j'],
  'diff.previous-line': ['shift+k'],
  'diff.old-side': ['shift+h'],
  'diff.new-side': ['shift+l'],
  'diff.copy-link': ['y'],
  'diff.copy-range-link': ['shift+y'],
  'diff.find-file': ['t', 'mod+p'],
  'diff.file-tree': ['shift+f'],
  'diff.view': ['shift+d'],
  'diff.whitespace': ['shift+w'],
  'diff.expand-all': [';'],
  'diff.collapse-all': [':'],
  'diff.next-commit': ['c'],
  'diff.previous-commit': ['x'],
} as const satisfies BuiltInHotkeys;

/** Those of parts that plug into the changes. */
export const PLUGGED_HOTKEYS = {
  'diff.find': ['/'],
  'diff.reviewed': ['v'],
} as const satisfies BuiltInHotkeys;

export const THREADS_HOTKEYS = {
  'threads.next': ['n'],
  'threads.previous': ['p'],
  'threads.quote': ['r'],
} as const satisfies BuiltInHotkeys;

export const REQUEST_HOTKEYS = {
  'merge-request.copy-branch': ['b'],
  'merge-request.edit': ['e'],
} as const satisfies BuiltInHotkeys;

/** Of every text that is sent or saved, while it is being written. */
export const WRITING_KEYS = {
  inInputs: true,
  keys: {
    'write.send': ['mod+enter'],
    'write.send-now': ['mod+shift+enter'],
  },
} as const satisfies PartKeys;

/** Known shortcuts with what runs them; those without are left out. */
export function boundHotkeys<Name extends string>(
  known: BuiltInHotkeys<Name>,
  runs: Partial<Record<Name, () => void>>,
): HotkeyBinding[] {
  return Object.entries<(() => void) | undefined>(runs).flatMap(([id, run]) =>
    run ? [{ id, keys: known[id as Name], run }] : [],
  );
}
