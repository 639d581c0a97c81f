import { useSyncExternalStore } from 'react';

/**
 * `failures`: how many times in a row the file could not be had. It stays while it is asked for again: what tells of it
 * shall not go and come back, and the keyboard on it with it, because someone else asks.
 */
export type LayerState<T> = { layer: T | null; failures: number };

export type LayerFile<T> = {
  /** Asks for the file, if it is not there or on its way. That it cannot be had is told by the state. */
  preload: () => Promise<void>;
  read: () => T | null;
  useState: () => LayerState<T>;
};

/** A file with what opens above the page, one for all that open it. */
export function layerFile<T>(load: () => Promise<T>): LayerFile<T> {
  let state: LayerState<T> = { layer: null, failures: 0 };
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: LayerState<T>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const ask = async (): Promise<void> => {
    try {
      set({ layer: await load(), failures: 0 });
    } catch {
      set({ layer: null, failures: state.failures + 1 });
    }
    loading = null;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    preload: () => {
      if (state.layer !== null) return Promise.resolve();
      loading ??= ask();
      return loading;
    },
    read: () => state.layer,
    useState: () => useSyncExternalStore(subscribe, () => state),
  };
}
