import { FIRST_BATCH } from '@tributary/contract/merge-requests/first-batch.ts';

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
