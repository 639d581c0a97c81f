import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { markMoves } from './mark-moves.ts';

function row(kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow {
  return { kind, oldLine, newLine, html: '', lineCode: `f_${oldLine ?? 0}_${newLine ?? 0}` };
}

function move(side: DiffMove['side'], lines: [number, number], other: Partial<DiffMove['other']>): DiffMove {
  return {
    id: 1,
    side,
    start_line: lines[0],
    end_line: lines[1],
    other: {
      file_hash: 'g',
      file_path: 'src/g.ts',
      name: 'src/g.ts',
      index: 1,
      start_line: 40,
      end_line: 41,
      ...other,
    },
    edited_lines: 0,
    reindented: false,
    edits: [],
  };
}

test('a block that left says where to, and lines of the other side with the same numbers are no part of it', () => {
  const rows = [row('removed', 3, null), row('removed', 4, null), row('added', null, 3), row('context', 5, 4)];
  const marked = markMoves(rows, [move('old', [3, 4], {})], 'f');
  const came = markMoves(rows, [move('new', [3, 3], {})], 'f');
  expect(marked.map((each) => each.isMoved ?? false)).toEqual([true, true, false, false]);
  expect(marked[0]?.remark).toEqual({ text: 'Moved to src/g.ts:40', href: '#g_0_40' });
  expect(came[2]?.remark).toEqual({ text: 'Moved from src/g.ts:40', href: '#g_40_0' });
  expect(marked[1]?.remark).toBeUndefined();
});

test('within one file the other end is named by its line', () => {
  const rows = [row('removed', 1, null), row('context', 2, 1), row('added', null, 2)];
  const inside = { file_hash: 'f', start_line: 1 };
  const marked = markMoves(rows, [{ ...move('new', [2, 2], inside), edited_lines: 1 }], 'f');
  expect(marked[2]?.remark).toEqual({ text: 'Moved from line 1, 1 line edited', href: '#f_1_0' });
});
