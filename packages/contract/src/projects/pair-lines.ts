/** The two sides of one row of a side-by-side diff, by index into its lines; null leaves a side empty. */
export type PairedLines = { left: number | null; right: number | null };

/**
 * Puts removed lines beside the added lines that replace them: runs are paired from their start, what is left over endpoints an
 * empty side. A line that is on both sides (null), or takes the place of some, stands in both columns and ends a run.
 */
export function pairLines(count: number, sideAt: (at: number) => 'old' | 'new' | null): PairedLines[] {
  const pairs: PairedLines[] = [];
  // Of the run that is gone through: where its removed lines begin, where its added ones do, and where it is now.
  let [removedFrom, addedFrom] = [0, 0];
  const flush = (at: number) => {
    const [removed, added] = [addedFrom - removedFrom, at - addedFrom];
    for (let step = 0; step < Math.max(removed, added); step += 1)
      pairs.push({
        left: step < removed ? removedFrom + step : null,
        right: step < added ? addedFrom + step : null,
      });
    [removedFrom, addedFrom] = [at, at];
  };
  for (let at = 0; at < count; at += 1) {
    const side = sideAt(at);
    if (side === 'new') continue;
    // A removed line after added ones begins the next change.
    if (side === null || addedFrom < at) flush(at);
    if (side === null) {
      pairs.push({ left: at, right: at });
      removedFrom = at + 1;
    }
    addedFrom = at + 1;
  }
  flush(count);
  return pairs;
}
