import { expect, test } from 'vitest';
import { FILE_LINES, FILE_PATCH_BYTES, foldReasons, SHOWN_FILES, SHOWN_LINES } from './fold-files.ts';

const file = (change: object = {}) => ({
  status: 'modified',
  oldOid: 'a'.repeat(40),
  newOid: 'b'.repeat(40),
  patchLength: 100,
  addedLines: 5,
  removedLines: 5,
  isTooLarge: false,
  generated: null,
  ...change,
});

const renamed = { status: 'renamed', addedLines: 0, removedLines: 0 };
const kept = { newOid: 'a'.repeat(40) };

test.each([
  [{}, null],
  [{ patchLength: FILE_PATCH_BYTES }, null],
  [{ patchLength: FILE_PATCH_BYTES + 1 }, 'too_large'],
  [{ addedLines: FILE_LINES - 5 }, null],
  [{ addedLines: FILE_LINES }, 'too_large'],
  [{ isTooLarge: true }, 'too_large'],
  [{ generated: 'lock_file' }, 'generated'],
  [{ generated: 'lock_file', addedLines: 0, removedLines: 0 }, null],
  [{ ...renamed, ...kept }, 'pure_rename'],
  [{ ...renamed, ...kept, status: 'copied' }, 'pure_rename'],
  // A picture that changed as well, or only white space that is hidden.
  [renamed, null],
  [{ ...renamed, ...kept, status: 'modified' }, null],
  [{ status: 'renamed' }, null],
])('%j is folded because %s', (change, reason) => {
  expect(foldReasons([file(change)])).toEqual([reason]);
});

test('files beyond the whole budget are folded, small ones after a large one are not', () => {
  const many = foldReasons(Array.from({ length: SHOWN_FILES + 2 }, () => file()));
  expect(many.slice(0, SHOWN_FILES).every((reason) => reason === null)).toBe(true);
  expect(many.slice(SHOWN_FILES)).toEqual(['over_budget', 'over_budget']);
  const half = { addedLines: FILE_LINES - 100, removedLines: 0 };
  const files = Array.from({ length: Math.ceil(SHOWN_LINES / (FILE_LINES - 100)) }, () => file(half));
  expect(foldReasons([...files, file()]).slice(-2)).toEqual(['over_budget', null]);
});
