type Period = { start: Date; end: Date };

/** Seconds during which at least one of these was under way: how long a pipeline took without its pauses. */
export function busySeconds(periods: readonly Period[]): number {
  let busyMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of periods.toSorted((a, b) => a.start.getTime() - b.start.getTime())) {
    const from = Math.max(start.getTime(), until);
    if (end.getTime() <= from) continue;
    busyMs += end.getTime() - from;
    until = end.getTime();
  }
  return Math.round(busyMs / 1_000);
}
