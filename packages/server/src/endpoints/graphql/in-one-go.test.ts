import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { inOneGo } from './in-one-go.ts';

const contextNamed = (requestId: string) => ({ requestId }) as Context;

test('what is asked for in one turn is loaded at once, for each reader alone, and each time again', async () => {
  const asked: string[] = [];
  const double = inOneGo<number, number>(async ({ requestId }, keys) => {
    asked.push(`${requestId} ${keys.join()}`);
    return keys.map((key) => 2 * key);
  });
  const [one, two] = [contextNamed('one'), contextNamed('two')];
  expect(await Promise.all([double(one, 1), double(two, 5), double(one, 2), double(one, 1)])).toEqual([2, 10, 4, 2]);
  expect(await double(one, 1)).toBe(2);
  expect(asked).toEqual(['one 1,2,1', 'two 5', 'one 1']);
});

test('a failure reaches all who asked, and nobody who asks later', async () => {
  let isBroken = true;
  const load = inOneGo<number, number>(async (_ctx, keys) => {
    if (isBroken) throw new Error('broken');
    return keys;
  });
  const ctx = contextNamed('one');
  const answers = await Promise.allSettled([load(ctx, 1), load(ctx, 2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await load(ctx, 3)).toBe(3);
});

test('of answers that come one by one, one fails alone', async () => {
  const even = inOneGo(async (_ctx, keys: readonly number[]) =>
    keys.map(async (key) => {
      if (key % 2 === 1) throw new Error('odd');
      return key;
    }),
  );
  const ctx = contextNamed('one');
  const answers = await Promise.allSettled([even(ctx, 2), even(ctx, 3), even(ctx, 4)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
