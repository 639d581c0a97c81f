import { type IndexFile, MAX_MOVES_PATCH_BYTES } from '@tributary/git';
import { expect, test } from 'vitest';
import { MAX_COLOURED_BYTES } from './diff-contents.ts';
import { tooLargeFor } from './too-large-for.ts';

const file = {
  status: 'modified',
  oldPath: 'a.ts',
  newPath: 'a.ts',
  oldSize: 10,
  newSize: 10,
  addedLines: 1,
  removedLines: 1,
  isSubmodule: false,
  patchLength: 100,
} as IndexFile;
const large = MAX_COLOURED_BYTES + 1;
const long = { rows: 1, pages: [], digest: '' };

test.each<[string, Partial<IndexFile>, string[]]>([
  ['a file of any usual size', {}, []],
  ['one that is as large as may be', { newSize: MAX_COLOURED_BYTES, patchLength: MAX_MOVES_PATCH_BYTES }, []],
  ['a large file', { newSize: large }, ['colours']],
  ['one that was large before', { oldSize: large }, ['colours']],
  ['one whose removed lines are none', { oldSize: large, removedLines: 0 }, []],
  ['one that has no colours at any size', { oldPath: 'a.txt', newPath: 'a.txt', newSize: large }, []],
  ['many changes', { patchLength: MAX_MOVES_PATCH_BYTES + 1 }, ['moves']],
  ['one after more changes in other files than are searched', { movesLeftOut: true }, ['moves']],
  ['more changes than are read at once', { newSize: large, long }, ['colours', 'moves']],
  ['a large file that only has another name', { newSize: large, addedLines: 0, removedLines: 0 }, []],
])('%s', (_name, facts, expected) => {
  expect(tooLargeFor({ ...file, ...facts })).toEqual(expected);
});
