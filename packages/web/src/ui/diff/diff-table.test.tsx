import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { CHUNK_ROWS } from './chunk-html.ts';
import type { DiffRow } from './diff-row.ts';
import { DiffTable } from './diff-table.tsx';

const rows: DiffRow[] = Array.from({ length: CHUNK_ROWS * 3 }, (_, at) => ({
  kind: 'added',
  oldLine: null,
  newLine: at + 1,
  html: `line ${at + 1}`,
  lineCode: `f_0_${at + 1}`,
}));

const table = (insertions?: ReadonlyMap<number, ReactNode>) => (
  <DiffTable rows={rows} view="inline" label="f.ts" {...(insertions && { insertions })} />
);
const tablesIn = (place: HTMLElement) => [...place.querySelectorAll('table')];

test('a form below a line writes the piece that it stands in anew, and no other', () => {
  const { container: place, rerender } = render(table());
  const before = tablesIn(place);
  expect(before).toHaveLength(3);
  rerender(table(new Map([[CHUNK_ROWS + 10, <p key="form">form</p>]])));
  const after = tablesIn(place);
  expect(after).toHaveLength(4);
  expect(after[0]).toBe(before[0]);
  expect(after[3]).toBe(before[2]);
  expect(place.querySelectorAll('tr.dr')).toHaveLength(rows.length);
  expect(place.querySelector('.diff-insertion')?.previousElementSibling?.textContent).toContain(
    `line ${CHUNK_ROWS + 11}`,
  );
});

test('no element passes a form that stays, whatever opens and closes beside it', () => {
  const form = (at: number) => [at, <textarea key="form" aria-label={`${at}`} />] as const;
  const at = (lines: readonly number[]) => table(new Map(lines.map(form)));
  const { container: place, rerender, getByLabelText } = render(at([30]));
  for (const lines of [[10, 30], [10, 20, 30, 40], [20, 30], [24, 25, 30], [30], [30, 31, 48], [0, 30, 49], [30]]) {
    getByLabelText('30').focus();
    const blur = vi.fn<() => void>();
    document.activeElement?.addEventListener('blur', blur);
    rerender(at(lines));
    expect(document.activeElement).toBe(getByLabelText('30'));
    expect(blur).not.toHaveBeenCalled();
    const drawn = [...place.querySelectorAll('tr.dr')].map((row) => Number(row.getAttribute('data-i')));
    expect(drawn).toEqual(rows.map((_row, index) => index));
    for (const line of lines) {
      const above = getByLabelText(`${line}`).closest('.diff-insertion')?.previousElementSibling;
      expect([...(above?.querySelectorAll('tr.dr') ?? [])].at(-1)?.getAttribute('data-i')).toBe(`${line}`);
    }
  }
});

test('what is off screen can be skipped as a block that keeps its height', () => {
  const { container: place } = render(table());
  const pieces = [...place.querySelectorAll<HTMLElement>('.dchunk')];
  expect(pieces).toHaveLength(3);
  // A table itself is never skipped by the browser.
  expect(pieces.every((piece) => piece.tagName === 'DIV')).toBe(true);
});
