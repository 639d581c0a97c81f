import type { DiffPosition, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { notesData } from '../../../testing/page-notes.ts';
import { previewTargetOf, suggestedLinesOf } from './suggesting.ts';

const AT: DiffPosition = {
  base_sha: 'a',
  start_sha: 'a',
  head_sha: 'b',
  old_path: 'x.ts',
  new_path: 'x.ts',
  position_type: 'text',
  old_line: null,
  new_line: 3,
};

const line = (type: PageDiffLine['type'], newLine: number | null, text: string): PageDiffLine => ({
  line_code: null,
  type,
  old_line: null,
  new_line: newLine,
  text,
  rich_text: text,
  meta_data: null,
});
const LINES = [
  line('match', 1, '@@'),
  line(null, 1, 'one'),
  line('new', 2, 'two'),
  line('old', null, 'was'),
  line('new', 3, 'three'),
];
const on = (position: DiffPosition) => ({ original_position: position, truncated_diff_lines: LINES });
const from = (newLine: number) => {
  const end = { line_code: '', type: null, old_line: null, new_line: newLine };
  return { start: end, end: { ...end, new_line: 3 } };
};

test('a suggestion begins with the lines that the thread is about, as they are after the change', () => {
  expect(suggestedLinesOf(on(AT))).toEqual({ text: 'three', above: 0 });
  expect(suggestedLinesOf(on({ ...AT, line_range: from(2) }))).toEqual({ text: 'two\nthree', above: 1 });
});

test('where lines are missing or gone nothing is suggested', () => {
  expect(suggestedLinesOf(on({ ...AT, new_line: 9 }))).toBeUndefined();
  expect(suggestedLinesOf(on({ ...AT, new_line: null, old_line: 3 }))).toBeUndefined();
  expect(suggestedLinesOf({ original_position: AT })).toBeUndefined();
});

test('suggestions are looked at in advance on lines of merge requests only', () => {
  const notes = notesData({ noteableType: 'MergeRequest', noteableId: 7 });
  expect(previewTargetOf(notes, AT)).toEqual({
    target_type: 'merge_request',
    target_id: 7,
    line: 3,
    file_path: 'x.ts',
    head_sha: 'b',
  });
  expect(previewTargetOf(notesData({ noteableType: 'Issue' }), AT)).toBeUndefined();
  expect(previewTargetOf(notes, { ...AT, position_type: 'image' })).toBeUndefined();
  expect(previewTargetOf(notes, null)).toBeUndefined();
});
