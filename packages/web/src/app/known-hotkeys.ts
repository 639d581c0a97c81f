import type { ListedHotkey, SheetRow } from '../lib/hotkey-sheet.ts';
import { readHotkeyMap } from '../lib/hotkeys.ts';
import { LINE_KEYS } from '../ui/diff/line-keys.ts';
import {
  type BuiltInHotkeys,
  CHANGES_HOTKEYS,
  PLUGGED_HOTKEYS,
  REQUEST_HOTKEYS,
  THREADS_HOTKEYS,
  WRITING_KEYS,
} from './hotkey-catalogue.ts';
import { REVIEW_HOTKEYS } from './review-hotkeys.ts';

/** Of the sidebar of an issue and of a merge request, where each is made beside what it edits. */
const SIDEBAR_HOTKEYS = { 'choice.a': ['a'], 'choice.l': ['l'], 'choice.m': ['m'] } as const satisfies BuiltInHotkeys;

type Known = { group: string; keys: BuiltInHotkeys; inInputs?: true };

const KNOWN: readonly Known[] = [
  { group: 'Changes', keys: { ...CHANGES_HOTKEYS, ...PLUGGED_HOTKEYS } },
  { group: 'Threads', keys: THREADS_HOTKEYS },
  { group: 'Lines in a file', ...LINE_KEYS },
  { group: 'Writing', ...WRITING_KEYS },
  { group: 'Merge request', keys: { ...REQUEST_HOTKEYS, ...REVIEW_HOTKEYS, ...SIDEBAR_HOTKEYS } },
];

type KnownName =
  | keyof typeof CHANGES_HOTKEYS
  | keyof typeof PLUGGED_HOTKEYS
  | keyof typeof THREADS_HOTKEYS
  | keyof typeof LINE_KEYS.keys
  | keyof typeof WRITING_KEYS.keys
  | keyof typeof REQUEST_HOTKEYS
  | keyof typeof REVIEW_HOTKEYS
  | keyof typeof SIDEBAR_HOTKEYS;

const WORDS: Readonly<Record<KnownName, string>> = {
  'diff.next-file': 'Next file',
  'diff.previous-file': 'Previous file',
  'diff.next-change': 'Next change',
  'diff.previous-change': 'Previous change',
  'diff.next-line': 'Next line',
  'diff.previous-line': 'Previous line',
  'diff.old-side': 'Move to the old side (side by side)',
  'diff.new-side': 'Move to the new side (side by side)',
  'diff.copy-link': 'Copy link to the line',
  'diff.copy-range-link': 'Copy link to the line range',
  'diff.find-file': 'Find a changed file',
  'diff.file-tree': 'Show or hide the file tree',
  'diff.view': 'Switch between inline and side by side',
  'diff.whitespace': 'Show or hide whitespace changes',
  'diff.expand-all': 'Expand all files',
  'diff.collapse-all': 'Collapse all files',
  'diff.next-commit': 'Next commit',
  'diff.previous-commit': 'Previous commit',
  'diff.find': 'Find in all changes and threads',
  'diff.reviewed': 'Mark the file as viewed or not viewed',
  'threads.next': 'Next unresolved thread',
  'threads.previous': 'Previous unresolved thread',
  'threads.quote': 'Reply quoting the selected text',
  'lines.down': 'Move down one line',
  'lines.up': 'Move up one line',
  'lines.old-side': 'Move to the old side',
  'lines.new-side': 'Move to the new side',
  'lines.comment': 'Comment on the line, or expand hidden lines',
  'merge-request.copy-branch': 'Copy source branch name',
  'merge-request.edit': 'Edit title and description',
  'review.submit': 'Submit the review',
  'review.undo': 'Undo the published review',
  'write.send': 'Submit comment, or add it to the review',
  'write.send-now': 'Comment now, outside the review',
  'choice.a': 'Edit assignees',
  'choice.l': 'Edit labels',
  'choice.m': 'Edit milestone',
};

/** With the words for what each does, and for what it is one of. */
export function withLabels(rows: readonly SheetRow[]): ListedHotkey[] {
  return rows.map(({ label, group, ...row }) => ({
    ...row,
    label: label ?? WORDS[row.id as KnownName] ?? row.id,
    group: group ?? KNOWN.find(({ keys }) => row.id in keys)?.group ?? row.scope,
  }));
}

/** Those that work here, and those of merge requests elsewhere, each with the keys it has now. */
export function listHotkeys(here: readonly SheetRow[]): ListedHotkey[] {
  const map = readHotkeyMap();
  const elsewhere = KNOWN.flatMap(({ group, keys: known, inInputs }) =>
    Object.entries(known)
      .filter(([id]) => !here.some((each) => each.id === id))
      .map(([id, keys]) => {
        const own = map[id];
        const now = own === undefined ? keys : own === '' ? [] : [own];
        return { id, scope: group, keys: now, ...(inInputs && { inInputs }) };
      }),
  );
  return withLabels([...here, ...elsewhere]);
}
