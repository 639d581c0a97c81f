/** Files asked for in the first batch: few, so that the first file paints at once. */
export const FIRST_BATCH = 5;
const MAX_BATCH = 30;
const FIRST_FACTOR = 1.4;
const FACTOR_STEP = 0.2;
const MAX_FACTOR = 2;

/** Size of batch number `round` (from 0): grows by a factor that itself grows from 1.4 by 0.2 to 2, up to 30 files. */
export function batchSize(round: number): number {
  let size = FIRST_BATCH;
  for (let step = 0; step < round && size < MAX_BATCH; step++) {
    size = Math.ceil(size * Math.min(FIRST_FACTOR + FACTOR_STEP * step, MAX_FACTOR));
  }
  return Math.min(size, MAX_BATCH);
}
