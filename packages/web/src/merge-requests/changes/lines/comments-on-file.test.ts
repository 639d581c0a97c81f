import { expect, test } from 'vitest';
import { indexByFile } from '../../../discussions/model/index-by-line.ts';
import type { Placed } from '../../../discussions/model/seen-in.ts';
import { commentsOnFile } from './comments-on-file.ts';

test('what is said of a line stands on its file where that shows no line', () => {
  const refs = { base_sha: 'base', start_sha: 'base', head_sha: 'head' };
  const line = { ...refs, old_path: 'a', new_path: 'a', position_type: 'text' as const, old_line: 3, new_line: null };
  const thread = { active: true, line_code: 'f_3_3', line_codes: ['f_3_3'], position: line, original_position: line };
  const diff_file = { file_hash: 'f', seen_hashes: { last: 'f', original: 'f' } };
  const removed: Placed = { ...thread, placement: null, diff_file };
  const whole: Placed = { ...removed, line_code: null, position: { ...line, position_type: 'file', old_line: null } };
  const shown = indexByFile([removed, whole]).get('f')?.threads(refs);
  expect(shown && commentsOnFile({ whitespace_only: false }, shown)).toEqual([whole]);
  expect(shown && commentsOnFile({ whitespace_only: true }, shown)).toEqual([removed, whole]);
});
