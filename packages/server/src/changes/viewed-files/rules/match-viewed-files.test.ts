import { expect, test } from 'vitest';
import { matchViewedFiles, possiblyViewed, untick } from './match-viewed-files.ts';

const file = (path: string, addedLines = 1, removedLines = 1) => ({ path, oldPath: path, addedLines, removedLines });
const mark = (path: string, content: string, addedLines = 1, removedLines = 1) => ({
  ...file(path, addedLines, removedLines),
  content,
});
const keysOf = (contents: [string, string][]) =>
  new Map(contents.map(([path, content]) => [path, { content, earlier: [`earlier ${content}`] }]));
const reviewed = (files: ReturnType<typeof file>[], marks: ReturnType<typeof mark>[], contents: [string, string][]) => [
  ...matchViewedFiles(files, marks, keysOf(contents)).keys(),
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
  expect(possiblyViewed(files, marks).map((each) => each.path)).toEqual(['a', 'c']);
  expect(possiblyViewed(files, [])).toEqual([]);
});

test('a mark from elsewhere holds for one file alone, best for the one renamed from there', () => {
  const files = [file('b'), file('c'), { ...file('d'), oldPath: 'a' }];
  const same: [string, string][] = files.map(({ path }) => [path, 'one']);
  expect(reviewed(files, [mark('a', 'one')], same)).toEqual(['d']);
  expect(reviewed(files, [mark('a', 'one'), mark('gone', 'one')], same)).toEqual(['d', 'b']);
  expect(reviewed(files, [mark('gone', 'one')], same)).toEqual(['b']);
});

test('unticking one of several files with the same content leaves the others as they are, for good', () => {
  const files = [file('b'), file('c'), file('d')];
  const contents = keysOf(files.map(({ path }) => [path, 'one']));
  let marks = [mark('x', 'one'), mark('y', 'one'), mark('z', 'earlier one'), mark('d', 'earlier one')];
  const off = (...paths: string[]) => {
    const { gone, settled } = untick(files, marks, contents, paths);
    marks = [...marks.filter((each) => !gone.includes(each)), ...settled];
    return [...matchViewedFiles(files, marks, contents).keys()].sort();
  };
  expect(off()).toEqual(['b', 'c', 'd']);
  expect(off('b')).toEqual(['c', 'd']);
  expect(off('d')).toEqual(['c']);
  expect(off('c')).toEqual([]);
  expect(marks).toEqual([]);
});
