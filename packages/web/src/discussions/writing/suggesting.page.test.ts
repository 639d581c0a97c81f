import type { DiffPosition, PageDiffLine, Placement } from '@tributary/contract/discussions/page.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notesData } from '../../../testing/page-notes.ts';
import { useSuggesting } from './suggesting.ts';

const commits = { base_sha: 'a', start_sha: 'a', head_sha: 'begun' };
const AT: DiffPosition = { ...commits, old_path: 'x.ts', new_path: 'x.ts', position_type: 'text', new_line: 3 };
const NOW: DiffPosition = { ...AT, head_sha: 'now', new_line: 5 };
const numbers = { line_code: null, old_line: null, new_line: 3 };
const THREE: PageDiffLine = { ...numbers, type: 'new', text: 'three', rich_text: 'three', meta_data: null };
const notes = notesData({ noteableType: 'MergeRequest', noteableId: 7 });

function suggesting(confidence: Placement['confidence']) {
  const placement: Placement = { on: 'range', confidence, path: 'x.ts', file_hash: 'x', version: 2 };
  const thread = { active: confidence !== 'lost', placement, position: NOW, original_position: AT };
  return renderHook(() => useSuggesting(notes, { ...thread, truncated_diff_lines: [THREE] })).result.current;
}

test('lines are suggested again where all of them are, else where they were talked about', () => {
  const suggestion = { text: 'three', above: 0 };
  const place = { target_type: 'merge_request', target_id: 7, file_path: 'x.ts' };
  const now = { previewPlace: { ...place, line: 5, head_sha: 'now' }, suggestion };
  const begun = { previewPlace: { ...place, line: 3, head_sha: 'begun' }, suggestion };
  expect([suggesting('exact'), suggesting('moved')]).toEqual([now, now]);
  expect([suggesting('likely'), suggesting('lost')]).toEqual([begun, begun]);
});
