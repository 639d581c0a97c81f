import { useSyncExternalStore } from 'react';

export type LayerSwitch = {
  open(): void;
  close(): void;
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
};

/** Open or closed, from anywhere; the layer itself is loaded when it opens for the first time. */
export function layerSwitch(): LayerSwitch {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean): void => {
    isOpen = next;
    for (const listener of listeners) listener();
  };
  return {
    open: () => set(true),
    close: () => set(false),
    isOpen: () => isOpen,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useLayerOpen(layer: LayerSwitch): boolean {
  return useSyncExternalStore(layer.subscribe, layer.isOpen);
}

export const paletteLayer = layerSwitch();
export const helpLayer = layerSwitch();
export const railLayer = layerSwitch();
