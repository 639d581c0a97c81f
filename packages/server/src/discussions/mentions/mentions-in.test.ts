import { expect, test } from 'vitest';
import { mentionsIn } from './mentions-in.ts';

test.each([
  ['@Ann please look', [['ann', true]]],
  [
    '@ann, @ben: look, and ask @carl',
    [
      ['ann', true],
      ['ben', true],
      ['carl', false],
    ],
  ],
  ['Thanks @ann', [['ann', false]]],
  ['mail ann@example.com', []],
  ['`@ann` and ``x ` @ben``', []],
  ['```\n@ann\n```\n@ben', [['ben', true]]],
  ['~~~\n@ann\n```\n@carl\n~~~\n@ben', [['ben', true]]],
  ['    @ann', []],
  ['> @ann said so', []],
  ['so says @team/core', [['team/core', false]]],
  ['hello @ann\n@ann, now you', [['ann', true]]],
])('%j calls %j', (text, expected) => {
  expect(mentionsIn(text).map(({ name, isDirect }) => [name, isDirect])).toEqual(expected);
});

test('a flood of names calls fifty', () => {
  const text = Array.from({ length: 200 }, (_, index) => `@person${index}`).join(' ');
  expect(mentionsIn(text)).toHaveLength(50);
});
