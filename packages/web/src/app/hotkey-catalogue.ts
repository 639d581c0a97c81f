import type { HotkeyBinding } from '../lib/hotkey-registry.ts';

export type BuiltInHotkey = { label: string; keys: readonly string[] };

/** Shortcuts of the changes, known everywhere so that they can be changed before they are met. */
export const CHANGES_HOTKEYS = {
  'diff.next-file': { label: 'Next file', keys: [']', 'j'] },
  'diff.previous-file': { label: 'Previous file', keys: ['[', 'k'] },
  'diff.next-change': { label: 'Next change', keys: ['.'] },
  'diff.previous-change': { label: 'Previous change', keys: [','] },
  'diff.next-line': { label: 'Next line', keys: ['shift+j'] },
  'diff.previous-line': { label: 'Previous line', keys: ['shift+k'] },
  'diff.old-side': { label: 'Old line, side by side', keys: ['shift+h'] },
  'diff.new-side': { label: 'New line, side by side', keys: ['shift+l'] },
  'diff.copy-link': { label: 'Copy the link to the line', keys: ['y'] },
  'diff.copy-range-link': { label: 'Copy the link to the lines from the named one', keys: ['shift+y'] },
  'diff.find-file': { label: 'Find a changed file', keys: ['t', 'mod+p'] },
  'diff.file-tree': { label: 'Show or hide the file tree', keys: ['shift+f'] },
  'diff.view': { label: 'Inline or side by side', keys: ['shift+d'] },
  'diff.whitespace': { label: 'Show or hide whitespace changes', keys: ['shift+w'] },
  'diff.expand-all': { label: 'Open all files', keys: [';'] },
  'diff.collapse-all': { label: 'Fold all files', keys: [':'] },
  'diff.next-commit': { label: 'Next commit', keys: ['c'] },
  'diff.previous-commit': { label: 'Previous commit', keys: ['x'] },
} as const satisfies Record<string, BuiltInHotkey>;

export const CHANGES_GROUP = 'Changes';

/** Those of parts that plug into the changes. */
export const PLUGGED_HOTKEYS = {
  'diff.find': { label: 'Find in all changes and threads', keys: ['/'] },
  'diff.reviewed': { label: 'Mark the file as reviewed, or not', keys: ['v'] },
} as const satisfies Record<string, BuiltInHotkey>;

export const THREADS_HOTKEYS = {
  'threads.next': { label: 'Next open thread', keys: ['n'] },
  'threads.previous': { label: 'Previous open thread', keys: ['p'] },
  'threads.quote': { label: 'Reply quoting the selected text', keys: ['r'] },
} as const satisfies Record<string, BuiltInHotkey>;

export const THREADS_GROUP = 'Threads';

export const REQUEST_HOTKEYS = {
  'merge-request.copy-branch': { label: 'Copy the source branch', keys: ['b'] },
  'merge-request.edit': { label: 'Edit title and description', keys: ['e'] },
} as const satisfies Record<string, BuiltInHotkey>;

export const REQUEST_GROUP = 'Merge request';

/** Known shortcuts with what they do; those without are left out. */
export function boundHotkeys<Name extends string>(
  known: Record<Name, BuiltInHotkey>,
  group: string,
  runs: Partial<Record<Name, () => void>>,
): HotkeyBinding[] {
  return Object.entries<BuiltInHotkey>(known).flatMap(([id, { label, keys }]) => {
    const run = runs[id as Name];
    return run ? [{ id, label, keys, group, run }] : [];
  });
}
