import { useSyncExternalStore } from 'react';

/**
 * What went wrong beside a text that was written all the same, told at it until it is put away; by the note's id, or by
 * `descriptionOf`.
 */
const problems = new Map<string, string>();
const listeners = new Set<() => void>();

function set(id: string, text: string | null): void {
  if (text === null) problems.delete(id);
  else problems.set(id, text);
  for (const listener of listeners) listener();
}

/** A description stands under this for as long as the page of its thing does. */
export function descriptionOf(path: string): string {
  return `description of ${path}`;
}

export function showTextProblem(id: string, text: string): void {
  set(id, text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** With a way to set it again, or to put it away with null. */
export function useTextProblem(id: string): [string | null, (text: string | null) => void] {
  const problem = useSyncExternalStore(subscribe, () => problems.get(id) ?? null);
  return [problem, (text) => set(id, text)];
}
