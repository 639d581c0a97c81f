import { fc } from '../testing/properties.ts';
import { expect, test } from 'vitest';
import { pairLines } from './pair-lines.ts';

/** `-` removed, `+` added, anything else on both sides. */
function paired(signs: string) {
  const sideAt = (at: number) => (signs[at] === '-' ? 'old' : signs[at] === '+' ? 'new' : null);
  return pairLines(signs.length, sideAt).map(({ left, right }) => `${left ?? ''}|${right ?? ''}`);
}

test.each([
  ['', []],
  ['=', ['0|0']],
  ['--+', ['0|2', '1|']],
  ['-++', ['0|1', '|2']],
  ['=--+=+', ['0|0', '1|3', '2|', '4|4', '|5']],
  // Added before removed is no change of one into the other.
  ['+-', ['|0', '1|']],
  ['-+-+', ['0|1', '2|3']],
  ['-+--', ['0|1', '2|', '3|']],
  ['-=+', ['0|', '1|1', '|2']],
  ['==-', ['0|0', '1|1', '2|']],
])('%j stands as %j', (signs, rows) => {
  expect(paired(signs)).toEqual(rows);
});

test('each column has all of its lines, once and in their order, and no row is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('-', '+', '=')), (signs) => {
      const sideAt = (at: number) => (signs[at] === '-' ? 'old' : signs[at] === '+' ? 'new' : null);
      const rows = pairLines(signs.length, sideAt);
      const column = (side: 'left' | 'right') => rows.flatMap((row) => row[side] ?? []);
      const without = (sign: string) => signs.flatMap((each, at) => (each === sign ? [] : [at]));
      expect(column('left')).toEqual(without('+'));
      expect(column('right')).toEqual(without('-'));
      expect(rows.filter(({ left, right }) => left === null && right === null)).toEqual([]);
      for (const { left, right } of rows)
        if (left !== null && right !== null) expect(left === right ? '=' : '-').toBe(signs[left]);
    }),
  );
});
