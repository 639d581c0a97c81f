import { act, fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { CHUNK_ROWS } from './chunk-html.ts';
import type { DiffRow } from './diff-row.ts';
import { DiffTable } from './diff-table.tsx';
import { walkerOf } from './diff-walker.ts';
import { IS_FULL } from '../../../testing/full-run.ts';

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

test('a form below a line writes the piece that it stands in again, and no other', () => {
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

test.runIf(IS_FULL)('no element passes a form that stays, whatever opens and closes beside it', () => {
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

test('a number is a link to its line; pressed with Shift, to all from the one before', () => {
  const onLink = vi.fn<(lines: { from: string; to: string }) => void>();
  const { container: place } = render(<DiffTable rows={rows} view="inline" label="f.ts" onLink={onLink} />);
  const cell = (line: number) => place.querySelector(`td.dn[data-n="${line}"]`) ?? place;
  fireEvent.pointerOver(cell(9));
  expect(place.querySelector('a')?.getAttribute('href')).toBe('#f_0_9');
  fireEvent.pointerOver(cell(7));
  const links = place.querySelectorAll('a');
  expect([...links].map((link) => link.getAttribute('href'))).toEqual(['#f_0_7']);
  // The browser's own ways with a link are left to it.
  const press = (line: number, how: MouseEventInit = {}) => {
    fireEvent.pointerOver(cell(line));
    return fireEvent.click(place.querySelector('a') ?? place, how);
  };
  expect(press(7, { ctrlKey: true })).toBe(true);
  expect(onLink).not.toHaveBeenCalled();
  expect(press(7)).toBe(false);
  expect(place.querySelector('.dr-current')?.id).toBe('f_0_7');
  press(4, { shiftKey: true });
  press(12, { shiftKey: true });
  expect(onLink.mock.calls.map(([{ from, to }]) => [from, to])).toEqual([
    ['f_0_7', 'f_0_7'],
    ['f_0_4', 'f_0_7'],
    ['f_0_7', 'f_0_12'],
  ]);
  expect(document.activeElement).toBe(place.querySelector('[data-diff]'));
});

test('of two lines beside each other the one that is meant is marked', () => {
  const two: DiffRow[] = [
    { kind: 'removed', oldLine: 1, newLine: null, html: 'was', lineCode: 'f_1_1' },
    { kind: 'added', oldLine: null, newLine: 1, html: 'is', lineCode: 'f_2_1' },
  ];
  const { container: place } = render(
    <DiffTable rows={two} view="parallel" label="f.ts" selected={{ from: 'f_1_1', to: 'f_1_1' }} />,
  );
  const marked = [...place.querySelectorAll('.dr-selected')];
  expect(marked.map((cell) => cell.getAttribute('data-side'))).toEqual(['old', 'old']);
});

/** A line that stays, one that was replaced, and one that was taken away. */
const changed: DiffRow[] = [
  { kind: 'context', oldLine: 1, newLine: 1, html: 'same', lineCode: 'f_1_1' },
  { kind: 'removed', oldLine: 2, newLine: null, html: 'was', lineCode: 'f_2_2' },
  { kind: 'added', oldLine: null, newLine: 2, html: 'is', lineCode: 'f_3_2' },
  { kind: 'context', oldLine: 3, newLine: 3, html: 'between', lineCode: 'f_3_3' },
  { kind: 'removed', oldLine: 4, newLine: null, html: 'also was', lineCode: 'f_4_4' },
  { kind: 'added', oldLine: null, newLine: 4, html: 'also is', lineCode: 'f_5_4' },
];

test('side by side, the keyboard reaches both lines of a row, and walks on along the side it is on', () => {
  Element.prototype.scrollIntoView = () => undefined;
  const onComment = vi.fn<(index: number) => void>();
  const { container: place } = render(
    <DiffTable rows={changed} view="parallel" label="f.ts" onComment={(index) => onComment(index)} />,
  );
  const diff = place.querySelector('[data-diff]') ?? place;
  const spoken = () => place.querySelector('[aria-live]')?.textContent;
  const press = (key: string) => fireEvent.keyDown(diff, { key });
  press('ArrowDown');
  // One line on both sides: there is nothing to cross to, and the key is left to the browser.
  expect(press('ArrowLeft')).toBe(true);
  press('ArrowDown');
  expect(spoken()).toBe('added line 2: is, beside removed line 2');
  expect(press('ArrowLeft')).toBe(false);
  expect(spoken()).toBe('removed line 2: was, beside added line 2');
  expect(place.querySelector('.dr-current')?.getAttribute('data-at')).toBe('old');
  press('Enter');
  expect(onComment).toHaveBeenLastCalledWith(1);
  press('ArrowDown');
  expect(place.querySelector('[data-at]')).toBeNull();
  press('ArrowDown');
  expect(spoken()).toBe('removed line 4: also was, beside added line 4');
  press('ArrowRight');
  expect(spoken()).toBe('added line 4: also is, beside removed line 4');
  press('Enter');
  expect(onComment).toHaveBeenLastCalledWith(5);
});

test('of two lines beside each other the one whose number was pressed is the current one', () => {
  const { container: place } = render(
    <DiffTable rows={changed} view="parallel" label="f.ts" onLink={() => undefined} />,
  );
  const press = (side: string) =>
    fireEvent.click(place.querySelector(`td.dn[data-side="${side}"][data-n="2"]`) ?? place);
  const current = () => walkerOf(place.querySelector('[data-diff]'))?.lineCode();
  press('old');
  expect(current()).toBe('f_2_2');
  press('new');
  expect(current()).toBe('f_3_2');
});

test('signs that nobody sees are named in the line that is heard', () => {
  const turned = 'if (role<span class="bidi-mark" title="U+202E">\u202e</span>admin)';
  const { container: place } = render(
    <DiffTable rows={[{ ...rows[0], html: turned } as DiffRow]} view="inline" label="f.ts" />,
  );
  act(() => void walkerOf(place.querySelector('[data-diff]'))?.move('line', 1));
  expect(place.querySelector('[aria-live]')?.textContent).toBe('added line 1: if (role U+202E admin)');
  // What is shown, and copied, stays as it is.
  expect(place.querySelector('.dt')?.textContent).toBe('if (role\u202eadmin)');
});
