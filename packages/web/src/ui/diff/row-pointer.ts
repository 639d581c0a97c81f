/** A line that the pointer or the keyboard is on: index into the rows, and the side meant. */
export type RowTarget = { index: number; side: 'old' | 'new' | null; element: HTMLElement };

/** The row an event happened in, found from the markup of chunk-html.ts. */
export function rowAt(target: EventTarget | null): RowTarget | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-side][data-i], td[data-side]');
  const row = target.closest<HTMLElement>('tr.dr');
  if (!row) return null;
  const index = Number(cell?.dataset['i'] ?? row.dataset['i']);
  if (!Number.isInteger(index)) return null;
  const side = cell?.dataset['side'];
  return { index, side: side === 'old' || side === 'new' ? side : null, element: row };
}
