import { expect, test } from 'vitest';
import { suggestionCommitMessage } from './commit-message.ts';
import { contentOfLines, findOverlap, replaceLines } from './replace-lines.ts';

test('lines are replaced and nothing else changes', () => {
  const text = 'one\ntwo\r\nthree\nfour';
  expect(replaceLines(text, [{ from: 1, to: 1, content: 'ONE' }])).toBe('ONE\ntwo\r\nthree\nfour');
  expect(replaceLines(text, [{ from: 2, to: 2, content: 'a\nb' }])).toBe('one\na\r\nb\r\nthree\nfour');
  expect(replaceLines(text, [{ from: 4, to: 4, content: 'a\nb' }])).toBe('one\ntwo\r\nthree\na\nb');
  expect(replaceLines(text, [{ from: 2, to: 3, content: '' }])).toBe('one\nfour');
  const several = [
    { from: 1, to: 1, content: 'x\ny\nz' },
    { from: 3, to: 4, content: 'end' },
  ];
  expect(replaceLines(text, several)).toBe('x\ny\nz\ntwo\r\nend');
  expect(contentOfLines(text, 2, 4)).toBe('two\nthree\nfour');
});

test('two that share a line overlap, neighbours do not', () => {
  expect(
    findOverlap([
      { from: 3, to: 4 },
      { from: 1, to: 2 },
    ]),
  ).toBeUndefined();
  expect(
    findOverlap([
      { from: 3, to: 4 },
      { from: 1, to: 3 },
    ]),
  ).toEqual({ from: 3, to: 4 });
});

test('the message is filled in, and names who wrote the suggestions', () => {
  const parts = {
    template: null,
    count: 2,
    paths: ['a.ts', 'b.ts'],
    branch: 'topic',
    projectPath: 'group/project',
    username: 'ann',
    userName: 'Ann',
    coAuthors: [{ name: 'Ben\n<x>', email: 'ben@example.com' }],
  };
  expect(suggestionCommitMessage(parts)).toBe(
    'Apply 2 suggestion(s) to 2 file(s)\n\nCo-authored-by: Ben  x  <ben@example.com>',
  );
  const template = '%{user_full_name} on %{branch_name}: %{file_paths} %{unknown}';
  expect(suggestionCommitMessage({ ...parts, template, coAuthors: [] })).toBe('Ann on topic: a.ts, b.ts %{unknown}');
  expect(suggestionCommitMessage({ ...parts, template, coAuthors: [] }, ' Mine ')).toBe('Mine');
});
