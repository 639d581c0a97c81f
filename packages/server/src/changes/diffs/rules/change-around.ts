import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';

/** Unchanged lines shown on each side of the change. */
const AROUND = 2;
/** Of a change that is longer, the part that begins at the line. */
const MOST_LINES = 60;

const isChanged = ({ type }: PageDiffLine) => type !== null && type !== 'match';

/** The run of changed lines that took this line of the older side away, with a little around it; empty when none did. */
export function changeAround(lines: readonly PageDiffLine[], oldLine: number): PageDiffLine[] {
  const at = lines.findIndex(
    (line) => line.old_line === oldLine && (line.type === 'old' || line.type === 'old-nonewline'),
  );
  if (at < 0) return [];
  let [from, to] = [at, at + 1];
  const isPart = (index: number) => {
    const line = lines[index];
    return line !== undefined && isChanged(line);
  };
  while (isPart(from - 1)) from--;
  while (isPart(to)) to++;
  if (to - from > MOST_LINES) [from, to] = [at, Math.min(to, at + MOST_LINES)];
  return lines.slice(Math.max(0, from - AROUND), to + AROUND).filter((line) => line.type !== 'match');
}
