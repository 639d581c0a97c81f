import { useEffect, useRef, useSyncExternalStore } from 'react';

export type PaletteAction = {
  id: string;
  text: string;
  detail?: string;
  /** Name of a `NamedIcon`. */
  icon?: string;
  /** Further words under which it is found. */
  keywords?: string;
  /** Name of the shortcut that does the same. */
  hotkey?: string;
  /** Either goes somewhere or does something. */
  href?: string;
  run?: () => void;
};

let registered: readonly (readonly PaletteAction[])[] = [];
const listeners = new Set<() => void>();

function set(next: readonly (readonly PaletteAction[])[]): void {
  registered = next;
  flat = next.toReversed().flat();
  for (const listener of listeners) listener();
}

let flat: readonly PaletteAction[] = [];

/** Actions of a page in the palette while it is mounted; the innermost stand first. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const signature = JSON.stringify(actions.map(({ run: _run, ...rest }) => rest));
  useEffect(() => {
    const stable = latest.current.map((action) =>
      action.run === undefined
        ? action
        : { ...action, run: () => latest.current.find((item) => item.id === action.id)?.run?.() },
    );
    set([...registered, stable]);
    return () => set(registered.filter((item) => item !== stable));
  }, [signature]);
}

export function useRegisteredActions(): readonly PaletteAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => flat,
  );
}
