import type { Refs } from './seen-in.ts';

type Line = { oldLine: number | null; newLine: number | null };

/** Names a line by the commit that it belongs to and its number there: the same in every comparison that shows it. */
export function lineKey({ oldLine, newLine }: Line, refs: Refs): string {
  return newLine ? `new-${refs.head_sha}-${newLine}` : `old-${refs.base_sha}-${oldLine}`;
}
