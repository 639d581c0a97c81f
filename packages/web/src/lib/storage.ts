import { useCallback, useSyncExternalStore } from 'react';

/** Raised when a stored shape changes meaning: old values are then not read. */
const version = 1;
const prefix = `tributary:v${version}:`;
/** What other clients of the same pages keep as well, under the same names and in the same form. */
const SHARED = new Set(['file_browser_visible', 'mr_diff_tree_list', 'mr_tree_list_width']);
const placeOf = (key: string) => (SHARED.has(key) ? key : prefix + key);

/** Reads a stored value; undefined when it is not of the expected shape. */
export type StoredParser<T> = (value: unknown) => T | undefined;

export const parseBoolean: StoredParser<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
export const parseNumber: StoredParser<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const parseText: StoredParser<string> = (value) => (typeof value === 'string' ? value : undefined);
export function parseOneOf<T extends string>(...allowed: readonly T[]): StoredParser<T> {
  return (value) => allowed.find((item) => item === value);
}
export function parseList<T>(item: StoredParser<T>): StoredParser<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    return value.map((entry) => item(entry)).filter((entry) => entry !== undefined);
  };
}

const listeners = new Set<() => void>();
/** Values of this tab when the browser refuses storage (private mode, full, blocked). */
const memory = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return localStorage.getItem(placeOf(key)) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null; // Storage is blocked: what this tab wrote is all there is.
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

function parseStored<T>(text: string | null, fallback: T, parse: StoredParser<T>): T {
  if (text === null) return fallback;
  try {
    return parse(JSON.parse(text)) ?? fallback;
  } catch {
    return fallback; // Written by something else, or cut off: as good as absent.
  }
}

/** Device state only (widths, view modes). What a user would miss on another device belongs on the server. */
export const storage = {
  get<T>(key: string, fallback: T, parse: StoredParser<T>): T {
    return parseStored(readText(key), fallback, parse);
  },
  set(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(placeOf(key), text);
      memory.delete(key);
    } catch {
      memory.set(key, text); // Full or blocked: keep it for this tab.
    }
    announce();
  },
  /** Keys that begin so, without what all keys of this product begin with. */
  keys(start: string): string[] {
    const found = new Set([...memory.keys()].filter((key) => key.startsWith(start)));
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(prefix + start)) found.add(key.slice(prefix.length));
      }
    } catch {
      // Blocked: what this tab wrote is all there is.
    }
    return [...found];
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(placeOf(key));
    } catch {
      // Blocked: nothing was stored there.
    }
    announce();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** `parse` and `fallback` should be stable values. Follows other tabs. */
export function useStored<T>(key: string, fallback: T, parse: StoredParser<T>): [T, (value: T) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key));
  const set = useCallback((value: T) => storage.set(key, value), [key]);
  return [parseStored(text, fallback, parse), set];
}
