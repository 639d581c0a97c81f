import { expect, test } from 'vitest';
import { freeSpaceOf, MIN_FREE_BYTES, MIN_FREE_FILES } from './free-space.ts';

const BLOCK = 4_096;
const ENOUGH = MIN_FREE_BYTES / BLOCK;

test.each([
  ['room for both', { bavail: ENOUGH, files: 9_999, ffree: MIN_FREE_FILES }, true],
  ['too few bytes', { bavail: ENOUGH - 1, files: 9_999, ffree: MIN_FREE_FILES }, false],
  ['too few files', { bavail: ENOUGH, files: 9_999, ffree: MIN_FREE_FILES - 1 }, false],
  ['files that are not counted', { bavail: ENOUGH, files: 0, ffree: 0 }, true],
])('%s', (_name, counts, isEnough) => {
  expect(freeSpaceOf({ bsize: BLOCK, ...counts }).isEnough).toBe(isEnough);
});
