import { useSyncExternalStore } from 'react';
import type { PageSuggestion } from '@tributary/contract/discussions/page.ts';

export type BatchedSuggestion = Pick<PageSuggestion, 'id' | 'file_path'> & { discussionId: string };

const NONE: readonly BatchedSuggestion[] = [];
const batches = new Map<string, readonly BatchedSuggestion[]>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Suggestions that were put together to be applied in one commit, by the address of the thing they are about. */
export function setBatch(place: string, batch: readonly BatchedSuggestion[]): void {
  batches.set(place, batch);
  for (const listener of listeners) listener();
}

export function useBatch(place: string): readonly BatchedSuggestion[] {
  return useSyncExternalStore(subscribe, () => batches.get(place) ?? NONE);
}
