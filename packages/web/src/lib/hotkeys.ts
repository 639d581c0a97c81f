import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ariaKeys, HotkeyRegistry } from './hotkey-registry.ts';
import type { HotkeyBinding, PartKeys } from './hotkey-registry.ts';
import { storage } from './storage.ts';

export type { HotkeyBinding } from './hotkey-registry.ts';

const mapKey = 'hotkeys.map';
const enabledKey = 'hotkeys.enabled';

type KeyMap = Record<string, string>;

function parseMap(value: unknown): KeyMap | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function readMap(): KeyMap {
  return storage.get(mapKey, {}, parseMap);
}

export const hotkeys = new HotkeyRegistry({
  get: (id) => readMap()[id],
  isEnabled: () => storage.get(enabledKey, true, (value) => (typeof value === 'boolean' ? value : undefined)),
});

/** Keys that differ from the built-in ones, by name of the binding. */
export function readHotkeyMap(): Readonly<KeyMap> {
  return readMap();
}

/** What a user keeps replaces what this device knew. */
export function setHotkeyMap(map: Readonly<KeyMap>): void {
  if (JSON.stringify(map) === JSON.stringify(readMap())) return;
  storage.set(mapKey, map);
  hotkeys.refresh();
}

export function setHotkeysEnabled(isEnabled: boolean): void {
  storage.set(enabledKey, isEnabled);
  hotkeys.refresh();
}

/** Listens on the document; called once by the app. Returns the removal. */
export function listenForHotkeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => hotkeys.handle(event);
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

type Options = {
  enabled?: boolean;
  /** Heading in the sheet for bindings without a group of their own. */
  scope?: string;
};

/** Active while mounted. The `run` functions may change freely; the keys are read when they change. */
export function useHotkeys(bindings: readonly HotkeyBinding[], options: Options = {}): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const { enabled = true, scope = 'This page' } = options;
  const signature = JSON.stringify(bindings.map(({ id, keys, label, group }) => [id, keys, label, group]));
  useEffect(() => {
    if (!enabled) return undefined;
    const stable = latest.current.map((binding) => ({
      ...binding,
      run: (event: KeyboardEvent) => latest.current.find((item) => item.id === binding.id)?.run(event),
    }));
    return hotkeys.register(scope, stable);
  }, [signature, enabled, scope]);
}

/** Lists the keys of a part while it is mounted; the part asks for them itself, with `hotkeys.pressed`. */
export function usePartKeys(part: PartKeys): void {
  useEffect(() => hotkeys.addPart(part), [part]);
}

export const subscribeToHotkeys = (listener: () => void) => hotkeys.subscribe(listener);

/** The keys of a shortcut for a hint, as someone chose them; undefined where it is off or does not work. */
export function useKeysOf(id: string): string | undefined {
  return useSyncExternalStore(subscribeToHotkeys, () => hotkeys.keysOf(id)[0]);
}

/** For `aria-keyshortcuts`. */
export function useAriaKeys(id: string): string | undefined {
  const keys = useKeysOf(id);
  return keys && ariaKeys(keys);
}
