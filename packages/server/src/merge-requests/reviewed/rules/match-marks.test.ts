import { expect, test } from 'vitest';
import { marksOfFiles, possiblyMarked } from './match-marks.ts';

const file = (path: string, addedLines = 1, removedLines = 1) => ({ path, addedLines, removedLines });
const mark = (path: string, content: string, addedLines = 1, removedLines = 1) => ({
  ...file(path, addedLines, removedLines),
  content,
});
const keysOf = (contents: [string, string][]) =>
  new Map(contents.map(([path, content]) => [path, { content, earlier: `earlier ${content}` }]));
const reviewed = (files: ReturnType<typeof file>[], marks: ReturnType<typeof mark>[], contents: [string, string][]) => [
  ...marksOfFiles(files, marks, keysOf(contents)).keys(),
];

test('a mark holds while the content is the same, and comes back with it', () => {
  const marks = [mark('a', 'one')];
  expect(reviewed([file('a')], marks, [['a', 'one']])).toEqual(['a']);
  expect(reviewed([file('a')], marks, [['a', 'two']])).toEqual([]);
});

test('a mark from before holds by the key it was stored with', () => {
  expect(reviewed([file('a')], [mark('a', 'earlier one')], [['a', 'one']])).toEqual(['a']);
  expect(reviewed([file('b')], [mark('a', 'earlier one')], [['b', 'one']])).toEqual(['b']);
});

test('a renamed file keeps its mark, a twin does not get one', () => {
  const marks = [mark('a', 'one')];
  expect(reviewed([file('b')], marks, [['b', 'one']])).toEqual(['b']);
  const both: [string, string][] = [
    ['a', 'one'],
    ['b', 'one'],
  ];
  expect(reviewed([file('a'), file('b')], marks, both)).toEqual(['a']);
});

test('only files that can be marked are read', () => {
  const files = [file('a'), file('b', 9), file('c', 3), file('d', 4)];
  const marks = [mark('a', 'x'), mark('b', 'x', 8), mark('gone', 'x', 3)];
  expect(possiblyMarked(files, marks).map((each) => each.path)).toEqual(['a', 'c']);
  expect(possiblyMarked(files, [])).toEqual([]);
});
