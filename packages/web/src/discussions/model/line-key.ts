import type { Refs } from './seen-in.ts';

type Line = { oldLine: number | null; newLine: number | null };

/** Names a line by the commit that it belongs to and its number there: the same in every comparison that shows it. */
export function lineKey({ oldLine, newLine }: Line, refs: Refs): string {
  return newLine ? `new-${refs.head_sha}-${newLine}` : `old-${refs.base_sha}-${oldLine}`;
}

/**
 * The name that an unchanged line has where white space is shown and it was removed; null where it is none. What was begun
 * on it there is about what was removed, also where it is shown unchanged.
 */
export function removedKey({ oldLine, newLine }: Line, refs: Refs): string | null {
  return oldLine && newLine ? lineKey({ oldLine, newLine: null }, refs) : null;
}
