import { useSyncExternalStore } from 'react';
import { Signal } from '../../lib/signal.ts';

/** Files that somebody is writing about as a whole, by what tells them apart; only one window has them open. */
const written = new Signal<ReadonlySet<string>>(new Set());

export function setWritten(key: string, isOpen: boolean): void {
  const next = new Set(written.get());
  if (isOpen) next.add(key);
  else next.delete(key);
  written.set(next);
}

export function useIsWritten(key: string): boolean {
  return useSyncExternalStore(written.subscribe, () => written.get().has(key));
}

/** Where what is written about a whole file is kept among the texts of the page. */
export function fieldOfFile(fileHash: string): string {
  return `file-${fileHash}`;
}
