import { expect, test } from 'vitest';
import { issuesClosedBy, issuesNamedIn, type NamedIssue } from './closing-pattern.ts';

const names = (list: NamedIssue[]) => list.map(({ path, iid }) => `${path ?? ''}#${iid}`);

test.each([
  ['Closes #4, #6 and group/project#8', ['#4', '#6', 'group/project#8']],
  ['This fixes #1.', ['#1']],
  ['Resolves: issue #2', ['#2']],
  ['implementing #3 and #4', ['#3', '#4']],
  ['Close https://example.test/a/b-c/-/issues/7', ['a/b-c#7']],
  ['Fixed other#5', ['other#5']],
  ['closes `#9` and the door', []],
  ['```\nCloses #9\n```', []],
  ['Discloses #9', []],
  ['Closes the gap #9', []],
  ['#9 closes', []],
  ['Closes #12abc', []],
])('%j closes %j', (text, expected) => {
  expect(names(issuesClosedBy(text))).toEqual(expected);
});

test('every issue that is named is found once for each naming', () => {
  const text = 'See #1, a/b#2 and https://example.test/x/y/-/issues/3 but not `#4`, a#b or !5.';
  expect(names(issuesNamedIn(text))).toEqual(['#1', 'a/b#2', 'x/y#3']);
});

test('long texts of almost-references hold none', () => {
  expect(issuesNamedIn('a/'.repeat(20_000))).toEqual([]);
  expect(issuesClosedBy('closes '.repeat(20_000))).toEqual([]);
});
