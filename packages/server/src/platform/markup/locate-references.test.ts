import { afterAll, expect, test } from 'vitest';
import { locateReferences } from './locate-references.ts';
import { closeMarkup } from './text-workers.ts';

afterAll(() => closeMarkup());

/** The text with every located reference in brackets, its path apart. */
async function shown(text: string): Promise<string> {
  const found = await locateReferences(text);
  let result = text;
  for (const { start, sign, end } of found.toSorted((a, b) => b.start - a.start))
    result = `${result.slice(0, start)}[${result.slice(start, sign)}|${result.slice(sign, end)}]${result.slice(end)}`;
  return result;
}

test.each([
  ['See #5, !3 and %v1.', 'See [|#5], [|!3] and [|%v1].'],
  ['#5#6 #5 (#5)', '[|#5]#6 [|#5] ([|#5])'],
  ['group/app#5+ and app!7+s', '[group/app|#5]+ and [app|!7]+s'],
  ['~bug ~"to do" %"1 2" group/app~bug', '[|~bug] [|~"to do"] [|%"1 2"] [group/app|~bug]'],
  ['_#5_ **~bug** *!3* _~bug_', '_[|#5]_ **[|~bug]** *[|!3]* _[|~bug]_'],
  [
    'abc1234 and abc1234...def5678 and group/app@abc1234',
    '[|abc1234] and [|abc1234...def5678] and [group/app|@abc1234]',
  ],
  ['> - [ ] #5\n> - #6', '> - [ ] [|#5]\n> - [|#6]'],
  ['| a | b |\n|---|---|\n| #5 | `#5` |', '| a | b |\n|---|---|\n| [|#5] | `#5` |'],
  ['# 5\n## Why #5', '# 5\n## Why [|#5]'],
  ['%"abc 1234567" abc1234#5', '[|%"abc 1234567"] [|abc1234]#5'],
  ['1234567. #5', '1234567. [|#5]'],
  ['Bug\n1. abcdef1. #5', 'Bug\n1. [|abcdef1]. [|#5]'],
])('%j', async (text, expected) => {
  expect(await shown(text)).toBe(expected);
});

test.each([
  '`#5` and ``#5 ` #5``',
  '```\n#5 ~bug abc1234\n```',
  '~~~ #5\n!3\n~~~',
  '    #5 in an indented block',
  '[#5](https://example.org/#5) <https://example.org/#5> https://example.org/!3',
  '<a href="#5">#5</a> <code>#5</code> <!-- #5 -->',
  '\\#5 &#35;5 &#53; x#5y #5.1 #12345678901 #05',
  '[x]: /uploads/0123456789abcdef0123456789abcdef/a.png\n\n![x]',
  'defaced file.abc1234 10%off',
  '@abc1234 :bug: &amp;',
  '',
])('none in %j', async (text) => {
  expect(await shown(text)).toBe(text);
});

test('a long text full of what may be references takes little', async () => {
  const begun = performance.now();
  expect((await locateReferences('#1 '.repeat(50_000))).length).toBeLessThanOrEqual(500);
  await locateReferences('~"'.repeat(100_000));
  await locateReferences('a'.repeat(300_000));
  expect(performance.now() - begun).toBeLessThan(10_000);
});
