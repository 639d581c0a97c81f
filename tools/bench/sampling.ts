/** The middle of the samples; of an even number, the mean of the middle two. */
export function median(samples: readonly number[]): number {
  if (samples.length === 0) throw new Error('no samples');
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** Three quarters of the samples are at most this. */
export function p75(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.75)] ?? Number.NaN;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

type Sample = (round: number) => Promise<number>;

/**
 * Takes the samples of two things in turns, so that a noisy moment of the machine meets both, after one unmeasured round
 * of each. Gives the medians.
 */
export async function sampleInterleaved(
  rounds: number,
  ours: Sample,
  reference: Sample,
): Promise<{ ours: number; reference: number }> {
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const isMeasured = round > 0;
    const one = await ours(round);
    const other = await reference(round);
    if (isMeasured) {
      first.push(one);
      second.push(other);
    }
  }
  return { ours: median(first), reference: median(second) };
}
