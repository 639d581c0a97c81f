import { expect, test } from 'vitest';
import { lineOfForm } from './use-commented-lines.ts';

const FILE = { file_hash: 'f', diff_refs: { base_sha: 'a1', start_sha: 'a1', head_sha: 'b2' } };

test.each([
  ['an added or unchanged line', 'f_new-b2-12', 12],
  ['a removed one, which may be hidden with white space', 'f_old-a1-12', -12],
  ['a line of another version', 'f_new-b1-12', 0],
  ['what the target had once', 'f_old-a0-12', 0],
  ['a line by its code', 'f_11_12', 12],
])('%s is opened for the form that was begun on it', (_what, place, line) => {
  expect(lineOfForm(place, FILE)).toBe(line);
});
