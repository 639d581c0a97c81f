import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { movedSpot, pixelsAt, spotOf } from './image-spots.ts';
import { sidesOf } from './image-sides.ts';

const file = (change: Partial<PageDiffFile>) =>
  ({
    new_file: false,
    deleted_file: false,
    old_raw_path: '/old.png',
    new_raw_path: '/new.png',
    old_size: 1,
    new_size: 2,
    ...change,
  }) as PageDiffFile;

test.each([
  ['a change', {}, ['before', 'after']],
  ['a new picture', { new_file: true, old_raw_path: null }, ['after']],
  ['one that is gone', { deleted_file: true, new_raw_path: null }, ['before']],
])('%s has its sides', (_name, change, keys) => {
  expect(sidesOf(file(change)).map((side) => side.key)).toEqual(keys);
});

test('a pin is the same place at any size', () => {
  const size = { width: 400, height: 200 };
  const pixels = pixelsAt({ x: 25, y: 50 }, size);
  expect(pixels).toEqual({ x: 100, y: 100, width: 400, height: 200 });
  expect(spotOf(pixels)).toEqual({ x: 25, y: 50 });
  expect(pixelsAt({ x: 100, y: 100 }, size)).toMatchObject({ x: 400, y: 200 });
  expect(spotOf({ x: 1, y: 1, width: 0, height: 0 })).toBeNull();
  expect(spotOf({})).toBeNull();
});

test('arrow keys move a pin, never off the image', () => {
  expect(movedSpot({ x: 50, y: 50 }, 'ArrowLeft', false)).toEqual({ x: 49, y: 50 });
  expect(movedSpot({ x: 95, y: 50 }, 'ArrowRight', true)).toEqual({ x: 100, y: 50 });
  expect(movedSpot({ x: 50, y: 0 }, 'ArrowUp', false)).toEqual({ x: 50, y: 0 });
  expect(movedSpot({ x: 50, y: 50 }, 'a', false)).toBeNull();
});
