import { expect, test } from 'vitest';
import { FILE_LINES, foldReasons, growingFolds } from './fold-files.ts';

const LIMITS = { patchBytes: 200 * 1_024, files: 1_000, lines: 50_000 };

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
  [{ patchLength: LIMITS.patchBytes }, null],
  [{ patchLength: LIMITS.patchBytes + 1 }, 'too_large'],
  [{ addedLines: FILE_LINES - 5 }, null],
  [{ addedLines: FILE_LINES }, 'too_large'],
  [{ isTooLarge: true }, 'too_large'],
  [{ generated: 'lock_file' }, 'generated'],
  [{ generated: 'lock_file', addedLines: 0, removedLines: 0 }, null],
  [{ ...renamed, ...kept }, 'pure_rename'],
  [{ ...renamed, ...kept, status: 'copied' }, 'pure_rename'],
  // An image that changed as well, or only white space that is hidden.
  [renamed, null],
  [{ ...renamed, ...kept, status: 'modified' }, null],
  [{ status: 'renamed' }, null],
])('%j is folded because %s', (change, reason) => {
  expect(foldReasons([file(change)], LIMITS)).toEqual([reason]);
});

test('files beyond the whole budget are folded, small ones after a large one are not', () => {
  const many = foldReasons(
    Array.from({ length: LIMITS.files + 2 }, () => file()),
    LIMITS,
  );
  expect(many.slice(0, LIMITS.files).every((reason) => reason === null)).toBe(true);
  expect(many.slice(LIMITS.files)).toEqual(['over_budget', 'over_budget']);
  const half = { addedLines: FILE_LINES - 100, removedLines: 0 };
  const files = Array.from({ length: Math.ceil(LIMITS.lines / (FILE_LINES - 100)) }, () => file(half));
  expect(foldReasons([...files, file()], LIMITS).slice(-2)).toEqual(['over_budget', null]);
});

test('what administrators allow is shown', () => {
  const files = [file({ patchLength: 300 * 1_024 }), file(), file({ addedLines: 4_000 })];
  expect(foldReasons(files, { ...LIMITS, patchBytes: 400 * 1_024 })).toEqual([null, null, null]);
  expect(foldReasons(files, { ...LIMITS, files: 1 })).toEqual(['too_large', null, 'over_budget']);
  expect(foldReasons(files, { ...LIMITS, lines: 4_000 })).toEqual(['too_large', null, 'over_budget']);
});

test('files are folded as they are when all is known', () => {
  const all = [3_000, 40_000, 8_000, 100].map((addedLines) => file({ addedLines }));
  for (const count of [1, 2, 3]) expect(foldReasons(all.slice(0, count), LIMITS)).toEqual(foldReasons(all, LIMITS).slice(0, count)); // prettier-ignore
});

test('of files that become more each is looked at once', () => {
  let looks = 0;
  const all = [3_000, 40_000, 8_000, 100].map((addedLines) => ({
    ...file({ addedLines }),
    get isTooLarge() {
      looks += 1;
      return false;
    },
  }));
  const folds = growingFolds({ ...LIMITS, files: 1 });
  for (const count of [1, 3, 3, 4]) expect(folds(all.slice(0, count))).toHaveLength(count);
  expect(looks).toBe(4);
  expect(folds(all)).toEqual(foldReasons(all, { ...LIMITS, files: 1 }));
});
