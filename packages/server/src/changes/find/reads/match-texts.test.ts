import { expect, test } from 'vitest';
import { matchTextsOf } from './match-texts.ts';

const expression = (text: string) => ({ text, isRegex: true, isCaseSensitive: false });

test('so many expressions wait at most; others are told to come again, and then are answered', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => matchTextsOf(expression('a+'))));
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(12);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'find_busy' });
  const matchTexts = await matchTextsOf(expression('a+'));
  expect(await matchTexts?.(['b', 'caa'])).toMatchObject({
    found: [[1, { count: 1, ranges: [{ start: 1, end: 3 }] }]],
    readCount: 2,
    isGivenUp: false,
  });
});

test('what is no expression is none in a thread either', async () => {
  expect(await matchTextsOf(expression('(a'))).toBeUndefined();
});

test('a line of a megabyte is read to its end by the threads', async () => {
  const line = 'ab'.repeat(512 * 1_024);
  const matchTexts = await matchTextsOf(expression('(?:ab)+$'));
  expect(await matchTexts?.([line])).toEqual({
    found: [[0, { count: 1, isWhole: true, ranges: [{ start: 0, end: line.length }] }]],
    readCount: 1,
    isGivenUp: false,
  });
});
