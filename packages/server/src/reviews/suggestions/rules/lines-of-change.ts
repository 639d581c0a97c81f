import { linesOfContent } from './replace-lines.ts';

/** The lines of a text, from 1, both included. */
export type Lines = { from: number; to: number };

/**
 * What has to be as it was for a change to merge: the lines that it really changes, and one on either side, for git takes
 * changes that touch for one. What is the same before and after it may have changed meanwhile.
 */
export function linesOfChange({ from, to }: Lines, before: string, after: string): Lines {
  const old = linesOfContent(before);
  const fresh = linesOfContent(after);
  const most = Math.min(old.length, fresh.length);
  let first = 0;
  while (first < most && old[first] === fresh[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === fresh.at(-1 - last)) last += 1;
  return { from: Math.max(1, from + first - 1), to: to - last + 1 };
}
