import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { expect, test } from 'vitest';
import { excerpt, matchEach, matcherOf, type Search } from './matcher.ts';

const search = (text: string, change: Partial<Search> = {}): Search => ({
  text,
  isRegex: false,
  isCaseSensitive: false,
  ...change,
});
const found = (line: string, wanted: Search) =>
  matcherOf(wanted)?.(line).ranges.map(({ start, end }) => line.slice(start, end));

test.each([
  ['Needle needle', search('needle'), ['Needle', 'needle']],
  ['Needle needle', search('needle', { isCaseSensitive: true }), ['needle']],
  ['a.b axb', search('a.b'), ['a.b']],
  ['İstanbul NEEDLE', search('needle'), ['NEEDLE']],
  ['aaaa', search('aa'), ['aa', 'aa']],
  ['a.b axb', search('a.b', { isRegex: true }), ['a.b', 'axb']],
  ['FOO foo', search('fo+', { isRegex: true }), ['FOO', 'foo']],
  ['FOO foo', search('fo+', { isRegex: true, isCaseSensitive: true }), ['foo']],
  ['😀 tail', search('\\btail', { isRegex: true }), ['tail']],
  ['abc', search('x*', { isRegex: true }), []],
  ['', search('a'), []],
])('%s', (line, wanted, texts) => {
  expect(found(line, wanted)).toEqual(texts);
});

test.each(['(', '[a', '(?=look)', '(a)\\1', '*', `${'('.repeat(99)}a`])('%s is no expression', (text) => {
  expect(matcherOf(search(text, { isRegex: true }))).toBeUndefined();
});

test('an expression made to take for ever does not', async () => {
  const matcher = matcherOf(search('(a+)+$', { isRegex: true }));
  const spent = await cpuMsOf(() => expect(matcher?.(`${'a'.repeat(20_000)}b`)).toMatchObject({ count: 0 }));
  expect(spent).toBeLessThan(5_000);
  // Each match looks through all that is left of the line: it ends early, and says so.
  const costly = matcherOf(search('a.*z|a', { isRegex: true }));
  const spentOnAll = await cpuMsOf(() => expect(costly?.('a'.repeat(100_000))).toMatchObject({ isWhole: false }));
  expect(spentOnAll).toBeLessThan(5_000);
});

test.each([search('a'), search('[a]', { isRegex: true })])(
  'of very many matches the first are listed: %o',
  (wanted) => {
    const matcher = matcherOf(wanted, Infinity);
    const many = matcher?.('a'.repeat(5_000));
    expect(many).toMatchObject({ count: 5_000, isWhole: true });
    expect(many?.ranges).toHaveLength(1_000);
    expect(matcher?.('a'.repeat(100_000))).toMatchObject({ count: 100_000, isWhole: true });
    expect(matcher?.('a'.repeat(100_001))).toMatchObject({ count: 100_000, isWhole: false });
  },
);

test('an expression that would grow without bounds is refused', () => {
  expect(matcherOf(search('((((a{30}){30}){30}){30}){30}', { isRegex: true }))).toBeUndefined();
});

test('of a long line the part around the first match is shown', () => {
  const line = `${'x'.repeat(1_000)}needle${'y'.repeat(1_000)}needle`;
  const part = excerpt(line, matcherOf(search('needle'))?.(line).ranges ?? []);
  expect(part.text.length).toBe(240);
  expect(part.ranges.map(({ start, end }) => part.text.slice(start, end))).toEqual(['needle']);
  expect(excerpt('short needle', [{ start: 6, end: 12 }])).toEqual({
    text: 'short needle',
    ranges: [{ start: 6, end: 12 }],
  });
});

test('of many texts so many are read as there is time for, and at least one', () => {
  const matcher = matcherOf(search('a')) ?? (() => ({ ranges: [], count: 0, isWhole: true }));
  const texts = ['b', 'a', 'aa'];
  const all = matchEach(matcher, texts);
  expect([all.readCount, all.found.map(([at, { count }]) => [at, count])]).toEqual([
    3,
    [
      [1, 1],
      [2, 2],
    ],
  ]);
  expect(matchEach(matcher, texts, () => false)).toEqual({ found: [], readCount: 1 });
});
