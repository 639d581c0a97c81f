import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapAtMost } from './map-at-most.ts';

test('all are worked on, so many at once, and answered in their order', async () => {
  let running = 0;
  let most = 0;
  const made = await mapAtMost(3, [5, 1, 4, 2, 3, 0, 6], async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = 0; turns < item; turns++) await turn();
    running -= 1;
    return item * 10;
  });
  expect(made).toEqual([50, 10, 40, 20, 30, 0, 60]);
  expect(most).toBe(3);
});

test('nothing to do is done, and a failure is told', async () => {
  expect(await mapAtMost(3, [], () => Promise.resolve(1))).toEqual([]);
  await expect(mapAtMost(2, [1, 2, 3], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
