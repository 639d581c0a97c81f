import { FIRST_BATCH } from '@tributary/contract/merge-requests/first-batch.ts';

const MAX_BATCH = 30;
const SIZES = [FIRST_BATCH, 7, 12, 22];

/** Size of batch number `round` (from 0): grows by a factor that itself grows from 1.4 by 0.2 to 2, up to 30 files. */
export function batchSize(round: number): number {
  return SIZES[round] ?? MAX_BATCH;
}
