import { expect, test } from 'vitest';
import { suggestionCommitMessage } from './commit-message.ts';
import { linesOfChange } from './lines-of-change.ts';
import { contentOfLines, findOverlap, replaceLines } from './replace-lines.ts';

test('lines are replaced and nothing else changes', () => {
  const text = 'one\ntwo\r\nthree\nfour';
  expect(replaceLines(text, [{ from: 1, to: 1, content: 'ONE\n' }])).toBe('ONE\ntwo\r\nthree\nfour');
  expect(replaceLines(text, [{ from: 2, to: 2, content: 'a\nb\n' }])).toBe('one\na\r\nb\r\nthree\nfour');
  expect(replaceLines(text, [{ from: 4, to: 4, content: 'a\nb\n' }])).toBe('one\ntwo\r\nthree\na\nb');
  expect(replaceLines(text, [{ from: 2, to: 3, content: '' }])).toBe('one\nfour');
  expect(replaceLines(text, [{ from: 2, to: 3, content: '\n' }])).toBe('one\n\r\nfour');
  expect(replaceLines('one\n\ntwo', [{ from: 2, to: 2, content: '' }])).toBe('one\ntwo');
  expect(contentOfLines('one\n\ntwo', 2, 2)).toBe('\n');
  const several = [
    { from: 1, to: 1, content: 'x\ny\nz\n' },
    { from: 3, to: 4, content: 'end\n' },
  ];
  expect(replaceLines(text, several)).toBe('x\ny\nz\ntwo\r\nend');
  expect(contentOfLines(text, 2, 4)).toBe('two\nthree\nfour\n');
});

test('a byte order mark and line ends stay, whatever is written', () => {
  const text = '\uFEFFusing A;\r\nclass C {}';
  expect(contentOfLines(text, 1, 1)).toBe('using A;\n');
  for (const content of ['using B;\n', '\uFEFFusing B;\n'])
    expect(replaceLines(text, [{ from: 1, to: 1, content }])).toBe('\uFEFFusing B;\r\nclass C {}');
  expect(replaceLines(text, [{ from: 1, to: 1, content: '' }])).toBe('\uFEFFclass C {}');
  expect(replaceLines(text, [{ from: 2, to: 2, content: 'a\nb\n' }])).toBe('\uFEFFusing A;\r\na\r\nb');
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

test('what has to be as it was is what a change really changes, and its neighbours', () => {
  expect(linesOfChange({ from: 3, to: 5 }, 'a\nb\nc\n', 'a\nB\nc\n')).toEqual({ from: 3, to: 5 });
  expect(linesOfChange({ from: 3, to: 6 }, 'a\nb\nc\nd\n', 'a\nb\nc\nD\n')).toEqual({ from: 5, to: 7 });
  expect(linesOfChange({ from: 3, to: 6 }, 'a\nb\nc\nd\n', 'A\nb\nc\nd\n')).toEqual({ from: 2, to: 4 });
  // Added between two of them, the same one again, and all removed.
  expect(linesOfChange({ from: 3, to: 4 }, 'a\nb\n', 'a\nnew\nb\n')).toEqual({ from: 3, to: 4 });
  expect(linesOfChange({ from: 3, to: 4 }, 'a\na\n', 'a\na\na\n')).toEqual({ from: 4, to: 5 });
  expect(linesOfChange({ from: 1, to: 2 }, 'a\nb\n', '')).toEqual({ from: 1, to: 3 });
});

test('the message is filled in, and names who wrote the suggestions', () => {
  const parts = {
    template: null,
    count: 2,
    paths: ['a.ts', 'b.ts'],
    branch: 'topic',
    projectPath: 'group/project',
    projectName: 'A project',
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
  // Named where the template says, they are not named again.
  const cem = { name: 'Cem', email: 'cem@example.com' };
  const placed = 'For %{project_name}\n\n%{co_authored_by}\nSigned-off-by: %{user_full_name}';
  expect(suggestionCommitMessage({ ...parts, template: placed, coAuthors: [...parts.coAuthors, cem] })).toBe(
    [
      'For A project\n',
      'Co-authored-by: Ben  x  <ben@example.com>',
      'Co-authored-by: Cem <cem@example.com>',
      'Signed-off-by: Ann',
    ].join('\n'),
  );
  expect(suggestionCommitMessage({ ...parts, template: 'Done\n\n%{co_authored_by}', coAuthors: [] })).toBe('Done');
});
