import type { WalkUnit } from './diff-walker.ts';

/**
 * Where a step leads, by position in what is shown: to the next line, or to where the next or previous run of changed
 * lines begins. Without a current line it begins at the edge; null when there is nothing further.
 */
export function nextDisplay(step: {
  unit: WalkUnit;
  by: 1 | -1;
  from: number | null;
  count: number;
  isChanged: (display: number) => boolean;
}): number | null {
  const { unit, by, count, isChanged } = step;
  const isStart = (at: number) => unit === 'line' || (isChanged(at) && (at === 0 || !isChanged(at - 1)));
  for (let at = (step.from ?? (by > 0 ? -1 : count)) + by; at >= 0 && at < count; at += by) {
    if (isStart(at)) return at;
  }
  return null;
}
