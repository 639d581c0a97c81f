import { normaliseKeys } from '../lib/hotkey-registry.ts';
import { readHotkeyMap } from '../lib/hotkeys.ts';
import {
  type BuiltInHotkey,
  CHANGES_GROUP,
  CHANGES_HOTKEYS,
  PLUGGED_HOTKEYS,
  REQUEST_GROUP,
  REQUEST_HOTKEYS,
  THREADS_GROUP,
  THREADS_HOTKEYS,
} from './hotkey-catalogue.ts';

export type ListedHotkey = { id: string; label: string; group: string; keys: string[] };

/** Of the sidebar of an issue and of a merge request, where each is made beside what it edits. */
const SIDEBAR_HOTKEYS: Record<string, BuiltInHotkey> = {
  'choice.a': { label: 'Edit assignees', keys: ['a'] },
  'choice.l': { label: 'Edit labels', keys: ['l'] },
  'choice.m': { label: 'Edit milestone', keys: ['m'] },
};

const KNOWN: readonly [group: string, hotkeys: Record<string, BuiltInHotkey>][] = [
  [CHANGES_GROUP, { ...CHANGES_HOTKEYS, ...PLUGGED_HOTKEYS }],
  [THREADS_GROUP, THREADS_HOTKEYS],
  [REQUEST_GROUP, { ...REQUEST_HOTKEYS, ...SIDEBAR_HOTKEYS }],
];

/** Those that work here, and those of merge requests elsewhere, each with the keys it has now. */
export function listHotkeys(here: readonly ListedHotkey[]): ListedHotkey[] {
  const map = readHotkeyMap();
  const elsewhere = KNOWN.flatMap(([group, hotkeys]) =>
    Object.entries(hotkeys)
      .filter(([id]) => !here.some((each) => each.id === id))
      .map(([id, { label, keys }]) => {
        const own = map[id];
        const now = own === undefined ? keys.map(normaliseKeys) : own === '' ? [] : [own];
        return { id, label, group, keys: now };
      }),
  );
  return [...here, ...elsewhere];
}
