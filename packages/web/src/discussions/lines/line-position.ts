import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { removedKey } from '../model/line-key.ts';
import type { LinesFile } from './lines-file.ts';
import { rangeOf } from './line-range.ts';

/** Where a comment on this line hangs: an added line has a new number only, a removed one an old number only. */
export function positionOf(file: LinesFile, row: DiffRow, first?: DiffRow): DiffPosition {
  const range = rangeOf(first, row);
  return {
    ...file.diff_refs,
    old_path: file.old_path,
    new_path: file.new_path,
    position_type: 'text',
    old_line: row.kind === 'added' ? null : row.oldLine,
    new_line: row.kind === 'removed' ? null : row.newLine,
    ...(range && { line_range: range }),
  };
}

/** What was begun on a line that was removed (by its name) is about that, also where white space is hidden. */
export function asCommentedRow(row: DiffRow, name: string | null, refs: LinesFile['diff_refs']): DiffRow {
  return name !== null && name === removedKey(row, refs) ? { ...row, kind: 'removed', newLine: null } : row;
}
