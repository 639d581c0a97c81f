import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

test.each([
  ['a b c', 'a x c', 'a [-b-]{+x+} c'],
  ['same', 'same', 'same'],
  ['', 'new text', '{+new text+}'],
  ['old text', '', '[-old text-]'],
  ['one two', 'one two three', 'one two{+ three+}'],
])('%j to %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test('what is not removed is the new text, what is not added the old one', () => {
  const before = 'The quick brown fox\njumps over the lazy dog.';
  const after = 'A quick red fox\njumps over two lazy dogs!';
  const changes = wordDiff(before, after);
  const of = (kind: string) => changes.filter((each) => each.kind !== kind).map((each) => each.text);
  expect(of('added').join('')).toBe(before);
  expect(of('removed').join('')).toBe(after);
});

test('texts that have nothing in common and are long are replaced as a whole', () => {
  const before = 'a '.repeat(3_000);
  const after = 'b '.repeat(3_000);
  expect(wordDiff(before, after).map((each) => each.kind)).toContain('removed');
});
