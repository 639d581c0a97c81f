import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { pairLines } from '@tributary/contract/projects/pair-lines.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { pairRows } from '../../ui/diff/diff-row.ts';
import { toDiffRows } from './to-diff-rows.ts';

function line(type: PageDiffLine['type'], at: number): PageDiffLine {
  const isGap = type === 'match';
  return {
    line_code: isGap ? null : `f_${at}_${at + 1}`,
    type,
    old_line: isGap ? null : at,
    new_line: isGap ? null : at + 1,
    text: `<${at}`,
    rich_text: `&lt;${at}`,
    meta_data: isGap ? { old_pos: at, new_pos: at + 1 } : null,
  };
}

test('each kind of line becomes the row of it, with numbers of the sides it is on', () => {
  const types = [null, 'old', 'new', 'old-nonewline', 'new-nonewline', 'match'] as const;
  const rows = toDiffRows(types.map(line));
  expect(
    rows.map(({ kind, oldLine, newLine, hasNoNewline }) => [kind, oldLine, newLine, hasNoNewline ?? false]),
  ).toEqual([
    ['context', 0, 1, false],
    ['removed', 1, null, false],
    ['added', null, 3, false],
    ['removed', 3, null, true],
    ['added', null, 5, true],
    ['match', null, null, false],
  ]);
  expect(rows.map(({ html, lineCode }) => `${html} ${lineCode ?? 'none'}`)).toEqual(
    ['0 f_0_1', '1 f_1_2', '2 f_2_3', '3 f_3_4', '4 f_4_5', '5 none'].map((rest) => `&lt;${rest}`),
  );
});

test('what changed inside a line is marked', () => {
  const [row] = toDiffRows([{ ...line('old', 1), changed_ranges: [{ start: 0, end: 1 }] }]);
  expect(row?.html).toMatch(/^<[^>]+>&lt;<\/[a-z]+>1$/);
});

test('rows stand beside each other as the server says of their lines', () => {
  const type = fc.constantFrom<PageDiffLine['type'][]>(null, 'old', 'new', 'old-nonewline', 'new-nonewline', 'match');
  fc.assert(
    fc.property(fc.array(type), (types) => {
      const sideAt = (at: number) =>
        types[at]?.startsWith('old') ? 'old' : types[at]?.startsWith('new') ? 'new' : null;
      expect(pairRows(toDiffRows(types.map(line)))).toEqual(pairLines(types.length, sideAt));
    }),
  );
});
