import { expect, test } from 'vitest';
import { mentionsInText } from './mentions-in.ts';

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
  ['> @ann said so\n\n@ben', [['ben', true]]],
  ['> @ann said\nso, @ben', []],
  ['>>>\n@ann\n\n> @carl\n>>>\n@ben', [['ben', true]]],
  ['<blockquote>@ann</blockquote>\n\n@ben', [['ben', true]]],
  ['> [!NOTE]\n> @ann must know', [['ann', true]]],
  ['- a\n\n  ```\n  @ann\n  ```\n\n      @carl\n- @ben, look', [['ben', true]]],
  ['1. a\n\n       @ann\n\n    @ben', [['ben', true]]],
  ['<code>@ann</code> <!-- @carl --> [@ben](https://a.example)', []],
  ['- [ ] **@ann**: tests\n- @ann again', [['ann', true]]],
  ['#1 @ann', [['ann', false]]],
  ['so says @team/core', [['team/core', false]]],
  ['hello @ann\n@ann, now you', [['ann', true]]],
])('%j calls %j', async (text, expected) => {
  expect((await mentionsInText(text)).map(({ name, isDirect }) => [name, isDirect])).toEqual(expected);
});

test('a flood of names calls fifty', async () => {
  const text = Array.from({ length: 200 }, (_, index) => `@person${index}`).join(' ');
  expect(await mentionsInText(text)).toHaveLength(50);
});
