import { useSyncExternalStore } from 'react';
import type { HotkeyRegistry, Named } from './hotkey-registry.ts';
import { hotkeys, readHotkeyMap, setHotkeyMap, subscribeToHotkeys } from './hotkeys.ts';

/** A row of the sheet, and one with its words. */
export type SheetRow = Omit<Named, 'keys'> & { keys: readonly string[]; group?: string; scope: string };
export type ListedHotkey = SheetRow & { label: string; group: string };

/** Other keys for a binding; an empty text switches it off, null gives the built-in keys back. Answers the whole map. */
export function remapHotkey(id: string, keys: string | null): Readonly<Record<string, string>> {
  const { [id]: _previous, ...others } = readHotkeyMap();
  setHotkeyMap(keys === null ? others : { ...others, [id]: keys });
  return readHotkeyMap();
}

export function isHotkeyRemapped(id: string): boolean {
  return id in readHotkeyMap();
}

/** The first of these that the keys would clash with: the same keys, or one the beginning of the other. */
export function clashingHotkey<T extends { id: string; keys: readonly string[] }>(
  id: string,
  keys: string,
  others: readonly T[],
): T | undefined {
  return others.find(
    (other) =>
      other.id !== id &&
      other.keys.some((taken) => taken === keys || taken.startsWith(`${keys} `) || keys.startsWith(`${taken} `)),
  );
}

/** What works now, each shortcut once, as the innermost has it. */
export function rowsOf(registry: HotkeyRegistry): SheetRow[] {
  const rows = new Map<string, SheetRow>();
  const add = ({ id, label, inInputs, ...of }: Named, scope: string, group?: string) => {
    if (rows.has(id)) return;
    const keys = registry.keysNow({ id, ...of });
    rows.set(id, { id, keys, scope, ...(label && { label }), ...(group && { group }), ...(inInputs && { inInputs }) });
  };
  for (const { name, bindings } of registry.scopes.toReversed())
    for (const { run: _run, group, ...of } of bindings) add(of, name, group);
  for (const [{ keys: all, ...of }, count] of registry.parts)
    if (count > 0) for (const [id, keys] of Object.entries(all)) add({ id, keys, ...of }, 'This page');
  return [...rows.values()];
}

let sheet = rowsOf(hotkeys);
hotkeys.subscribe(() => {
  sheet = rowsOf(hotkeys);
});

/** The rows of the help sheet, kept current. */
export function useHotkeySheet(): SheetRow[] {
  return useSyncExternalStore(subscribeToHotkeys, () => sheet);
}
