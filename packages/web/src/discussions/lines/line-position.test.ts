import { expect, test } from 'vitest';
import { asCommentedRow, positionOf } from './line-position.ts';
import type { LinesFile } from './lines-file.ts';

test('what was begun on a removed line is sent for that one, also where it is shown unchanged', () => {
  const refs = { base_sha: 'base', start_sha: 'base', head_sha: 'head' };
  const file: LinesFile = { file_hash: 'a', file_path: 'a', old_path: 'a', new_path: 'a', diff_refs: refs };
  const row = { lineCode: 'a_4_5', oldLine: 4, newLine: 5, kind: 'context', html: '' } as const;
  const first = { ...row, lineCode: 'a_3_4', oldLine: 3, newLine: 4 };
  const numbers = (name: string | null) => {
    const { old_line: oldLine, new_line: newLine } = positionOf(file, asCommentedRow(row, name, refs));
    return { oldLine, newLine };
  };
  expect(numbers('old-base-4')).toEqual({ oldLine: 4, newLine: null });
  for (const name of ['new-head-5', 'old-base-3', null]) expect(numbers(name)).toEqual({ oldLine: 4, newLine: 5 });
  const range = positionOf(
    file,
    asCommentedRow(row, 'old-base-4', refs),
    asCommentedRow(first, 'old-base-3', refs),
  ).line_range;
  expect(range).toMatchObject({
    start: { type: 'old', old_line: 3, new_line: null },
    end: { type: 'old', old_line: 4 },
  });
});
