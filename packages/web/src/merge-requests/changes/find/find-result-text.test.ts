import type { FindAnswer, FindHit } from '@tributary/contract/merge-requests/find.ts';
import { expect, test } from 'vitest';
import { findResultText, groupHits } from './find-result-text.ts';

const answer = (counts: Partial<FindAnswer['counts']>, change: Partial<FindAnswer> = {}): FindAnswer => ({
  hits: [],
  counts: { added: 0, removed: 0, context: 0, files: 0, threads: 0, ...counts },
  files_count: 0,
  lines_count: 0,
  is_cut: false,
  left_out: [],
  ...change,
});

test.each([
  [answer({}), 'No matches'],
  [answer({}, { left_out: ['time'] }), 'No matches so far; the search timed out'],
  [answer({ added: 3 }, { left_out: ['long_line'] }), 'At least 3 matches; a line is too long to search completely'],
  [answer({ added: 1 }, { files_count: 1 }), '1 match in 1 file'],
  [answer({ added: 2, threads: 3 }, { files_count: 2 }), '5 matches in 2 files, 3 of them in threads'],
  [
    answer({ removed: 9 }, { files_count: 2, left_out: ['long_line', 'time'] }),
    'At least 9 matches in 2 files; a line is too long to search completely, the search timed out',
  ],
])('%#: %s', (found, words) => {
  expect(findResultText(found)).toBe(words);
});

test('hits stand with their file, and keep the number they are gone through by', () => {
  const hit = (path: string | null): FindHit => ({
    place: 'threads',
    note_id: 1,
    draft_id: null,
    author: null,
    file_hash: null,
    file_path: path,
    text: '',
    ranges: [],
  });
  const groups = groupHits([hit('a'), hit('b'), hit('a'), hit(null)]);
  expect(groups.map((group) => [group.title, group.hits.map(({ at }) => at)])).toEqual([
    ['a', [0, 2]],
    ['b', [1]],
    ['Overview', [3]],
  ]);
});
