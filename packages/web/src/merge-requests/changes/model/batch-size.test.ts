import { FIRST_BATCH } from '@tributary/contract/merge-requests/first-batch.ts';
import { expect, test } from 'vitest';
import { batchSize } from './batch-size.ts';

test('batches grow by a factor that grows itself, up to 30 files', () => {
  const grown = [FIRST_BATCH];
  for (const factor of [1.4, 1.6, 1.8, 2, 2, 2]) grown.push(Math.min(Math.ceil((grown.at(-1) ?? 0) * factor), 30));
  expect(grown.map((_size, round) => batchSize(round))).toEqual(grown);
  expect(batchSize(500)).toBe(30);
});
