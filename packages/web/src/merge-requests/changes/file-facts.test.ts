import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { factsOf } from './file-facts.tsx';

const file = (facts: Partial<PageDiffFile>) => ({ type_change: null, mode_changed: false, symlink: false, ...facts });
const encodings = { old: 'Windows-1252', new: 'UTF-8' };

test.each<[Partial<PageDiffFile>, string[]]>([
  [{}, []],
  [{ line_endings: { old: 'crlf', new: 'lf' } }, ['Line endings changed from CRLF to LF.']],
  [{ encoding_change: { ...encodings, is_alone: true } }, ['Only the encoding changed: Windows-1252 to UTF-8.']],
  [{ encoding_change: { ...encodings, is_alone: false } }, ['Encoding changed from Windows-1252 to UTF-8.']],
])('beside the lines of %j', (facts, sentences) => {
  expect(factsOf(file(facts) as PageDiffFile)).toEqual(sentences);
});
