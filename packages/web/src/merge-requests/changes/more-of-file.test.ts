import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { canShowFull, hidesLines } from './more-of-file.ts';

const file = {
  new_file: false,
  deleted_file: false,
  is_fully_expanded: false,
  highlighted_diff_lines: [{}],
  context_lines_path: '/lines',
} as PageDiffFile;

test.each<[string, Partial<PageDiffFile>, boolean, boolean]>([
  ['a file with lines between its changes', {}, true, true],
  ['a file that is too large to be shown whole', { shown_in_parts: true }, true, false],
  ['a file that is shown whole', { is_fully_expanded: true }, false, false],
  ['a new file', { new_file: true }, false, false],
  ['a file without lines of its own', { context_lines_path: null }, false, false],
])('%s', (_name, facts, hides, whole) => {
  expect([hidesLines({ ...file, ...facts }), canShowFull({ ...file, ...facts })]).toEqual([hides, whole]);
});
