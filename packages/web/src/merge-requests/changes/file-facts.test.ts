import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { factsOf, renameFact } from './file-facts.tsx';

const file = (facts: Partial<PageDiffFile>) => ({ type_change: null, mode_changed: false, symlink: false, ...facts });
const encodings = { old: 'Windows-1252', new: 'UTF-8' };

test.each<[Partial<PageDiffFile>, string[]]>([
  [{}, []],
  [{ line_endings: { old: 'crlf', new: 'lf' } }, ['Line endings changed from CRLF to LF.']],
  [{ encoding_change: { ...encodings, is_alone: true } }, ['Only the encoding changed: Windows-1252 to UTF-8.']],
  [{ twofold_encoding: 'ISO-2022-JP' }, ['Read as ISO-2022-JP. ASCII-only tools might show different characters.']],
  [{ encoding_change: { ...encodings, is_alone: false } }, ['Encoding changed from Windows-1252 to UTF-8.']],
  [
    { too_large_for: ['colours', 'moves'] },
    ['This file is too large for syntax highlighting.', 'There are too many changes to detect moved lines.'],
  ],
])('beside the lines of %j', (facts, sentences) => {
  expect(factsOf(file(facts) as PageDiffFile)).toEqual(sentences);
});

test.each([
  [{}, 'File renamed with no changes.'],
  [{ copied_file: true }, 'File copied with no changes.'],
  [{ mode_changed: true }, 'File renamed. Its content did not change. File mode changed from 100644 to 100755.'],
])('a file that has another name and %j', (facts, sentence) => {
  const moved = { copied_file: false, mode_changed: false, a_mode: '100644', b_mode: '100755' };
  expect(renameFact({ ...moved, ...facts })).toBe(sentence);
});
